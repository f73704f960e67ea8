//! The extractor against a scripted endpoint.

use atelier_embed::EmbedError;
use atelier_llm::{Endpoint, OpenAiCompatible};
use atelier_testkit::dialect::{Dialect, Said};
use atelier_testkit::endpoint::{ScriptedEndpoint, Turn};
use serde_json::{Value, json};

use super::*;
use crate::bench::{Recording, button, field, sites};
use crate::judge::answers::InMemory;
use crate::judge::scripted::surroundings;

/// Every text lies at the same place.
struct Same;

impl Embedder for Same {
    fn model_id(&self) -> &'static str {
        "same"
    }

    fn dimensions(&self) -> usize {
        1
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        Ok(vec![vec![1.0]; texts.len()])
    }
}

fn recording() -> atelier_core::trajectory::Trajectory {
    Recording::forum("/submit")
        .task("Post \"Green tea\" with the text \"It is good\"")
        .fill(field("Title"), "Green tea")
        .fill(field("Body"), "It is good")
        .click(button("Create"))
        .sends("POST", "/submit", 303)
        .done()
}

fn proposal() -> Value {
    json!({
        "from": 1, "to": 3, "name": "write_post", "description": "Write a post with a title and a text.",
        "values": [{ "text": "Green tea", "name": "headline" }, { "text": "It is good", "name": "text" }],
        "decision": "new", "of": null, "reason": "One task from beginning to end.",
    })
}

fn says(skills: &[Value]) -> Turn {
    Dialect::OpenAi.stream(&Said::json(&json!({ "skills": skills })))
}

async fn cut(
    endpoint: &ScriptedEndpoint,
    answers: &Arc<InMemory>,
    skills: &[Skill],
) -> Result<Extracted, TailorError> {
    let profile = atelier_core::model::ModelProfile::new("scripted", endpoint.address(), "m");
    let client = OpenAiCompatible::new(Endpoint { profile, key: None }, surroundings()).unwrap();
    let extractor = ModelExtractor::new(Arc::new(client), Arc::<InMemory>::clone(answers));
    let (trajectories, sites) = ([recording()], sites());
    let library = Library { trajectories: &trajectories, skills, sites: &sites };
    let mut n = 0_u128;
    let mut ids = || {
        n += 1;
        SkillId::new(uuid::Uuid::from_u128(n))
    };
    let mut bench = Bench { embedder: &Same, ids: &mut ids, stopped: &|| false, now: 7 };
    extractor.extract(&library, &Selection::default(), &mut bench).await
}

#[tokio::test]
async fn the_models_words_on_the_recordings_program() {
    let endpoint = ScriptedEndpoint::serve([says(&[proposal()])]).await.unwrap();
    let answers = Arc::default();
    let done = cut(&endpoint, &answers, &[]).await.unwrap();
    let [one] = &done.candidates[..] else { panic!("{done:?}") };
    assert_eq!(one.skill.signature(), "write_post(headline: string, text: string)");
    assert_eq!(one.skill.description, "Write a post with a title and a text.");
    assert_eq!(one.skill.steps[0].value.as_deref(), Some("{{headline}}"));
    assert_eq!((one.verdict.judge.as_str(), one.decision, one.is_whole()), ("scripted", Decision::New, true));
    assert_eq!(one.skill.check(), Ok(()));
    let again = cut(&endpoint, &answers, &[]).await.unwrap();
    assert_eq!(again.candidates[0].skill, one.skill);
    assert_eq!((endpoint.asked().len(), again.account.known), (1, 1));
}

#[tokio::test]
async fn a_neighbour_is_updated_or_makes_it_needless() {
    let first = ScriptedEndpoint::serve([says(&[proposal()])]).await.unwrap();
    let mut known = cut(&first, &Arc::default(), &[]).await.unwrap().candidates.remove(0).skill;
    known.name = "submit_something".into();
    for (word, decision) in
        [("update", Decision::Update { id: known.id }), ("skip", Decision::Skip { of: known.id })]
    {
        let mut said = proposal();
        said["decision"] = json!(word);
        said["of"] = json!(1);
        let endpoint = ScriptedEndpoint::serve([says(&[said])]).await.unwrap();
        let done = cut(&endpoint, &Arc::default(), std::slice::from_ref(&known)).await.unwrap();
        assert_eq!(done.candidates[0].decision, decision);
        assert!(endpoint.asked()[0].words().contains("neighbour 1: submit_something("));
    }
}

#[tokio::test]
async fn what_cannot_be_used_is_listed_and_gives_no_candidate() {
    let with = |key: &str, value: Value| {
        let mut bad = proposal();
        bad[key] = value;
        says(&[bad])
    };
    for bad in [
        with("name", json!("Write Post!")),
        with("to", json!(9)),
        with("decision", json!("update")),
        with("values", json!([{ "text": "a", "name": "x" }, { "text": "b", "name": "x" }])),
        Dialect::OpenAi.stream(&Said::text("I would cut it in the middle.")),
    ] {
        let endpoint = ScriptedEndpoint::serve([bad.clone(), bad]).await.unwrap();
        let done = cut(&endpoint, &Arc::default(), &[]).await.unwrap();
        assert!(done.candidates.is_empty());
        let [open] = &done.account.undecided[..] else { panic!("{:?}", done.account) };
        assert_eq!(open.rule, Rule::Extraction);
        assert!(open.skill.starts_with("Post"), "{open:?}");
        assert_eq!((done.account.requests, done.account.answered), (2, 0));
    }
}

#[tokio::test]
async fn a_part_that_is_too_short_is_left_out() {
    let mut part = proposal();
    part["to"] = json!(2);
    part["name"] = json!("fill_title");
    let endpoint = ScriptedEndpoint::serve([says(&[part, proposal()])]).await.unwrap();
    let done = cut(&endpoint, &Arc::default(), &[]).await.unwrap();
    let names: Vec<&str> = done.candidates.iter().map(|c| c.skill.name.as_str()).collect();
    assert_eq!(names, vec!["write_post"]);
}
