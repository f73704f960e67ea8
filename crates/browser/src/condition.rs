//! Whether conditions hold on the live page.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use atelier_core::condition::Condition;
use atelier_core::replay::ConditionReport;
use atelier_core::target::Choice;
use atelier_core::trajectory::Request;
use atelier_core::url_pattern::wildcard;
use percent::decoded;
use url::Url;

use crate::browser::lock;
use crate::error::BrowserError;
use crate::page::{Mark, Page};

/// Time between two looks at a page that does not fulfil a condition yet.
const LOOK: Duration = Duration::from_millis(40);

/// What conditions are judged by, beside the page itself.
#[derive(Debug)]
pub(crate) struct Evidence<'a> {
    /// Where the replay began in the journal.
    pub since: Mark,
    pub outputs: &'a BTreeMap<String, String>,
}

impl Page {
    /// Looks until all conditions hold or the time is over; reports each as it was at the last look.
    pub(crate) async fn hold(
        &self,
        conditions: &[Condition],
        evidence: &Evidence<'_>,
        until: Instant,
        stopped: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<ConditionReport>, BrowserError> {
        loop {
            let mut reports = Vec::with_capacity(conditions.len());
            for condition in conditions {
                let (held, saw) = match self.holds(condition, evidence).await {
                    Err(BrowserError::Replaced { .. }) => (false, None),
                    other => other?,
                };
                reports.push(ConditionReport {
                    condition: condition.describe(),
                    held,
                    saw: if held { None } else { saw },
                });
            }
            if reports.iter().all(|report| report.held) || Instant::now() >= until || stopped() {
                return Ok(reports);
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    async fn holds(
        &self,
        condition: &Condition,
        evidence: &Evidence<'_>,
    ) -> Result<(bool, Option<String>), BrowserError> {
        Ok(match condition {
            Condition::UrlContains(text) => {
                let url = self.url().await?;
                (decoded(&url).contains(&decoded(text)), Some(url))
            }
            Condition::PathMatches(pattern) => {
                let url = self.url().await?;
                let path = Url::parse(&url).map(|url| url.path().to_owned()).unwrap_or_default();
                (path_matches(pattern, &path), Some(path))
            }
            Condition::TextPresent(text) => {
                let there = self.shows(text).await?;
                (there, Some(format!("a page titled “{}” without it", self.title().await?)))
            }
            Condition::TextAbsent(text) => (!self.shows(text).await?, Some("it is there".into())),
            Condition::ElementPresent(target) => match self.locate(target).await? {
                found if found.hidden => (false, Some("it is there but not visible".into())),
                found => match found.choice {
                    Choice::One { .. } => (true, None),
                    Choice::None { .. } => (false, Some("nothing like it".into())),
                    Choice::Ambiguous { among, .. } => (false, Some(format!("{} of them", among.len()))),
                },
            },
            Condition::ElementAbsent(target) => {
                let found = self.locate(target).await?;
                let gone = found.hidden || matches!(found.choice, Choice::None { .. });
                (gone, Some("it is still there".into()))
            }
            Condition::FieldHas { target, value } => {
                let found = self.locate(target).await?;
                match found.chosen(target, true) {
                    Ok(chosen) => {
                        let text = self.read(&chosen).await?;
                        (same_text(&text, value), Some(format!("“{text}”")))
                    }
                    Err(error) => (false, Some(error.to_string())),
                }
            }
            Condition::RequestMade { method, path } => {
                let made = lock(&self.session.journal).requests_since(evidence.since);
                request_made(method, path, &made)
            }
            Condition::OutputFilled(name) => {
                let text = evidence.outputs.get(name);
                (text.is_some_and(|text| !text.trim().is_empty()), Some("nothing was read".into()))
            }
        })
    }
}

fn same_text(a: &str, b: &str) -> bool {
    a.split_whitespace().eq(b.split_whitespace())
}

pub(crate) fn path_matches(pattern: &str, path: &str) -> bool {
    let plain = |text: &str| {
        let text = decoded(text);
        if text.len() > 1 { text.trim_end_matches('/').to_owned() } else { text }
    };
    wildcard(&plain(pattern), &plain(path))
}

fn request_made(method: &str, path: &str, made: &[Request]) -> (bool, Option<String>) {
    let alike: Vec<&Request> = made
        .iter()
        .filter(|request| request.method.eq_ignore_ascii_case(method) && path_matches(path, &request.path))
        .collect();
    let accepted = alike.iter().any(|request| request.status.is_some_and(|status| status < 400));
    let saw = match alike.last() {
        Some(request) => match request.status {
            Some(status) => format!("it was answered with {status}"),
            None => "it was not answered".to_owned(),
        },
        None => {
            let others: Vec<String> = made
                .iter()
                .rev()
                .take(4)
                .map(|request| format!("{} {}", request.method, request.path))
                .collect();
            if others.is_empty() {
                "no request at all".to_owned()
            } else {
                format!("only {}", others.join(", "))
            }
        }
    };
    (accepted, Some(saw))
}

mod percent {
    /// Percent-decoded, `+` as a space.
    pub fn decoded(text: &str) -> String {
        let bytes = text.as_bytes();
        let mut out = Vec::with_capacity(bytes.len());
        let mut at = 0;
        while at < bytes.len() {
            let hex = |i: usize| bytes.get(i).and_then(|b| char::from(*b).to_digit(16));
            match (bytes[at], hex(at + 1), hex(at + 2)) {
                (b'%', Some(high), Some(low)) => {
                    out.push(u8::try_from(high * 16 + low).unwrap_or_default());
                    at += 3;
                }
                (b'+', ..) => {
                    out.push(b' ');
                    at += 1;
                }
                (byte, ..) => {
                    out.push(byte);
                    at += 1;
                }
            }
        }
        String::from_utf8_lossy(&out).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(method: &str, path: &str, status: Option<u16>) -> Request {
        Request { method: method.into(), path: path.into(), status, fields: Vec::new() }
    }

    #[test]
    fn addresses_are_compared_decoded() {
        assert!(decoded("http://a/?q=a+b%C3%BC").contains(&decoded("q=a bü")));
        assert_eq!(decoded("100%"), "100%");
        assert_eq!(decoded("%zz%é"), "%zz%é");
    }

    #[test]
    fn paths_match_by_pattern_and_without_a_last_slash() {
        assert!(path_matches("/f/*/submit", "/f/books/submit/"));
        assert!(path_matches("/f/my books", "/f/my%20books"));
        assert!(!path_matches("/f/*", "/g/x"));
        assert!(path_matches("/", "/"));
    }

    #[test]
    fn a_refused_request_was_not_made() {
        let made = [request("POST", "/submit", Some(422)), request("GET", "/x", Some(200))];
        assert_eq!(request_made("POST", "/submit", &made), (false, Some("it was answered with 422".into())));
        assert!(request_made("post", "/submit", &[request("POST", "/submit", Some(302))]).0);
        let (held, saw) = request_made("DELETE", "/x", &made);
        assert!(!held && saw.unwrap().contains("GET /x"));
        assert!(!request_made("GET", "/y", &[request("GET", "/y", None)]).0);
    }
}
