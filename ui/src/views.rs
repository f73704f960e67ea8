//! The screens, one module each, the introduction, and the replay reports that several screens show.

pub mod intro;
pub mod pipeline;
pub mod replay;
pub mod run;
pub mod settings;
pub mod skills;
pub mod trajectories;
