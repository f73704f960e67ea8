//! What pages did: requests and signals in order, over all tabs of one session.

use std::collections::HashMap;

use atelier_core::trajectory::{Request, Signal};
use base64::Engine;
use url::Url;

/// Upper bound on what is kept; a page that requests without end is cut here.
const KEEP: usize = 20_000;

#[derive(Debug, Default)]
pub(crate) struct Journal {
    requests: Vec<(String, Request)>,
    signals: Vec<Signal>,
    /// Statuses that were told before their request was.
    early: HashMap<String, u16>,
}

/// A place in the journal.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Mark {
    requests: usize,
    signals: usize,
}

impl Journal {
    pub fn mark(&self) -> Mark {
        Mark { requests: self.requests.len(), signals: self.signals.len() }
    }

    pub fn requests_since(&self, mark: Mark) -> Vec<Request> {
        self.requests.iter().skip(mark.requests).map(|(_, request)| request.clone()).collect()
    }

    pub fn signals_since(&self, mark: Mark) -> Vec<Signal> {
        self.signals.iter().skip(mark.signals).cloned().collect()
    }

    pub fn signal(&mut self, signal: Signal) {
        if self.signals.len() < KEEP {
            self.signals.push(signal);
        }
    }

    pub fn request(&mut self, id: &str, mut request: Request) {
        if self.requests.len() < KEEP {
            request.status = request.status.or_else(|| self.early.remove(id));
            self.requests.push((id.to_owned(), request));
        }
    }

    /// Status of the last request of this id.
    pub fn status(&mut self, id: &str, status: u16) {
        let last = self.requests.iter_mut().rev().find(|(known, _)| known == id);
        match last {
            Some((_, request)) => request.status = Some(status),
            None if self.early.len() < 1000 => {
                self.early.insert(id.to_owned(), status);
            }
            None => {}
        }
    }

    /// True where this request was redirected already, so that its next part is a new request.
    pub fn knows(&self, id: &str) -> bool {
        self.requests.iter().rev().take(200).any(|(known, _)| known == id)
    }
}

/// The shape of one request: method, path, and the names of its fields. Values are never kept.
pub(crate) fn shape(method: &str, url: &str, content_type: &str, bodies: &[&str]) -> Option<Request> {
    let url = Url::parse(url).ok()?;
    if !matches!(url.scheme(), "http" | "https") {
        return None;
    }
    let mut fields: Vec<String> = url.query_pairs().map(|(name, _)| name.into_owned()).collect();
    let mut body = Vec::new();
    for part in bodies {
        body.extend(base64::engine::general_purpose::STANDARD.decode(part).unwrap_or_default());
    }
    fields.extend(field_names(content_type, &body));
    let mut seen = std::collections::BTreeSet::new();
    fields.retain(|name| !name.is_empty() && seen.insert(name.clone()));
    fields.truncate(100);
    Some(Request { method: method.to_ascii_uppercase(), path: url.path().to_owned(), status: None, fields })
}

fn field_names(content_type: &str, body: &[u8]) -> Vec<String> {
    if body.is_empty() {
        return Vec::new();
    }
    let kind = content_type.to_ascii_lowercase();
    if kind.contains("json") {
        return match serde_json::from_slice(body) {
            Ok(serde_json::Value::Object(map)) => map.keys().cloned().collect(),
            _ => Vec::new(),
        };
    }
    let text = String::from_utf8_lossy(body);
    if kind.contains("multipart") {
        return text
            .split("name=\"")
            .skip(1)
            .filter_map(|rest| rest.split('"').next())
            .zip(text.match_indices("name=\"").map(|(at, _)| text[..at].ends_with("file")))
            .filter(|(_, is_file_name)| !is_file_name)
            .map(|(name, _)| name.to_owned())
            .collect();
    }
    if kind.contains("urlencoded") {
        return url::form_urlencoded::parse(body).map(|(name, _)| name.into_owned()).collect();
    }
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encoded(text: &str) -> String {
        base64::engine::general_purpose::STANDARD.encode(text)
    }

    #[test]
    fn names_of_fields_are_kept_and_values_are_not() {
        let form = encoded("title=Secret+plan&body=x&title=again");
        let request = shape(
            "post",
            "http://a.example/submit?draft=1",
            "application/x-www-form-urlencoded",
            &[&form],
        )
        .unwrap();
        assert_eq!((request.method.as_str(), request.path.as_str()), ("POST", "/submit"));
        assert_eq!(request.fields, ["draft", "title", "body"]);
        assert!(!format!("{request:?}").contains("Secret"));
    }

    #[test]
    fn multipart_and_json_bodies_are_read_too() {
        let multipart = encoded(
            "--x\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nv\r\n--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.png\"\r\n\r\nv\r\n--x--",
        );
        let names = shape("POST", "http://a.example/", "multipart/form-data; boundary=x", &[&multipart]);
        assert_eq!(names.unwrap().fields, ["title", "file"]);
        let json = encoded(r#"{"choice": 1, "id": 2}"#);
        assert_eq!(shape("PUT", "http://a.example/v", "application/json", &[&json]).unwrap().fields, ["choice", "id"]);
        assert!(shape("GET", "data:text/html,x", "", &[]).is_none());
    }

    #[test]
    fn a_status_told_early_finds_its_request() {
        let mut journal = Journal::default();
        let mark = journal.mark();
        journal.status("7", 204);
        journal.request("7", shape("GET", "http://a.example/x", "", &[]).unwrap());
        assert_eq!(journal.requests_since(mark)[0].status, Some(204));
        journal.status("7", 302);
        assert_eq!(journal.requests_since(mark)[0].status, Some(302));
    }
}
