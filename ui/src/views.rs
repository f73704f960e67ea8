//! The screens, one module each, and the introduction.

pub mod intro;
pub mod pipeline;
pub mod run;
pub mod settings;
pub mod skills;
pub mod trajectories;
