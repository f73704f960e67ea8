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
    /// Statuses of the last answers by request id.
    answers: HashMap<String, u16>,
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

    /// A request, or the next part of one that was redirected.
    pub fn request(&mut self, id: &str, mut request: Request) {
        if self.requests.len() < KEEP {
            // Events of different kinds come in any order; the answer that was told is that of the last part.
            request.status = request.status.or_else(|| self.answers.get(id).copied());
            self.requests.push((id.to_owned(), request));
        }
    }

    /// The known part of a request was answered with a redirect.
    pub fn redirected(&mut self, id: &str, status: u16) {
        if let Some(request) = self.last(id) {
            request.status = Some(status);
        }
    }

    /// The request of this id was answered at last.
    pub fn answered(&mut self, id: &str, status: u16) {
        if self.answers.len() < KEEP {
            self.answers.insert(id.to_owned(), status);
        }
        if let Some(request) = self.last(id) {
            request.status = Some(status);
        }
    }

    fn last(&mut self, id: &str) -> Option<&mut Request> {
        self.requests.iter_mut().rev().find(|(known, _)| known == id).map(|(_, request)| request)
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
        let request =
            shape("post", "http://a.example/submit?draft=1", "application/x-www-form-urlencoded", &[&form])
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
        assert_eq!(
            shape("PUT", "http://a.example/v", "application/json", &[&json]).unwrap().fields,
            ["choice", "id"]
        );
        assert!(shape("GET", "data:text/html,x", "", &[]).is_none());
    }

    #[test]
    fn statuses_find_their_requests_in_any_order() {
        let shape =
            |method: &str, path: &str| shape(method, &format!("http://a.example{path}"), "", &[]).unwrap();
        let steps: [fn(&mut Journal, &dyn Fn(&str, &str) -> Request); 2] = [
            |journal, shape| {
                journal.redirected("7", 303);
                journal.request("7", shape("GET", "/x"));
            },
            |journal, _| journal.answered("7", 200),
        ];
        for order in [[0, 1], [1, 0]] {
            let mut journal = Journal::default();
            let mark = journal.mark();
            journal.request("7", shape("POST", "/x"));
            for at in order {
                steps[at](&mut journal, &shape);
            }
            let made: Vec<_> =
                journal.requests_since(mark).into_iter().map(|r| (r.method, r.status)).collect();
            assert_eq!(made, [("POST".to_owned(), Some(303)), ("GET".to_owned(), Some(200))]);
        }
        let mut journal = Journal::default();
        journal.answered("8", 204);
        journal.request("8", shape("GET", "/y"));
        assert_eq!(journal.requests_since(Mark::default())[0].status, Some(204));
    }
}
