//! What crosses between shell and interface: requests, replies, events, errors. Both sides use these types.

pub mod error;
pub mod event;
pub mod library;
pub mod record;
pub mod view;

pub use error::{ErrorCode, UiError};
pub use event::{ImportEvent, TailorEvent};
pub use library::{CausedRequest, ClusterMap, MapPoint};
pub use record::{RecordControl, RecordEvent, RecordRequest, RecordedStepView, RecordedTab};
pub use view::{
    BrowserChoices, CalibrationView, DuplicatePair, FunnelExit, HealingView, Neighbour, Overview,
    PipelineView, PracticeView, RunDetail, SkillDetail, SkillRow, SkillVersionRow, StepView, Suggestion,
    TaskRow, TrajectoryDetail, TrajectoryRow,
};
