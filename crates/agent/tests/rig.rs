//! A small forum of fixture pages, its skills, and a sink that notes everything.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use atelier_agent::{Task, TaskSink, Tools, run_task};
use atelier_browser::{Browser, LaunchOptions, Page};
use atelier_core::condition::Condition;
use atelier_core::effect::Effect;
use atelier_core::site::{Site, SiteKind, Sites};
use atelier_core::skill::{Parameter, ParameterKind, Provenance, SCHEMA, Skill, SkillStep, SourceIntent};
use atelier_core::target::Target;
use atelier_core::task::{ApprovalRequest, Mode, RunEvent, TaskRecord, TaskRequest};
use atelier_core::template::Bindings;
use atelier_core::trajectory::Action;
use atelier_embed::{EmbedError, Embedder};
use atelier_testkit::{Pages, Reply};

/// Hashed words: similar wordings are near, and no weights are needed.
pub struct Bag;

impl Embedder for Bag {
    fn model_id(&self) -> &'static str {
        "bag"
    }

    fn dimensions(&self) -> usize {
        64
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        let vector = |text: &&str| {
            let mut out = vec![0.1_f32; 64];
            for word in text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()) {
                out[word.to_lowercase().bytes().fold(7_usize, |h, b| (h * 31 + usize::from(b)) % 64)] += 1.0;
            }
            let norm = out.iter().map(|x| x * x).sum::<f32>().sqrt();
            out.iter().map(|x| x / norm).collect()
        };
        Ok(texts.iter().map(vector).collect())
    }
}

/// Notes events as the log would hold them.
#[derive(Default)]
pub struct Sink {
    pub allow: bool,
    pub stop: bool,
    pub asked: Vec<ApprovalRequest>,
    pub events: Vec<RunEvent>,
    pub pictures: usize,
}

impl Sink {
    /// Names of the events in order, repeated frames left out.
    pub fn order(&self) -> Vec<String> {
        let named = self.events.iter().map(|event| {
            let value = serde_json::to_value(event).unwrap();
            value["event"].as_str().unwrap().to_owned()
        });
        named.filter(|name| name != "frame").collect()
    }
}

#[async_trait]
impl TaskSink for Sink {
    async fn event(&mut self, event: RunEvent) {
        self.events.push(event);
    }

    async fn approve(&mut self, request: ApprovalRequest) -> bool {
        self.asked.push(request);
        self.allow
    }

    fn stopped(&self) -> bool {
        self.stop
    }

    async fn keep_picture(&mut self, jpeg: Vec<u8>) -> Option<String> {
        assert_eq!(jpeg[..2], [0xff, 0xd8], "a picture is JPEG");
        self.pictures += 1;
        Some(format!("picture-{}", self.pictures))
    }
}

pub struct Rig {
    pub browser: Browser,
    pub pages: Pages,
    pub test_site: bool,
    _profile: tempfile::TempDir,
}

const FORUM: &str = "<h1>Tea</h1><form action=/f/tea/subscribe method=post><button>Subscribe</button></form>
    <a href=/f/tea/1>Kettles</a>";
const POST: &str = "<h1>Kettles</h1><p data-testid=count>12 comments</p>
    <form action=/f/tea/1/comment method=post><label>Comment <textarea name=text></textarea></label>
    <button>Send</button></form>";

impl Rig {
    pub async fn new() -> Self {
        let profile = tempfile::tempdir().unwrap();
        let browser = Browser::launch(LaunchOptions {
            program: None,
            headless: true,
            profile: profile.path().to_owned(),
            window: (1000, 700),
            no_sandbox: true,
            devtools_port: None,
        })
        .await
        .unwrap_or_else(|error| panic!("{error}"));
        let replies = [
            ("/", Reply::html("<h1>Forums</h1><a href=/f/tea>tea</a>")),
            ("/f/tea", Reply::html(FORUM)),
            ("POST /f/tea/subscribe", Reply::see_other("/done")),
            ("/done", Reply::html("<p>You are subscribed to tea.</p>")),
            ("/f/tea/1", Reply::html(POST)),
            ("POST /f/tea/1/comment", Reply::see_other("/said")),
            ("/said", Reply::html("<p>Thank you.</p>")),
        ];
        let pages = Pages::serve(replies).await.unwrap();
        Self { browser, pages, test_site: true, _profile: profile }
    }

    fn sites(&self) -> Sites {
        Sites(vec![Site {
            alias: "forum".into(),
            kind: SiteKind::Forum,
            description: String::new(),
            origins: vec![self.pages.origin()],
            test_site: self.test_site,
        }])
    }

    pub async fn run(&self, intent: &str, sink: &mut Sink) -> TaskRecord {
        self.ask(request(intent, &self.pages.url("/")), &skills(), sink).await
    }

    /// Runs on a page of its own; the clock moves one second each time it is read.
    pub async fn ask(&self, request: TaskRequest, active: &[Skill], sink: &mut Sink) -> TaskRecord {
        let page: Page = self.browser.open_isolated().await.unwrap();
        let clock = AtomicI64::new(1_000);
        let now = || clock.fetch_add(1_000, Ordering::Relaxed);
        let sites = self.sites();
        let task = Task {
            id: "01890000-0000-7000-8000-00000000000a".parse().unwrap(),
            request,
            sites: &sites,
            active,
        };
        let tools = Tools { page: &page, embedder: &Bag, now: &now };
        let record =
            tokio::time::timeout(Duration::from_secs(90), run_task(task, tools, sink)).await.unwrap();
        page.close().await;
        record
    }
}

pub fn request(intent: &str, start_url: &str) -> TaskRequest {
    TaskRequest {
        intent: intent.into(),
        start_url: start_url.into(),
        model: "local".into(),
        mode: Mode::Grounded,
        fallback: false,
        max_steps: 30,
        inputs: Bindings::new(),
    }
}

fn step(guidance: &str, action: Action, target: Option<Target>, value: Option<&str>) -> SkillStep {
    SkillStep {
        guidance: guidance.into(),
        action,
        target,
        destination: None,
        value: value.map(str::to_owned),
        compound: None,
        optional: false,
        effect: Effect::Read,
        awaits: Vec::new(),
        expects: Vec::new(),
    }
}

fn by_role(role: &str, name: &str) -> Target {
    Target { role: Some(role.into()), name: Some(name.into()), ..Target::default() }
}

fn skill(name: &str, parameters: &[&str], source: &str, arguments: &[(&str, &str)]) -> Skill {
    Skill {
        schema: SCHEMA,
        id: format!("01890000-0000-7000-8000-0000000001{:02x}", name.len()).parse().unwrap(),
        name: name.into(),
        description: format!("{}.", name.replace('_', " ")),
        site: "forum".into(),
        url_pattern: "forum".into(),
        parameters: parameters
            .iter()
            .map(|name| Parameter {
                name: (*name).to_owned(),
                kind: ParameterKind::String,
                required: true,
                description: format!("The {name}"),
                examples: arguments.iter().filter(|(n, _)| n == name).map(|(_, v)| (*v).to_owned()).collect(),
                options: Vec::new(),
                options_from: None,
            })
            .collect(),
        preconditions: Vec::new(),
        steps: Vec::new(),
        postconditions: Vec::new(),
        effect: Effect::Read,
        commit_step: None,
        provenance: Provenance {
            trajectory: "01890000-0000-7000-8000-000000000002".parse().unwrap(),
            steps: [0, 0],
            aligned: Vec::new(),
            intents: vec![SourceIntent {
                text: source.into(),
                arguments: arguments.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect(),
            }],
            imported_from: None,
        },
        version: 1,
    }
}

pub fn skills() -> Vec<Skill> {
    let mut subscribe =
        skill("subscribe_forum", &["forum"], "Subscribe to the forum books", &[("forum", "books")]);
    subscribe.steps = vec![
        step("Go to the forum", Action::Navigate, None, Some("/f/{{forum}}")),
        step("Press Subscribe", Action::Click, Some(by_role("button", "Subscribe")), None),
    ];
    subscribe.postconditions = vec![Condition::TextPresent("You are subscribed to {{forum}}".into())];
    subscribe.effect = Effect::Reversible;

    let mut comment = skill(
        "comment_on_post",
        &["text", "title"],
        "Comment \"I agree\" on the post \"Slow trains\"",
        &[("text", "I agree"), ("title", "Slow trains")],
    );
    comment.steps = vec![
        step("Go to the forum", Action::Navigate, None, Some("/f/tea")),
        step("Open the post", Action::Click, Some(by_role("link", "{{title}}")), None),
        step("Type the comment", Action::Fill, Some(by_role("textbox", "Comment")), Some("{{text}}")),
        step("Press Send", Action::Click, Some(by_role("button", "Send")), None),
    ];
    comment.postconditions = vec![
        Condition::RequestMade { method: "POST".into(), path: "/f/tea/1/comment".into() },
        Condition::TextPresent("Thank you".into()),
    ];
    comment.effect = Effect::Irreversible;
    comment.commit_step = Some(3);

    let mut count = skill("count_comments", &[], "How many comments has the newest post?", &[]);
    count.url_pattern = "forum/f/tea/1".into();
    let counter = Target { test_id: Some("count".into()), ..Target::default() };
    count.steps = vec![step("Read the number", Action::Extract, Some(counter), Some("count"))];
    count.postconditions = vec![Condition::OutputFilled("count".into())];
    vec![subscribe, comment, count]
}
