//! Recording: the form before it, and the panel while it goes on.
//!
//! | module | holds |
//! |---|---|
//! | [`form`] | where to begin, and what you are about to do |
//! | [`panel`] | the recording under way: its state, tabs, steps, and how it ends |
//! | [`step`] | the selected step: words, value, whether it will replay |

mod form;
mod panel;
mod step;

pub use form::Form;
pub use panel::Panel;
