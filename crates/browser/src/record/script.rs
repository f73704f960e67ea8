//! The recorder's page script: the page engine with the listeners behind it, in one closure.

use atelier_core::secrets;
use atelier_core::target::{ACCEPT, Identity, MARGIN};
use serde_json::{Map, Value, json};

use crate::engine;

/// The isolated world the script runs in. Pages cannot reach into it.
pub(super) const WORLD: &str = "atelier-recorder";
/// The function by which the script tells what it saw; it exists in that world only.
pub(super) const BINDING: &str = "__atelierTell";

const HEAD: &str = "(() => { \"use strict\";\n";
const TAIL: &str = "\nreturn void 0; })()";
const PARTS: [&str; 6] = [
    include_str!("../page_script/record.js"),
    include_str!("../page_script/record_shown.js"),
    include_str!("../page_script/record_pointer.js"),
    include_str!("../page_script/record_fields.js"),
    include_str!("../page_script/record_widgets.js"),
    include_str!("../page_script/record_entry.js"),
];

/// The whole script.
pub(super) fn source() -> String {
    let engine = engine::SOURCE.trim_start_matches(HEAD).trim_end_matches(TAIL);
    let config = config();
    // Once a document: what was put into a frame at once must not listen a second time.
    let once = "if (globalThis.atelierRecorder) return;";
    format!("{HEAD}{once}\nconst CONFIG = {config};\n{engine}\n{{\n{}\n}}{TAIL}", PARTS.concat())
}

fn config() -> Value {
    let weights: Map<String, Value> = Identity::ALL
        .into_iter()
        .filter_map(|identity| Some((json!(identity).as_str()?.to_owned(), json!(identity.weight()))))
        .collect();
    json!({
        "binding": BINDING,
        "weights": weights,
        "accept": ACCEPT,
        "margin": MARGIN,
        "tokens": secrets::TOKENS,
        "words": secrets::FIELD_WORDS,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engine_and_listeners_share_one_closure() {
        let source = source();
        assert_eq!(source.matches("\"use strict\"").count(), 1);
        assert_eq!(source.matches(TAIL.trim()).count(), 1);
        for part in ["function candidates", "function describe", "function portrait", "\"role_name\":80"] {
            assert!(source.contains(part), "{part}");
        }
    }
}
