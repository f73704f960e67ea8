//! A visitor with a space, as tests need it.

use atelier_practice::{Practice, PracticeOptions, serve};
use reqwest::{RequestBuilder, Response, StatusCode};
use serde_json::Value;

pub async fn start() -> Practice {
    serve(PracticeOptions::default()).await.expect("the practice sites start")
}

/// Sends the cookies it is made with; follows redirects, keeps nothing.
#[derive(Debug, Clone)]
pub struct Visitor {
    client: reqwest::Client,
    base: String,
    cookies: String,
}

impl Visitor {
    pub fn new(base: &str, space: &str) -> Self {
        Self { client: reqwest::Client::new(), base: base.to_owned(), cookies: format!("space={space}") }
    }

    /// The same visitor with a session.
    pub fn as_account(&self, cookie: &str, account: &str) -> Self {
        Self { cookies: format!("{}; {cookie}={account}", self.cookies), ..self.clone() }
    }

    /// The same visitor, shown redirects instead of following them.
    pub fn unled(&self) -> Self {
        let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build();
        Self { client: client.expect("a client"), ..self.clone() }
    }

    fn request(&self, request: RequestBuilder) -> RequestBuilder {
        request.header("cookie", &self.cookies)
    }

    pub async fn open(&self, path: &str) -> Response {
        let request = self.request(self.client.get(format!("{}{path}", self.base)));
        request.send().await.expect("an answer")
    }

    /// The text of a page that must be there.
    pub async fn page(&self, path: &str) -> String {
        let response = self.open(path).await;
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        response.text().await.expect("a text")
    }

    pub async fn json(&self, path: &str) -> Value {
        self.open(path).await.json().await.expect("JSON")
    }

    pub async fn send(&self, path: &str, form: &[(&str, &str)]) -> Response {
        let request = self.request(self.client.post(format!("{}{path}", self.base)));
        request.form(form).send().await.expect("an answer")
    }

    pub async fn verdict(&self, task: &str, url: &str, answer: Option<&str>) -> (bool, String) {
        let claim = serde_json::json!({ "task_id": task, "url": url, "answer": answer });
        let request = self.request(self.client.post(format!("{}/api/verify", self.base)));
        let verdict: Value =
            request.json(&claim).send().await.expect("an answer").json().await.expect("JSON");
        (verdict["passed"] == true, verdict["why"].as_str().unwrap_or_default().to_owned())
    }
}
