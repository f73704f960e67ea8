//! The four kinds of questions: their items, their answers, and when an answer can be used.

use atelier_core::model::ModelProfile;
use serde_json::{Value, json};

use crate::judge::{Judgement, Novelty, Question, Rating, answers, prompts};

/// What an entry of an answer takes.
pub(super) const ANSWER_TOKENS: u64 = 120;
/// Longest reason that is kept, in characters.
const REASON: usize = 300;

const CLASSES: [&str; 5] = ["atomic", "incomplete", "complete", "extra", "several"];
const BANDS: [&str; 5] = ["very_unlikely", "unlikely", "possible", "likely", "very_likely"];

/// Which rule asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Granularity,
    Duplicate,
    Likelihood,
    Novelty,
}

/// One question, ready to be asked.
#[derive(Clone, Debug)]
pub(super) struct Item {
    /// Of model, kind, wording and content.
    pub key: String,
    pub name: String,
    pub text: String,
    /// Steps of the skill, or number of neighbours: what numbers in the answer may go up to.
    pub most: u64,
}

impl Question<'_> {
    /// Which rule asks.
    pub const fn kind(&self) -> Kind {
        match self {
            Self::Granularity { .. } => Kind::Granularity,
            Self::Duplicate { .. } => Kind::Duplicate,
            Self::Likelihood { .. } => Kind::Likelihood,
            Self::Novelty { .. } => Kind::Novelty,
        }
    }
}

impl Item {
    pub(super) fn of(question: &Question<'_>, profile: &ModelProfile) -> Self {
        let (name, text, most) = match question {
            Question::Granularity { skill, trajectory } => (
                skill.name.clone(),
                format!(
                    "the skill:\n{}the recording:\n{}",
                    prompts::skill(skill),
                    prompts::trajectory(trajectory)
                ),
                skill.steps.len(),
            ),
            Question::Duplicate { a, b, .. } => (
                format!("{} and {}", a.name, b.name),
                format!("A:\n{}B:\n{}", prompts::skill(a), prompts::skill(b)),
                0,
            ),
            Question::Likelihood { skill, site, .. } => (
                skill.name.clone(),
                format!("{}{}\n{}", prompts::site(&skill.site, *site), skill.signature(), skill.docstring()),
                0,
            ),
            Question::Novelty { skill, neighbours } => {
                let mut text = format!("candidate:\n{}", prompts::skill(skill));
                for (n, known) in neighbours.iter().enumerate() {
                    text.push_str(&format!("neighbour {}:\n{}", n + 1, prompts::skill(known)));
                }
                (skill.name.clone(), text, neighbours.len())
            }
        };
        let kind = question.kind();
        let edition = prompts::EDITION.to_string();
        let key =
            answers::key(&[&profile.address, &profile.model, kind.purpose(), &kind.rules(), &text, &edition]);
        Self { key, name, text, most: most as u64 }
    }
}

/// The questions by kind, each kind in the order in which it was given.
pub(super) fn sorted(questions: &[Question<'_>], profile: &ModelProfile) -> Vec<(Kind, Vec<Item>)> {
    [Kind::Granularity, Kind::Duplicate, Kind::Likelihood, Kind::Novelty]
        .into_iter()
        .map(|kind| {
            let mine = questions.iter().filter(|q| q.kind() == kind);
            (kind, mine.map(|q| Item::of(q, profile)).collect::<Vec<_>>())
        })
        .filter(|(_, items)| !items.is_empty())
        .collect()
}

impl Kind {
    pub(super) const fn purpose(self) -> &'static str {
        match self {
            Self::Granularity => "granularity",
            Self::Duplicate => "duplicates",
            Self::Likelihood => "likelihood",
            Self::Novelty => "new, update or skip",
        }
    }

    pub(super) const fn rule(self) -> atelier_core::verdict::Rule {
        use atelier_core::verdict::Rule;
        match self {
            Self::Granularity => Rule::Granularity,
            Self::Duplicate => Rule::Duplicate,
            Self::Likelihood => Rule::Likelihood,
            Self::Novelty => Rule::Extraction,
        }
    }

    pub(super) fn rules(self) -> String {
        match self {
            Self::Granularity => prompts::granularity(),
            Self::Duplicate => prompts::duplicate(),
            Self::Likelihood => prompts::likelihood(),
            Self::Novelty => prompts::novelty(),
        }
    }

    pub(super) fn schema(self) -> Value {
        let score = json!({ "type": "integer", "enum": [1, 2, 3, 4, 5] });
        let number = json!({ "type": ["integer", "null"] });
        let truth = json!({ "type": "boolean" });
        let word = |words: &[&str]| json!({ "type": "string", "enum": words });
        match self {
            Self::Granularity => prompts::schema(&[
                ("class", word(&CLASSES)),
                ("score", score),
                ("keep_from", number.clone()),
                ("keep_to", number),
            ]),
            Self::Duplicate => prompts::schema(&[
                ("same_task", truth.clone()),
                ("same_way", truth.clone()),
                ("duplicate", truth),
            ]),
            Self::Likelihood => prompts::schema(&[("band", word(&BANDS)), ("score", score)]),
            Self::Novelty => {
                prompts::schema(&[("decision", word(&["new", "update", "skip"])), ("of", number)])
            }
        }
    }

    /// Whether an entry can be used.
    pub(super) fn check(self, entry: &Value, item: &Item) -> Result<(), String> {
        if reason(entry).is_empty() {
            return Err("`reason` is empty".into());
        }
        match self {
            Self::Granularity => {
                let score = agrees(entry, "class", &CLASSES)?;
                let (from, to) = (entry["keep_from"].as_u64(), entry["keep_to"].as_u64());
                match (score, from, to) {
                    (4, Some(from), Some(to)) if from < 1 || from > to || to > item.most => {
                        Err(format!("the steps {from} to {to} are not all among 1 to {}", item.most))
                    }
                    (4, Some(from), Some(to)) if from == 1 && to == item.most => {
                        Err("`extra` keeps every step, so none is extra".into())
                    }
                    _ => Ok(()),
                }
            }
            Self::Duplicate => {
                let truth =
                    |key: &str| entry[key].as_bool().ok_or_else(|| format!("`{key}` is not true or false"));
                let (task, way, both) = (truth("same_task")?, truth("same_way")?, truth("duplicate")?);
                if both == (task && way) {
                    Ok(())
                } else {
                    Err("`duplicate` contradicts `same_task` and `same_way`".into())
                }
            }
            Self::Likelihood => agrees(entry, "band", &BANDS).map(|_| ()),
            Self::Novelty => {
                let of = entry["of"].as_u64();
                match entry["decision"].as_str() {
                    Some("new") if entry["of"].is_null() => Ok(()),
                    Some("new") => Err("`new` contradicts `of`".into()),
                    Some("update" | "skip") => match of {
                        Some(of) if (1..=item.most).contains(&of) => Ok(()),
                        _ => Err(format!("`of` is no neighbour from 1 to {}", item.most)),
                    },
                    _ => Err("`decision` is not new, update or skip".into()),
                }
            }
        }
    }
}

/// The score, where the word says the same.
fn agrees(entry: &Value, word: &str, words: &[&str; 5]) -> Result<u64, String> {
    let score = entry["score"].as_u64().filter(|score| (1..=5).contains(score));
    let score = score.ok_or_else(|| "`score` is not 1 to 5".to_owned())?;
    let said = entry[word].as_str().unwrap_or_default();
    match words.iter().position(|w| *w == said) {
        Some(at) if at as u64 + 1 == score => Ok(score),
        Some(_) => Err(format!("`score` {score} contradicts `{word}` {said}")),
        None => Err(format!("`{word}` is none of {}", words.join(", "))),
    }
}

fn reason(entry: &Value) -> String {
    let text = entry["reason"].as_str().unwrap_or_default();
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    line.chars().take(REASON).collect()
}

fn score(entry: &Value) -> u8 {
    entry["score"].as_u64().and_then(|score| u8::try_from(score).ok()).unwrap_or(0)
}

pub(super) fn rating(entry: &Value) -> Rating {
    Rating { score: score(entry), reason: reason(entry), trim: None }
}

pub(super) fn granularity(entry: &Value) -> Rating {
    let at =
        |key: &str| entry[key].as_u64().and_then(|n| usize::try_from(n).ok()).and_then(|n| n.checked_sub(1));
    let keep = at("keep_from").zip(at("keep_to")).map(|(from, to)| [from, to]);
    Rating { trim: keep.filter(|_| score(entry) == 4), ..rating(entry) }
}

pub(super) fn judgement(entry: &Value) -> Judgement {
    Judgement { same: entry["duplicate"].as_bool().unwrap_or(false), reason: reason(entry) }
}

pub(super) fn novelty(entry: &Value) -> Novelty {
    let of = entry["of"].as_u64().and_then(|n| usize::try_from(n).ok()).and_then(|n| n.checked_sub(1));
    let reason = reason(entry);
    match (entry["decision"].as_str(), of) {
        (Some("update"), Some(of)) => Novelty::Update { of, reason },
        (Some("skip"), Some(of)) => Novelty::Skip { of, reason },
        _ => Novelty::New { reason },
    }
}
