//! The person, and the recording that watches.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use atelier_browser::{Browser, Cdp, LiveEvent, LiveEvents, RecordOptions, Recording};
use atelier_core::ipc::RecordedStepView;
use atelier_core::trajectory::{Action, Outcome, Replayable, Step, Trajectory, Value};
use atelier_testkit::{Pages, Reply};
use serde_json::{Value as Json, json};

use crate::rig::{runtime, with_browser};

/// A recording under way, and the hand that acts.
pub struct Scene {
    pub pages: Arc<Pages>,
    pub person: Person,
    pub browser: Browser,
    recording: Option<Recording>,
    events: LiveEvents,
    pub steps: Vec<RecordedStepView>,
    /// Everything the recorder said, as text.
    pub said: String,
    pub pictures: usize,
    pub ended: bool,
    /// Keeps a browser of its own alive.
    _own: Option<tempfile::TempDir>,
}

/// Records on `/` of a server with these pages.
pub fn scene<F, W>(replies: &[(&str, Reply)], act: F)
where
    F: FnOnce(Scene) -> W,
    W: Future<Output = ()>,
{
    with_browser(|browser| async move {
        let pages = Arc::new(Pages::serve(replies.iter().cloned()).await.unwrap());
        let scene = Scene::start(browser, pages, true, false).await;
        tokio::time::timeout(Duration::from_secs(90), act(scene)).await.expect("the test takes too long");
    });
}

/// As [`scene`], for one page.
pub fn on_page<F, W>(html: &str, act: F)
where
    F: FnOnce(Scene) -> W,
    W: Future<Output = ()>,
{
    scene(&[("/", Reply::html(html))], act);
}

impl Scene {
    pub async fn start(browser: Browser, pages: Arc<Pages>, isolated: bool, pictures: bool) -> Self {
        let options =
            RecordOptions { start_url: pages.url("/"), task: Some("Show it".into()), pictures, isolated };
        let (recording, events) = Recording::start(&browser, options).await.unwrap();
        let person = Person::at(browser.devtools_address(), &pages.url("/")).await;
        Self {
            pages,
            person,
            browser,
            recording: Some(recording),
            events,
            steps: Vec::new(),
            said: String::new(),
            pictures: 0,
            ended: false,
            _own: None,
        }
    }

    pub fn recording(&self) -> &Recording {
        self.recording.as_ref().unwrap()
    }

    fn take(&mut self, event: LiveEvent) {
        if std::env::var_os("SAY").is_some() {
            eprintln!("{event:?}");
        }
        self.said.push_str(&format!("{event:?}\n"));
        match event {
            LiveEvent::Step(view) => {
                let at = view.index.min(self.steps.len());
                self.steps.insert(at, *view);
            }
            LiveEvent::StepChanged(view) => {
                if let Some(step) = self.steps.iter_mut().find(|step| step.id == view.id) {
                    *step = *view;
                }
            }
            LiveEvent::StepGone(id) => self.steps.retain(|step| step.id != id),
            LiveEvent::Picture { step, jpeg } => {
                assert_eq!(jpeg[..2], [0xff, 0xd8], "a picture is JPEG");
                self.pictures += 1;
                self.recording().keep_picture(step, format!("picture of {step}"));
            }
            LiveEvent::Ended => self.ended = true,
            LiveEvent::Tabs(_) | LiveEvent::Paused(_) => {}
        }
    }

    /// Waits until the steps are as wanted.
    pub async fn until(&mut self, what: &str, wanted: impl Fn(&[RecordedStepView]) -> bool) {
        let end = tokio::time::Instant::now() + Duration::from_secs(25);
        while !wanted(&self.steps) {
            match tokio::time::timeout_at(end, self.events.recv()).await {
                Ok(Some(event)) => self.take(event),
                _ => panic!("{what} did not come: {:#?}", self.lines()),
            }
        }
    }

    /// Takes in what is told within so many milliseconds.
    pub async fn look(&mut self, ms: u64) {
        let end = tokio::time::Instant::now() + Duration::from_millis(ms);
        while let Ok(Some(event)) = tokio::time::timeout_at(end, self.events.recv()).await {
            self.take(event);
        }
    }

    /// Waits until the recording says that it is over.
    pub async fn until_ended(&mut self) {
        for _ in 0..200 {
            if self.ended {
                return;
            }
            self.look(50).await;
        }
        panic!("the recording does not end");
    }

    /// Waits for so many steps.
    pub async fn steps(&mut self, count: usize) {
        self.until(&format!("step {count}"), |steps| steps.len() >= count).await;
    }

    /// The steps so far, a line each.
    pub fn lines(&self) -> Vec<String> {
        self.steps.iter().map(|step| format!("{} {}", step.action.name(), step.guidance)).collect()
    }

    /// Ends the recording. What is recorded reads back from its own file.
    pub async fn finish(mut self) -> Recorded {
        let id = "018f0000-0000-7000-8000-000000000001".parse().unwrap();
        let trajectory = self.recording.take().unwrap().finish(Outcome::Success, id, 1_700_000_000_000).await;
        while let Ok(event) = self.events.try_recv() {
            if std::env::var_os("SAY").is_some() {
                eprintln!("{event:?}");
            }
            self.said.push_str(&format!("{event:?}\n"));
        }
        let text = serde_json::to_string(&trajectory).unwrap();
        let back: Trajectory = serde_json::from_str(&text).unwrap();
        assert_eq!(back, trajectory, "what is written reads back the same");
        Recorded { trajectory, said: self.said, text, browser: self.browser, pages: self.pages }
    }
}

/// What a recording left.
pub struct Recorded {
    pub trajectory: Trajectory,
    pub said: String,
    pub text: String,
    pub browser: Browser,
    pub pages: Arc<Pages>,
}

impl Recorded {
    /// A step a line: action, name of its target, value, compound.
    pub fn lines(&self) -> Vec<String> {
        self.trajectory.steps.iter().map(line).collect()
    }

    #[track_caller]
    pub fn assert(&self, wanted: &[&str]) {
        let marks: Vec<_> = self.trajectory.steps.iter().map(|step| &step.mark).collect();
        assert_eq!(self.lines(), wanted, "{marks:?}");
    }

    #[track_caller]
    pub fn step(&self, action: Action) -> &Step {
        self.trajectory
            .steps
            .iter()
            .find(|step| step.action == action)
            .unwrap_or_else(|| panic!("no {} in {:?}", action.name(), self.lines()))
    }

    /// Every step says that it will replay.
    #[track_caller]
    pub fn assert_all_replay(&self) {
        for step in &self.trajectory.steps {
            let fine = step.target.is_none() || matches!(step.mark, Some(Replayable::Yes { .. }));
            assert!(fine, "{}: {:?}\n{:#?}", line(step), step.mark, step.target);
        }
    }
}

fn line(step: &Step) -> String {
    let target = step.target.as_ref();
    let name =
        target.and_then(|t| t.name.as_ref().or(t.label.as_ref()).or(t.text.as_ref()).or(t.tag.as_ref()));
    let mut line = step.action.name().to_owned();
    if let Some(name) = name {
        line.push_str(&format!(" {name}"));
    }
    match &step.value {
        Some(Value::Text(text)) => line.push_str(&format!(" = {text}")),
        Some(Value::Secret(name)) => line.push_str(&format!(" = secret {name}")),
        Some(Value::File(name)) => line.push_str(&format!(" = file {name}")),
        None => {}
    }
    if let Some(compound) = &step.compound {
        line.push_str(&format!(" ({})", compound.name()));
    }
    line
}

/// A hand on mouse and keyboard in one tab.
#[derive(Clone)]
pub struct Person {
    pub cdp: Cdp,
    pub session: String,
    pub target: String,
}

impl Person {
    /// In the tab that shows this address.
    pub async fn at(address: &str, url: &str) -> Self {
        let (cdp, _) = Cdp::connect(address).await.unwrap();
        Self::find(cdp, url).await
    }

    /// The same hand in another tab.
    pub async fn in_tab(&self, url: &str) -> Self {
        Self::find(self.cdp.clone(), url).await
    }

    async fn find(cdp: Cdp, url: &str) -> Self {
        for _ in 0..200 {
            let targets = cdp.call(None, "Target.getTargets", json!({})).await.unwrap();
            let found =
                targets["targetInfos"].as_array().unwrap().iter().find(|target| {
                    target["type"] == "page" && target["url"].as_str().unwrap().starts_with(url)
                });
            if let Some(found) = found {
                let target = found["targetId"].as_str().unwrap().to_owned();
                let session = cdp.attach(&target).await.unwrap();
                let person = Self { cdp, session, target };
                person.loaded().await;
                return person;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("no tab shows {url}");
    }

    pub async fn call(&self, method: &str, params: Json) -> Json {
        self.cdp
            .call(Some(&self.session), method, params)
            .await
            .unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    /// Evaluates in the page itself.
    pub async fn eval(&self, expression: &str) -> Json {
        let params = json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let answer = self.call("Runtime.evaluate", params).await;
        assert!(answer.get("exceptionDetails").is_none(), "{expression}: {answer}");
        answer["result"]["value"].clone()
    }

    /// Waits until an expression holds.
    pub async fn wait(&self, expression: &str) {
        for _ in 0..400 {
            let params = json!({ "expression": format!("Boolean({expression})"), "returnByValue": true });
            let answer = self.cdp.call(Some(&self.session), "Runtime.evaluate", params).await;
            if answer.is_ok_and(|answer| answer["result"]["value"] == true) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("`{expression}` does not come true");
    }

    pub async fn loaded(&self) {
        self.wait("document.readyState === 'complete'").await;
        // Chromium drops what is pressed on a page that was not painted yet.
        self.eval("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))")
            .await;
    }

    /// Middle of an element in the window; inner frames and open shadow roots by `frame >> inner`.
    pub async fn place(&self, css: &str) -> (f64, f64) {
        let script = format!(
            "(() => {{ let root = document, x = 0, y = 0, el = null;
               for (const part of {css:?}.split(' >> ')) {{
                 el = root.querySelector(part);
                 if (!el) return null;
                 if (el.tagName === 'IFRAME' && el.contentDocument) {{
                   const box = el.getBoundingClientRect(); x += box.x + el.clientLeft; y += box.y + el.clientTop;
                   root = el.contentDocument;
                 }} else if (el.shadowRoot) root = el.shadowRoot; else root = el;
               }}
               el.scrollIntoView({{ block: 'nearest', behavior: 'instant' }});
               const box = el.getBoundingClientRect();
               return [x + box.x + box.width / 2, y + box.y + box.height / 2]; }})()"
        );
        for _ in 0..100 {
            let found = self.eval(&script).await;
            if let (Some(x), Some(y)) = (found[0].as_f64(), found[1].as_f64()) {
                return (x, y);
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("`{css}` is not there");
    }

    async fn mouse(&self, kind: &str, x: f64, y: f64, more: Json) {
        let mut params = json!({ "type": kind, "x": x, "y": y });
        for (key, value) in more.as_object().into_iter().flatten() {
            params[key] = value.clone();
        }
        self.call("Input.dispatchMouseEvent", params).await;
    }

    pub async fn move_to(&self, x: f64, y: f64) {
        self.mouse("mouseMoved", x, y, json!({})).await;
    }

    pub async fn hover(&self, css: &str) {
        let (x, y) = self.place(css).await;
        self.move_to(x, y).await;
    }

    pub async fn click_at(&self, x: f64, y: f64, times: u32) {
        self.move_to(x, y).await;
        for count in 1..=times {
            let button = json!({ "button": "left", "buttons": 1, "clickCount": count });
            self.mouse("mousePressed", x, y, button).await;
            self.mouse("mouseReleased", x, y, json!({ "button": "left", "clickCount": count })).await;
        }
    }

    pub async fn click(&self, css: &str) {
        let (x, y) = self.place(css).await;
        self.click_at(x, y, 1).await;
    }

    /// A click that may end the page, whose answer nobody waits for.
    pub async fn click_away(&self, css: &str) {
        let (x, y) = self.place(css).await;
        self.move_to(x, y).await;
        let session = Some(self.session.as_str());
        let down = json!({ "type": "mousePressed", "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1 });
        let up = json!({ "type": "mouseReleased", "x": x, "y": y, "button": "left", "clickCount": 1 });
        drop(self.cdp.send(session, "Input.dispatchMouseEvent", down));
        drop(self.cdp.send(session, "Input.dispatchMouseEvent", up));
    }

    pub async fn double_click(&self, css: &str) {
        let (x, y) = self.place(css).await;
        self.click_at(x, y, 2).await;
    }

    pub async fn drag(&self, from: (f64, f64), to: (f64, f64)) {
        self.drag_until(from, to, "true").await;
    }

    /// Drags, and lets go once the page shows what is wanted.
    pub async fn drag_until(&self, from: (f64, f64), to: (f64, f64), expression: &str) {
        self.move_to(from.0, from.1).await;
        self.mouse(
            "mousePressed",
            from.0,
            from.1,
            json!({ "button": "left", "buttons": 1, "clickCount": 1 }),
        )
        .await;
        for part in 1..=5 {
            let share = f64::from(part) / 5.0;
            let (x, y) = (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share);
            self.mouse("mouseMoved", x, y, json!({ "button": "left", "buttons": 1 })).await;
        }
        self.wait(expression).await;
        self.mouse("mouseReleased", to.0, to.1, json!({ "button": "left", "clickCount": 1 })).await;
    }

    /// Types as keys do, each with its text.
    pub async fn types(&self, text: &str) {
        for c in text.chars() {
            let key = c.to_string();
            self.call("Input.dispatchKeyEvent", json!({ "type": "keyDown", "key": key, "text": key })).await;
            self.call("Input.dispatchKeyEvent", json!({ "type": "keyUp", "key": key })).await;
        }
    }

    /// A named key, with 1 Alt, 2 Control, 4 Meta, 8 Shift.
    pub async fn press(&self, key: &str, modifiers: u32) {
        let code = match key {
            "Enter" => 13,
            "Escape" => 27,
            "Tab" => 9,
            "ArrowDown" => 40,
            "ArrowUp" => 38,
            "Delete" => 46,
            "Backspace" => 8,
            other => other.to_uppercase().bytes().next().map_or(0, u32::from),
        };
        let mut params = json!({
            "type": "rawKeyDown", "key": key, "modifiers": modifiers, "windowsVirtualKeyCode": code,
        });
        if key == "Enter" {
            params["type"] = json!("keyDown");
            params["text"] = json!("\r");
        }
        self.call("Input.dispatchKeyEvent", params).await;
        let up =
            json!({ "type": "keyUp", "key": key, "modifiers": modifiers, "windowsVirtualKeyCode": code });
        self.call("Input.dispatchKeyEvent", up).await;
    }

    /// Clicks into a field and types.
    pub async fn fills(&self, css: &str, text: &str) {
        self.click(css).await;
        self.types(text).await;
    }
}

/// A browser that keeps sites apart as users' browsers do, for frames of other sites in processes of their own.
pub fn isolating_scene<F, W>(replies: &[(&str, Reply)], act: F)
where
    F: FnOnce(Scene) -> W,
    W: Future<Output = ()>,
{
    runtime().block_on(async {
        let profile = tempfile::tempdir().unwrap();
        let program = atelier_browser::find_program(None, std::env::var_os("PATH").as_deref()).unwrap();
        let mut child = tokio::process::Command::new(program)
            .args(["--headless=new", "--no-sandbox", "--remote-debugging-port=0", "--no-first-run"])
            .args(["--site-per-process", "--disable-background-networking", "--window-size=1100,700"])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg("about:blank")
            .stderr(std::process::Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let file = profile.path().join("DevToolsActivePort");
        let mut port = None;
        for _ in 0..600 {
            let text = std::fs::read_to_string(&file).unwrap_or_default();
            if let Some((first, path)) = text.split_once('\n') {
                port = Some(format!("ws://127.0.0.1:{}{}", first.trim(), path.trim()));
                break;
            }
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
        let address = port.expect("Chromium opens its debugging port");
        let pages = Arc::new(Pages::serve(replies.iter().cloned()).await.unwrap());
        let options = RecordOptions { start_url: pages.url("/"), ..RecordOptions::default() };
        let (recording, events) = Recording::attach(&address, options).await.unwrap();
        let person = Person::at(&address, &pages.url("/")).await;
        // The shared browser is not used here, but a scene holds one.
        let own = tempfile::tempdir().unwrap();
        let browser = Browser::launch(crate::rig::options(own.path())).await.unwrap();
        let closing = browser.clone();
        let scene = Scene {
            pages,
            person,
            browser,
            recording: Some(recording),
            events,
            steps: Vec::new(),
            said: String::new(),
            pictures: 0,
            ended: false,
            _own: Some(own),
        };
        tokio::time::timeout(Duration::from_secs(90), act(scene)).await.expect("the test takes too long");
        let _ = child.kill().await;
        let _ = closing.close().await;
    });
}
