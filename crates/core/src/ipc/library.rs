//! What the screens show beside the skills themselves: reasons of the effect, the map of clusters.

use serde::{Deserialize, Serialize};

use crate::effect::Effect;
use crate::ids::SkillId;
use crate::trajectory::Request;

/// One request that the skill's steps caused when they were recorded, and what it does to the site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CausedRequest {
    /// Index of the step in the trajectory.
    pub step: usize,
    pub request: Request,
    pub effect: Effect,
}

/// The skills of the last selection as points: the nearer, the more alike their descriptions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ClusterMap {
    pub points: Vec<MapPoint>,
    /// Share of the differences between the descriptions that the two axes show, 0 to 1.
    pub shown: f64,
}

/// One skill on the map; both axes run from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MapPoint {
    pub skill: SkillId,
    pub x: f64,
    pub y: f64,
    /// Number of its cluster; none where it left before clustering.
    pub cluster: Option<u32>,
}
