//! Which new documents the person asked for: by the address bar, back, forward and reload. Everything else is a
//! page's doing, and a signal of the step before.

use serde_json::Value;

/// A page that was asked this long ago or less did it itself, in milliseconds.
const OWN: f64 = 1500.0;

/// What is known about a tab when it shows something new.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Situation<'a> {
    pub known: &'a [i64],
    pub at: usize,
    /// Milliseconds since something was done in the tab.
    pub since_act: f64,
    /// Milliseconds since a document of the tab asked for another one.
    pub since_asked: f64,
    /// Chromium's own word for the navigation that was begun (`reload`, `differentDocument`, …); empty where it
    /// told none.
    pub kind: &'a str,
}

/// Who wanted it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    Page,
    Address(String),
    Back,
    Forward,
    Reload,
}

/// Judges by the tab's history (an answer of `Page.getNavigationHistory`). Gives the new ids and place as well.
pub(super) fn judge(history: &Value, same_document: bool, was: Situation) -> (Cause, Vec<i64>, usize) {
    let entries = history["entries"].as_array().map(Vec::as_slice).unwrap_or_default();
    let ids: Vec<i64> = entries.iter().filter_map(|entry| entry["id"].as_i64()).collect();
    let at = history["currentIndex"].as_u64().and_then(|at| usize::try_from(at).ok()).unwrap_or_default();
    let cause = cause(entries.get(at), &ids, at, same_document, was);
    (cause, ids, at)
}

fn cause(entry: Option<&Value>, ids: &[i64], at: usize, same_document: bool, was: Situation) -> Cause {
    let Some(entry) = entry else { return Cause::Page };
    // The entry was there before, elsewhere in the list: somebody went back or forward.
    let known = ids.get(at).and_then(|id| was.known.iter().position(|known| known == id));
    if let Some(place) = known
        && place != was.at
    {
        // A page's own `history.back()` follows a click at once.
        return match () {
            () if was.since_act < OWN => Cause::Page,
            () if place < was.at => Cause::Back,
            () => Cause::Forward,
        };
    }
    if same_document {
        return Cause::Page;
    }
    let transition = entry["transitionType"].as_str().unwrap_or_default();
    // A reload keeps the entry and the way it once came about.
    let reloads = was.kind.starts_with("reload")
        || was.kind.is_empty() && (transition == "reload" || known == Some(was.at));
    if reloads {
        return if was.since_act >= OWN && was.since_asked >= OWN { Cause::Reload } else { Cause::Page };
    }
    match transition {
        "typed" | "generated" | "keyword" | "auto_bookmark" | "address_bar" if was.since_asked >= 50.0 => {
            Cause::Address(entry["url"].as_str().unwrap_or_default().to_owned())
        }
        _ => Cause::Page,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn history(at: usize, entries: &[(i64, &str)]) -> Value {
        let entries: Vec<Value> = entries
            .iter()
            .map(|(id, transition)| json!({ "id": id, "url": format!("http://a.example/{id}"), "transitionType": transition }))
            .collect();
        json!({ "currentIndex": at, "entries": entries })
    }

    const CALM: Situation = Situation { known: &[1, 2], at: 1, since_act: 9e9, since_asked: 9e9, kind: "" };

    #[test]
    fn the_address_bar_and_its_neighbours_are_steps() {
        let entries = [(1, "typed"), (2, "link")];
        assert_eq!(judge(&history(0, &entries), false, CALM).0, Cause::Back);
        let forward = Situation { at: 0, ..CALM };
        assert_eq!(judge(&history(1, &entries), false, forward).0, Cause::Forward);
        assert_eq!(
            judge(&history(2, &[(1, "typed"), (2, "link"), (3, "typed")]), false, CALM).0,
            Cause::Address("http://a.example/3".into())
        );
        assert_eq!(judge(&history(1, &[(1, "typed"), (2, "reload")]), false, CALM).0, Cause::Reload);
    }

    #[test]
    fn what_a_page_does_itself_is_none() {
        let just = Situation { since_act: 40.0, ..CALM };
        assert_eq!(judge(&history(0, &[(1, "typed"), (2, "link")]), false, just).0, Cause::Page);
        assert_eq!(judge(&history(1, &[(1, "typed"), (2, "reload")]), false, just).0, Cause::Page);
        assert_eq!(judge(&history(2, &[(1, "typed"), (2, "link"), (3, "link")]), false, CALM).0, Cause::Page);
        assert_eq!(judge(&history(2, &[(1, "typed"), (2, "link"), (3, "typed")]), true, CALM).0, Cause::Page);
    }
}
