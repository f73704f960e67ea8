//! Small recordings, built by hand for tests.

use atelier_core::ids::TrajectoryId;
use atelier_core::site::{Site, SiteKind, Sites};
use atelier_core::target::{Bounds, Target};
use atelier_core::trajectory::{
    Action, Outcome, Page, Request, SCHEMA, Signal, Source, Step, Trajectory, Value,
};

/// A recording in the making; each step happens on the page the one before led to.
#[derive(Clone, Debug)]
pub(crate) struct Recording {
    trajectory: Trajectory,
    url: String,
}

pub(crate) fn target(tag: &str, role: &str, name: &str) -> Target {
    Target {
        tag: Some(tag.into()),
        role: Some(role.into()),
        name: Some(name.into()),
        css: vec![format!("main > {tag}:nth-of-type(2)")],
        xpath: vec![format!("/html/body/main/{tag}[2]")],
        bounds: Some(Bounds { x: 10.0, y: 20.0, width: 80.0, height: 24.0 }),
        ..Target::default()
    }
}

pub(crate) fn link(name: &str, href: &str) -> Target {
    let attributes = [("href".to_owned(), href.to_owned())].into();
    Target { attributes, text: Some(name.into()), ..target("a", "link", name) }
}

pub(crate) fn button(name: &str) -> Target {
    let attributes = [("type".to_owned(), "submit".to_owned())].into();
    Target { attributes, text: Some(name.into()), ..target("button", "button", name) }
}

pub(crate) fn field(label: &str) -> Target {
    let name = label.to_lowercase().replace(' ', "_");
    let attributes = [("name".to_owned(), name), ("type".to_owned(), "text".to_owned())].into();
    Target { attributes, label: Some(label.into()), ..target("input", "textbox", label) }
}

pub(crate) fn select(label: &str) -> Target {
    let attributes = [("name".to_owned(), label.to_lowercase())].into();
    Target { attributes, label: Some(label.into()), ..target("select", "combobox", label) }
}

/// Something that is read: its text, and the text beside it.
pub(crate) fn reading(css: &str, text: &str, beside: &str) -> Target {
    Target {
        tag: Some("span".into()),
        text: Some(text.into()),
        css: vec![css.into()],
        neighbours: vec![beside.into()],
        ..Target::default()
    }
}

impl Recording {
    pub(crate) fn new(start: &str) -> Self {
        let trajectory = Trajectory {
            schema: SCHEMA,
            id: TrajectoryId::new(uuid::Uuid::from_u128(1)),
            source: Source::Recorded,
            task: None,
            start_url: start.into(),
            recorded_at: 0,
            outcome: Outcome::Success,
            steps: Vec::new(),
            raw: None,
        };
        Self { trajectory, url: start.into() }
    }

    /// On the practice forum, from a path.
    pub(crate) fn forum(path: &str) -> Self {
        Self::new(&format!("http://forum.practice{path}"))
    }

    pub(crate) fn task(mut self, task: &str) -> Self {
        self.trajectory.task = Some(task.into());
        self
    }

    pub(crate) fn id(mut self, n: u128) -> Self {
        self.trajectory.id = TrajectoryId::new(uuid::Uuid::from_u128(n));
        self
    }

    pub(crate) fn outcome(mut self, outcome: Outcome) -> Self {
        self.trajectory.outcome = outcome;
        self
    }

    fn step(mut self, action: Action, target: Option<Target>, value: Option<&str>) -> Self {
        let page = Page { url: self.url.clone(), ..Page::default() };
        let mut step = Step::new(page, action);
        step.target = target;
        step.value = value.map(|text| Value::Text(text.into()));
        step.after.url.clone_from(&self.url);
        self.trajectory.steps.push(step);
        self
    }

    pub(crate) fn click(self, target: Target) -> Self {
        self.step(Action::Click, Some(target), None)
    }

    /// Clicks a link and arrives where it leads.
    pub(crate) fn follow(self, name: &str, href: &str) -> Self {
        let url = self.on_site(href);
        self.click(link(name, href)).goes(&url)
    }

    fn on_site(&self, path: &str) -> String {
        let base = url::Url::parse(&self.url).unwrap();
        base.join(path).unwrap().into()
    }

    pub(crate) fn fill(self, target: Target, text: &str) -> Self {
        self.step(Action::Fill, Some(target), Some(text))
    }

    pub(crate) fn choose(self, target: Target, option: &str) -> Self {
        self.step(Action::Select, Some(target), Some(option))
    }

    pub(crate) fn press(self, key: &str) -> Self {
        self.step(Action::Press, None, Some(key))
    }

    pub(crate) fn back(self, url: &str) -> Self {
        self.step(Action::Back, None, None).goes(url)
    }

    pub(crate) fn navigate(self, path: &str) -> Self {
        let url = self.on_site(path);
        self.step(Action::Navigate, None, Some(&url.clone())).goes(&url)
    }

    pub(crate) fn read(self, target: Target, text: &str) -> Self {
        self.step(Action::Extract, Some(target), Some(text))
    }

    pub(crate) fn answer(self, text: &str) -> Self {
        self.step(Action::Answer, None, Some(text))
    }

    fn last(&mut self) -> &mut Step {
        self.trajectory.steps.last_mut().unwrap()
    }

    /// The last step led to this page.
    pub(crate) fn goes(mut self, url: &str) -> Self {
        self.url = url.into();
        let last = self.last();
        last.after.url = url.into();
        last.signals.push(Signal::Navigation { url: url.into(), same_document: false });
        last.requests.push(Request {
            method: "GET".into(),
            path: url::Url::parse(url).unwrap().path().into(),
            status: Some(200),
            fields: Vec::new(),
        });
        self
    }

    /// The last step led to this path of the same site.
    pub(crate) fn lands(self, path: &str) -> Self {
        let url = self.on_site(path);
        self.goes(&url)
    }

    pub(crate) fn sends(mut self, method: &str, path: &str, status: u16) -> Self {
        self.last().requests.push(Request {
            method: method.into(),
            path: path.into(),
            status: Some(status),
            fields: Vec::new(),
        });
        self
    }

    pub(crate) fn shows(mut self, texts: &[&str]) -> Self {
        self.last().after.appeared = texts.iter().map(|t| (*t).to_owned()).collect();
        self
    }

    pub(crate) fn fails(mut self, why: &str) -> Self {
        self.last().error = Some(why.into());
        self
    }

    pub(crate) fn done(self) -> Trajectory {
        self.trajectory
    }
}

/// The practice sites.
pub(crate) fn sites() -> Sites {
    let site = |alias: &str, kind| Site {
        alias: alias.into(),
        kind,
        description: String::new(),
        origins: vec![format!("http://{alias}.practice")],
        test_site: true,
    };
    Sites(vec![site("forum", SiteKind::Forum), site("shop", SiteKind::Shop)])
}

/// The skills cut from these recordings, in order of extraction.
pub(crate) fn skills(trajectories: &[Trajectory]) -> Vec<atelier_core::skill::Skill> {
    candidates(trajectories).into_iter().map(|c| c.skill).collect()
}

/// The candidates cut from these recordings.
pub(crate) fn candidates(trajectories: &[Trajectory]) -> Vec<crate::Candidate> {
    let sites = sites();
    let library = crate::Library { trajectories, skills: &[], sites: &sites };
    let mut n = 0_u128;
    crate::extract::local(&library, &atelier_core::settings::Selection::default(), 0, &mut || {
        n += 1;
        atelier_core::ids::SkillId::new(uuid::Uuid::from_u128(n))
    })
}

/// A report in which every step but a failed one was done, and every postcondition held on completion.
pub(crate) fn report(
    skill: &atelier_core::skill::Skill,
    result: atelier_core::replay::ReplayResult,
) -> atelier_core::replay::ReplayReport {
    use atelier_core::replay::{ConditionReport, ReplayReport, ReplayResult, StepOutcome, StepReport};
    let step = |(index, step): (usize, &atelier_core::skill::SkillStep)| StepReport {
        index,
        guidance: step.guidance.clone(),
        action: step.action,
        target: None,
        value: None,
        matched: Vec::new(),
        score: None,
        candidates: Vec::new(),
        outcome: StepOutcome::Done,
        effect: step.effect,
        how: None,
        fields: Vec::new(),
        output: None,
        signals: Vec::new(),
        requests: Vec::new(),
        took_ms: 1,
        url_after: String::new(),
        picture_before: None,
        picture_after: None,
    };
    let held = result == ReplayResult::Completed;
    let condition =
        |c: &atelier_core::condition::Condition| ConditionReport { condition: c.describe(), held, saw: None };
    ReplayReport {
        skill: skill.id,
        skill_name: skill.name.clone(),
        arguments: skill.example_arguments(),
        steps: skill.steps.iter().enumerate().map(step).collect(),
        healings: Vec::new(),
        postconditions: skill.postconditions.iter().map(condition).collect(),
        result,
        outputs: std::collections::BTreeMap::new(),
        answer: None,
        final_url: String::new(),
        took_ms: 1,
    }
}
