//! Geometry of the funnel: four stages left to right, width by count, side exits below.

use atelier_core::ipc::PipelineView;
use atelier_core::verdict::{Exit, Rule};

use super::band::Band;

/// Least height of the drawing.
pub const HEIGHT: f64 = 236.0;
/// Where the bands begin, from the top.
const TOP: f64 = 14.0;
/// Height of the widest band.
const FULL: f64 = 184.0;
/// Width of the bar at the head of a stage.
pub const BAR: f64 = 8.0;
/// Distance between the texts of two exits.
const LINE: f64 = 30.0;
/// The least height at which something that exists is seen.
const LEAST: f64 = 3.0;

/// One stage: its bar, and the band that leads to the next.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    pub band: Band,
    pub count: usize,
    pub caption: &'static str,
    pub x: f64,
    pub height: f64,
    /// Outline of the way to the next stage; none at the last.
    pub path: Option<String>,
}

/// One side exit.
#[derive(Clone, Debug, PartialEq)]
pub struct Leaving {
    pub band: Band,
    pub exit: Exit,
    pub count: usize,
    pub path: String,
    /// Where its words stand.
    pub x: f64,
    pub y: f64,
}

/// The whole drawing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Flow {
    pub stages: Vec<Stage>,
    pub exits: Vec<Leaving>,
    pub height: f64,
}

impl Flow {
    /// Top of every band.
    pub const fn top() -> f64 {
        TOP
    }

    pub fn of(view: &PipelineView, width: f64) -> Self {
        let counts = [view.generated, view.quality, view.verified, view.active];
        let bands = [Band::Generated, Band::Quality, Band::Verified, Band::Active];
        let captions = ["generated", "in the pool", "verified", "active"];
        let most = counts.iter().copied().max().unwrap_or(0).max(1) as f64;
        let tall = |count: usize| if count == 0 { 0.0 } else { (count as f64 / most * FULL).max(LEAST) };
        // The last stage needs room for its words only.
        let right = (width - 148.0).max(360.0);
        let xs = [0.0, right * 0.36, right * 0.68, right];
        let mut flow = Self { height: HEIGHT, ..Self::default() };
        for at in 0..4 {
            let (x, height) = (xs[at], tall(counts[at]));
            let path = (at < 3).then(|| way(x + BAR, xs[at + 1], height, tall(counts[at + 1])));
            flow.stages.push(Stage {
                band: bands[at],
                count: counts[at],
                caption: captions[at],
                x,
                height,
                path,
            });
        }
        for at in 0..3 {
            let next = (xs[at + 1], tall(counts[at + 1]));
            let lowest = leave(&mut flow.exits, &exits(view, at), xs[at], next, tall(counts[at]), most);
            flow.height = flow.height.max(lowest - 12.0);
        }
        flow
    }
}

/// Exits between a stage and the next, the largest first.
fn exits(view: &PipelineView, after: usize) -> Vec<(Exit, usize)> {
    let belongs = |rule: Rule| match after {
        0 => rule < Rule::Verification,
        1 => rule == Rule::Verification,
        _ => rule > Rule::Verification,
    };
    let mut out: Vec<(Exit, usize)> = Vec::new();
    for exit in view.exits.iter().filter(|exit| belongs(exit.rule) && !exit.skills.is_empty()) {
        match out.iter_mut().find(|(known, _)| *known == exit.exit) {
            Some((_, count)) => *count += exit.skills.len(),
            None => out.push((exit.exit, exit.skills.len())),
        }
    }
    out.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    out
}

/// From a bar to the next, the lower edge drawn in where skills leave.
fn way(from: f64, to: f64, tall: f64, next: f64) -> String {
    let bend = to - (to - from) * 0.34;
    let mid = f64::midpoint(bend, to);
    let (low, low_next) = (TOP + tall, TOP + next);
    format!(
        "M{from:.1} {TOP}H{to:.1}V{low_next:.1}C{mid:.1} {low_next:.1} {mid:.1} {low:.1} {bend:.1} {low:.1}H{from:.1}Z"
    )
}

/// Draws the exits after a stage; gives how low they reach.
fn leave(
    out: &mut Vec<Leaving>,
    exits: &[(Exit, usize)],
    x: f64,
    next: (f64, f64),
    tall: f64,
    most: f64,
) -> f64 {
    let (next_x, next_tall) = next;
    let bend = next_x - (next_x - x - BAR) * 0.34;
    // Words of exits stand below the next bar, clear of its own words.
    let mut y = TOP + next_tall.max(46.0) + 22.0;
    let mut start = TOP + next_tall;
    for &(exit, count) in exits {
        let thick = (count as f64 / most * FULL).max(LEAST).min((TOP + tall - start).max(LEAST));
        let end = y - thick.min(LINE) / 2.0;
        let (to, mid) = (next_x - 6.0, f64::midpoint(bend, next_x));
        let low = (end + thick.min(LINE)).max(end + LEAST);
        let path = format!(
            "M{bend:.1} {start:.1}C{mid:.1} {start:.1} {mid:.1} {end:.1} {to:.1} {end:.1}V{low:.1}C{mid:.1} {low:.1} {mid:.1} {:.1} {bend:.1} {:.1}Z",
            start + thick,
            start + thick,
        );
        out.push(Leaving { band: Band::of_exit(exit), exit, count, path, x: next_x + 2.0, y });
        start += thick;
        y += LINE;
    }
    y
}

#[cfg(test)]
mod tests {
    use super::*;
    use atelier_core::ids::SkillId;
    use atelier_core::ipc::FunnelExit;

    fn view() -> PipelineView {
        let id: SkillId = "01890a5d-ac96-774b-bcce-b302099a8057".parse().unwrap();
        let exit = |exit, rule, n| FunnelExit { exit, rule, skills: vec![id; n] };
        PipelineView {
            generated: 100,
            quality: 50,
            verified: 40,
            active: 10,
            exits: vec![
                exit(Exit::TooAtomic, Rule::Granularity, 20),
                exit(Exit::Duplicate, Rule::Duplicate, 30),
                exit(Exit::FailedVerification, Rule::Verification, 10),
                exit(Exit::Unlikely, Rule::Likelihood, 30),
            ],
            ..PipelineView::default()
        }
    }

    #[test]
    fn width_is_by_count() {
        let flow = Flow::of(&view(), 1100.0);
        assert!((flow.stages[0].height / flow.stages[1].height - 2.0).abs() < 1e-6);
        assert!(flow.stages[3].path.is_none());
        let after_first: Vec<_> = flow.exits.iter().take(2).map(|exit| exit.exit).collect();
        assert_eq!(after_first, [Exit::Duplicate, Exit::TooAtomic], "the larger exit comes first");
    }

    #[test]
    fn an_empty_run_draws_nothing_wide() {
        let flow = Flow::of(&PipelineView::default(), 1100.0);
        assert!(flow.stages.iter().all(|stage| stage.height.abs() < f64::EPSILON));
        assert!(flow.exits.is_empty());
    }
}
