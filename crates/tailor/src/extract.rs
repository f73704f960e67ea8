//! The local extractor (AutoTailor §3.1, WebXSkill §3.1): recordings become candidates for skills, without
//! a model.
//!
//! | module | does |
//! |---|---|
//! | `effects` | classes what each step changed |
//! | `clean` | drops failed attempts, second thoughts, detours |
//! | `segments` | cuts the whole, and the stretches that are chores of their own |
//! | `values` | finds the texts that belong to the one case |
//! | `slots`, `targets`, `address`, `outputs` | take them out of values, elements, addresses and answers |
//! | `draft` | one stretch of one recording with slots |
//! | `align` | lays drafts of one shape over each other |
//! | `wish` | a task without courtesies |
//! | `parameters`, `naming`, `guidance`, `conditions` | what people read, and what must hold at the end |
//! | `build` | the skill |
//! | [`decide`] | new, update or skip against the library |
//! | [`model`] | the extractor with a model: it says what to cut and how to call it |

mod address;
mod align;
mod build;
mod clean;
mod conditions;
pub mod decide;
mod draft;
mod effects;
mod guidance;
pub mod model;
mod naming;
mod outputs;
mod parameters;
mod segments;
mod slots;
mod targets;
mod values;
pub(crate) mod wish;
pub(crate) mod words;

use atelier_core::effect::Effect;
use atelier_core::ids::SkillId;
use atelier_core::settings::Selection;
use atelier_core::site::Sites;
use atelier_core::skill::Skill;
use atelier_core::template::Bindings;
use atelier_core::trajectory::{Action, Outcome, Step, Trajectory};
use atelier_core::verdict::{Rule, Verdict};

pub use decide::Decision;
use draft::Draft;

/// What extraction works on.
#[derive(Clone, Copy, Debug)]
pub struct Library<'a> {
    /// In collection order.
    pub trajectories: &'a [Trajectory],
    /// The skills there are, in their current versions.
    pub skills: &'a [Skill],
    pub sites: &'a Sites,
}

/// A candidate for the quality filter.
#[derive(Clone, Debug)]
pub struct Candidate {
    pub skill: Skill,
    pub verdict: Verdict,
    pub decision: Decision,
    /// The drafts it was made of, to make it again from fewer steps.
    origin: Origin,
}

#[derive(Clone, Debug)]
struct Origin {
    site: String,
    group: Vec<Draft>,
    intents: Vec<Option<String>>,
}

impl Candidate {
    /// True where it is a whole recording, not a stretch of one.
    pub fn is_whole(&self) -> bool {
        self.origin.group.first().is_some_and(|draft| draft.whole)
    }

    /// Position of the recording it was cut from, in the library.
    pub fn trajectory(&self) -> usize {
        self.origin.group.first().map_or(0, |draft| draft.trajectory)
    }

    /// The skill made again from its steps `keep[0]..=keep[1]`. None where nothing sound is left.
    pub fn trimmed(&self, library: &Library<'_>, keep: [usize; 2]) -> Option<Self> {
        let group: Option<Vec<Draft>> = self
            .origin
            .group
            .iter()
            .map(|d| {
                let (from, to) = (d.steps.get(keep[0])?.source, d.steps.get(keep[1])?.source);
                // A jump stands for the way that led to it, so the first step keeps what came before it.
                let begins = if keep[0] == 0 { 0 } else { from };
                // What is said at the end was read before; what lies between is not needed for it.
                let answers = |k: &clean::Kept| k.source > to && k.step.action == Action::Answer;
                let stays = |k: &&clean::Kept| (begins..=to).contains(&k.source) || answers(k);
                let kept: Vec<_> = d.kept.iter().filter(stays).cloned().collect();
                (!kept.is_empty())
                    .then(|| draft::draft(d.trajectory, d.values.task.as_deref(), &kept, d.whole, &[]))
            })
            .collect();
        let origin = Origin { group: group?, ..self.origin.clone() };
        let frame =
            build::Frame { site: &origin.site, trajectories: library.trajectories, intents: &origin.intents };
        let mut skill = build::skill(&origin.group, &frame, self.skill.id)?;
        skill.name.clone_from(&self.skill.name);
        skill.description.clone_from(&self.skill.description);
        skill.version = self.skill.version;
        Some(Self { skill, verdict: self.verdict.clone(), decision: self.decision, origin })
    }
}

/// Cuts, aligns and names. `ids` gives the id of each new skill; `now` is Unix milliseconds.
pub fn local(
    library: &Library<'_>,
    selection: &Selection,
    now: i64,
    ids: &mut dyn FnMut() -> SkillId,
) -> Vec<Candidate> {
    let aligned = |drafts| align::groups(drafts, library.trajectories);
    candidates(library, selection, now, ids, &aligned)
}

/// As [`local`], but every recording is one candidate of its own: nothing is cut out of it and it is laid over
/// no other. What comes of one chore done many times is left to the quality filter.
pub fn each(
    library: &Library<'_>,
    selection: &Selection,
    now: i64,
    ids: &mut dyn FnMut() -> SkillId,
) -> Vec<Candidate> {
    let alone = |drafts: Vec<(String, Draft)>| {
        drafts.into_iter().filter(|(_, d)| d.whole).map(|(site, draft)| (site, vec![draft])).collect()
    };
    candidates(library, selection, now, ids, &alone)
}

type Drafts = Vec<(String, Draft)>;
type Groups = Vec<(String, Vec<Draft>)>;

fn candidates(
    library: &Library<'_>,
    selection: &Selection,
    now: i64,
    ids: &mut dyn FnMut() -> SkillId,
    group: &dyn Fn(Drafts) -> Groups,
) -> Vec<Candidate> {
    let mut drafts: Vec<(String, Draft)> = Vec::new();
    let mut wanted: Vec<Vec<(Vec<usize>, Option<String>)>> = Vec::new();
    for (at, trajectory) in library.trajectories.iter().enumerate() {
        let effects = effects::of_steps(trajectory);
        let kept = clean::clean(trajectory, &effects);
        let site = kept.first().and_then(|k| library.sites.place(&k.step.page.url));
        let site = site.or_else(|| library.sites.place(&trajectory.start_url)).map(|place| place.alias);
        let mut intents = Vec::new();
        if let Some(site) = site {
            for stretch in segments::cut(trajectory, &kept) {
                let part = &kept[stretch.range.clone()];
                let draft = draft::draft(at, stretch.task.as_deref(), part, stretch.whole, &[]);
                intents.push((part.iter().map(|k| k.source).collect(), stretch.intent));
                if !draft.steps.is_empty() {
                    drafts.push((site.clone(), draft));
                }
            }
        }
        wanted.push(intents);
    }
    let intent_of = |draft: &Draft| -> Option<String> {
        let sources: Vec<usize> = draft.kept.iter().map(|k| k.source).collect();
        wanted.get(draft.trajectory)?.iter().find(|(part, _)| *part == sources)?.1.clone()
    };
    let mut made: Vec<(Skill, Origin)> = Vec::new();
    for (site, mut group) in group(drafts) {
        // The most complete recording gives the program, the others what varies.
        group
            .sort_by_key(|d| library.trajectories.get(d.trajectory).map_or(2, |t| incompleteness(t.outcome)));
        let intents: Vec<Option<String>> = group.iter().map(intent_of).collect();
        let frame = build::Frame { site: &site, trajectories: library.trajectories, intents: &intents };
        // The id is a placeholder until the decision says whether a new one is needed.
        let nobody = SkillId::new(uuid::Uuid::nil());
        if let Some(mut skill) = build::skill(&group, &frame, nobody) {
            skill.name = unique(&skill.name, &site, made.iter().map(|(s, _)| s));
            made.push((skill, Origin { site, group, intents }));
        }
    }
    // A library skill whose very name another candidate bears is that one's.
    let named: Vec<(String, String)> = made.iter().map(|(s, _)| (s.site.clone(), s.name.clone())).collect();
    let mut claimed: Vec<SkillId> = Vec::new();
    let mut out: Vec<Candidate> = Vec::new();
    for (mut skill, origin) in made {
        let free = |known: &&Skill| {
            known.name == skill.name
                || !(claimed.contains(&known.id)
                    || named.iter().any(|(s, n)| *s == known.site && *n == known.name))
        };
        let open: Vec<Skill> = library.skills.iter().filter(free).cloned().collect();
        let (decision, score, reason) = decide::decide(&skill, &open, selection.same_name);
        adopt(&mut skill, decision, library.skills, ids);
        claimed.push(skill.id);
        let verdict = Verdict {
            skill: skill.id,
            rule: Rule::Extraction,
            score,
            kept: true,
            exit: None,
            reason,
            judge: "local".to_owned(),
            other: None,
            cluster: None,
            at: now,
        };
        out.push(Candidate { skill, verdict, decision, origin });
    }
    out
}

/// The effect of each step of a recording.
pub(crate) fn step_effects(trajectory: &Trajectory) -> Vec<Effect> {
    effects::of_steps(trajectory)
}

/// The parts of a task that each begin with a command.
pub(crate) fn segment_clauses(task: &str) -> Vec<String> {
    segments::clauses(task)
}

/// Method and path of what a step sent, the case's parts of the path as `*`; else the control's name.
pub(crate) fn request_shape(step: &Step) -> String {
    let sent = effects::write(step);
    if let Some(request) = sent
        && let Some(address) = address::Address::of(&request.path)
    {
        let flags = address.variable();
        let parts: Vec<&str> = address
            .segments
            .iter()
            .zip(flags)
            .map(|(s, variable)| if variable { "*" } else { s.as_str() })
            .collect();
        return format!("{} /{}", request.method, parts.join("/"));
    }
    step.target.as_ref().and_then(|t| t.name.clone()).unwrap_or_default()
}

/// True for pages of which there are many of one kind: what their lists offer belongs to the one page.
pub(crate) fn is_one_of_many(url: &str) -> bool {
    address::Address::of(url).is_none_or(|a| a.variable().contains(&true))
}

/// A request's path for conditions: arguments as parameters, other parts of the case as `*`.
pub(crate) fn request_pattern(path: &str, arguments: &Bindings) -> Option<String> {
    let address = address::Address::of(path)?;
    let flags = address.variable();
    let mut out = String::new();
    for (segment, variable) in address.segments.iter().zip(flags) {
        let named = arguments.iter().find(|(_, value)| words::fold(value) == words::fold(segment));
        out.push('/');
        match named {
            Some((name, _)) => out.push_str(&format!("{{{{{name}}}}}")),
            None => out.push_str(if variable { "*" } else { segment }),
        }
    }
    Some(if out.is_empty() { "/".to_owned() } else { out })
}

/// 0 for a recording that reached its end.
pub(crate) fn incompleteness(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::Success => 0,
        Outcome::Unknown => 1,
        Outcome::Failure => 2,
    }
}

/// Gives the candidate the identity the decision calls for.
fn adopt(skill: &mut Skill, decision: Decision, library: &[Skill], ids: &mut dyn FnMut() -> SkillId) {
    let known = match decision {
        Decision::New => None,
        Decision::Update { id } | Decision::Skip { of: id } => library.iter().find(|s| s.id == id),
    };
    match (known, decision) {
        (Some(known), Decision::Skip { .. }) => {
            skill.id = known.id;
            skill.version = known.version;
        }
        (Some(known), _) => {
            skill.id = known.id;
            skill.name.clone_from(&known.name);
            skill.version = known.version + 1;
        }
        (None, _) => skill.id = ids(),
    }
}

/// The name, with a number where the site has it already.
fn unique<'a>(name: &str, site: &str, taken: impl Iterator<Item = &'a Skill> + Clone) -> String {
    let free = |name: &str| !taken.clone().any(|s| s.site == site && s.name == name);
    if free(name) {
        return name.to_owned();
    }
    let short: String = name.chars().take(atelier_core::skill::NAME_MAX - 3).collect();
    let short = short.trim_end_matches('_');
    (2..).map(|n| format!("{short}_{n}")).find(|name| free(name)).unwrap_or_else(|| name.to_owned())
}

#[cfg(test)]
mod tests;
