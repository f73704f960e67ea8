//! A browser without a screen.

use std::collections::BTreeMap;

use atelier_practice::{Attempt, Practice, PracticeOptions, Task, serve, space::Site, verify};
use reqwest::{Client, StatusCode, redirect::Policy};

pub async fn practice() -> Practice {
    serve(PracticeOptions::default()).await.expect("the practice sites start")
}

pub struct Visitor<'a> {
    client: Client,
    pub practice: &'a Practice,
    pub space: String,
    cookies: BTreeMap<String, String>,
}

pub struct Page {
    pub status: StatusCode,
    /// Path and query after all redirects.
    pub at: String,
    pub content_type: String,
    pub text: String,
}

impl<'a> Visitor<'a> {
    pub fn new(practice: &'a Practice, space: &str) -> Self {
        let client = Client::builder().redirect(Policy::none()).no_proxy().build().expect("a client");
        let cookies = BTreeMap::from([("space".to_owned(), space.to_owned())]);
        Self { client, practice, space: space.to_owned(), cookies }
    }

    pub async fn get(&mut self, path: &str) -> Page {
        self.send(path, None).await
    }

    /// Sends a form and follows the redirect.
    pub async fn post(&mut self, path: &str, fields: &[(&str, &str)]) -> Page {
        self.send(path, Some(fields)).await
    }

    /// Like `post`, and the form must have been taken.
    pub async fn done(&mut self, path: &str, fields: &[(&str, &str)]) -> Page {
        let page = self.post(path, fields).await;
        assert_eq!(page.status, StatusCode::OK, "POST {path} {fields:?}: {}", page.text);
        page
    }

    async fn send(&mut self, path: &str, fields: Option<&[(&str, &str)]>) -> Page {
        let mut at = path.to_owned();
        let mut form = fields;
        for _ in 0..6 {
            let url = format!("{}{at}", self.practice.shop_url);
            let request =
                form.map_or_else(|| self.client.get(&url), |fields| self.client.post(&url).form(fields));
            let cookies: Vec<String> =
                self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
            let response = request.header("Cookie", cookies.join("; ")).send().await.expect("an answer");
            for cookie in response.headers().get_all("set-cookie") {
                let cookie = cookie.to_str().expect("a readable cookie");
                let (name, value) =
                    cookie.split(';').next().and_then(|pair| pair.split_once('=')).expect("a pair");
                if cookie.contains("Max-Age=0") {
                    self.cookies.remove(name);
                } else {
                    self.cookies.insert(name.to_owned(), value.to_owned());
                }
            }
            let header = |name: &str| {
                response
                    .headers()
                    .get(name)
                    .and_then(|value| value.to_str().ok())
                    .unwrap_or_default()
                    .to_owned()
            };
            let (status, location, content_type) =
                (response.status(), header("location"), header("content-type"));
            if status.is_redirection() {
                at = location;
                form = None;
                continue;
            }
            return Page { status, at, content_type, text: response.text().await.expect("a body") };
        }
        panic!("{path} redirects for ever");
    }

    /// The verdict over what this space holds now.
    pub fn verdict(&self, task: &Task, url: &str, answer: Option<&str>) -> Result<(), String> {
        let state = self.practice.shop.state(&self.space).state_json();
        verify(task, &Attempt { url: url.to_owned(), answer: answer.map(str::to_owned), state })
    }
}

impl Page {
    /// Text of the first element whose start tag contains `mark`, without inner tags.
    pub fn element(&self, mark: &str) -> Option<String> {
        let at = self.text.find(mark)?;
        let start = self.text[..at].rfind('<')?;
        let name: String = self.text[start + 1..].chars().take_while(char::is_ascii_alphanumeric).collect();
        let body = at + self.text[at..].find('>')? + 1;
        let end = body + self.text[body..].find(&format!("</{name}>"))?;
        let mut inside = false;
        let mut text = String::new();
        for letter in self.text[body..end].chars() {
            match letter {
                '<' => inside = true,
                '>' => inside = false,
                _ if !inside => text.push(letter),
                _ => {}
            }
        }
        Some(text.replace("&amp;", "&").trim().to_owned())
    }
}
