//! Calls into the shell. One async function per command, named as the command.
//!
//! | module | commands of |
//! |---|---|
//! | [`frame`] | overview, settings, practice sites |
//! | [`trajectories`] | the Trajectories screen |
//! | [`record`] | the recording panel |
//! | [`pipeline`] | the Pipeline screen |
//! | [`skills`] | the Skills screen |
//! | [`healing`] | proposals, versions, effects, the keychain |
//! | [`tasks`] | the Run screen |
//! | [`bridge`], [`channel`] | how a call and a stream of progress cross |

pub mod bridge;
pub mod channel;
pub mod frame;
// No view asks for these yet.
#[allow(dead_code)]
pub mod healing;
pub mod pipeline;
pub mod record;
pub mod skills;
pub mod tasks;
pub mod trajectories;

pub use channel::Channel;

/// What every command answers.
pub type Reply<T> = Result<T, atelier_core::ipc::UiError>;
