//! The real window under WebDriver.

use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use fantoccini::elements::Element;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};

use super::{Home, eventually};

/// The app's window over a data folder.
pub struct Window {
    driver: Child,
    pub client: Client,
}

impl Window {
    /// Opens the app; fails naming what is missing.
    pub async fn open(home: &Home) -> Self {
        assert!(
            std::env::var_os("DISPLAY").is_some() || std::env::var_os("WAYLAND_DISPLAY").is_some(),
            "the window needs a display: run `cargo xtask test`, which starts one"
        );
        let port = free_port();
        let driver = Command::new("WebKitWebDriver")
            .arg(format!("--port={port}"))
            .env("TAURI_WEBVIEW_AUTOMATION", "true")
            // With this renderer off, as the app sets it for people, the driver's screenshots never end.
            .env("WEBKIT_DISABLE_DMABUF_RENDERER", "0")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("`WebKitWebDriver` is there (package webkit2gtk-driver); `cargo xtask test` brings it");
        let url = format!("http://127.0.0.1:{port}");
        let home = home.path().to_str().expect("a UTF-8 path").to_owned();
        let client = eventually("the WebDriver session", || connect(&url, &home)).await;
        client.set_window_size(1360, 860).await.expect("the window takes a size");
        Self { driver, client }
    }

    /// The first visible element that matches an XPath, waited for.
    pub async fn find(&self, xpath: &str) -> Element {
        eventually(xpath, || async {
            let found = self.client.find(Locator::XPath(xpath)).await.ok()?;
            found.is_displayed().await.ok()?.then_some(found)
        })
        .await
    }

    /// As [`Self::find`], for work that may take minutes.
    pub async fn find_slowly(&self, xpath: &str) -> Element {
        let deadline = std::time::Instant::now() + Duration::from_mins(10);
        loop {
            if let Ok(found) = self.client.find(Locator::XPath(xpath)).await {
                return found;
            }
            assert!(
                std::time::Instant::now() <= deadline,
                "{xpath} did not come within ten minutes; the window shows:\n{}",
                self.text().await
            );
            tokio::time::sleep(Duration::from_millis(250)).await;
        }
    }

    /// Presses the button of this text, once nothing (a note that passes) lies over it.
    pub async fn press(&self, text: &str) {
        let xpath = format!("//button[contains(normalize-space(.), \"{text}\")]");
        eventually(&format!("a press on “{text}”"), || async {
            self.find(&xpath).await.click().await.ok()
        })
        .await;
    }

    /// Opens a screen by the rail.
    pub async fn screen(&self, name: &str) {
        let xpath = format!("//nav//a[contains(normalize-space(.), \"{name}\")]");
        self.find(&xpath).await.click().await.expect("the rail can be used");
        self.find(&format!("//h1[contains(normalize-space(.), \"{name}\")]")).await;
    }

    /// All text in the window.
    pub async fn text(&self) -> String {
        let text = self.client.execute("return document.body.innerText", Vec::new()).await;
        text.ok().and_then(|t| t.as_str().map(str::to_owned)).unwrap_or_default()
    }

    /// Violations that axe finds on what is shown.
    pub async fn axe(&self) -> Vec<Value> {
        let path = std::env::var_os("ATELIER_AXE").expect(
            "axe is missing: run `cargo xtask test`, which brings it by npm (ATELIER_AXE names its script)",
        );
        if path.is_empty() {
            // The test command could not bring axe, has said so loudly, and fails for it in CI.
            eprintln!("axe is NOT run: ATELIER_AXE is empty");
            return Vec::new();
        }
        let script = std::fs::read_to_string(&path).expect("the axe script");
        self.client.execute(&script, Vec::new()).await.expect("axe loads");
        let run = "const done = arguments[arguments.length - 1];
            axe.run(document, { resultTypes: ['violations'] }).then(
                r => done(r.violations.map(v => ({ id: v.id, help: v.help, nodes: v.nodes.map(n => n.html.slice(0, 200)) }))),
                e => done([{ id: 'axe', help: String(e), nodes: [] }]))";
        let found = self.client.execute_async(run, Vec::new()).await.expect("axe runs");
        found.as_array().cloned().expect("axe reports a list")
    }

    /// Ends the session and with it the app.
    pub async fn close(mut self) {
        let _ = self.client.clone().close().await;
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        let _ = self.driver.kill();
    }
}

async fn connect(url: &str, home: &str) -> Option<Client> {
    // No `browserName`: the driver refuses to match one for an app's own window.
    let options = json!({
        "webkitgtk:browserOptions": { "binary": env!("CARGO_BIN_EXE_atelier"), "args": ["--home", home] },
        "timeouts": { "script": 60_000, "pageLoad": 60_000, "implicit": 0 },
    });
    let capabilities = options.as_object().cloned().expect("an object");
    let mut builder = ClientBuilder::new(HttpConnector::new());
    builder.capabilities(capabilities);
    tokio::time::timeout(Duration::from_mins(1), builder.connect(url)).await.ok()?.ok()
}

fn free_port() -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
    listener.local_addr().expect("its address").port()
}
