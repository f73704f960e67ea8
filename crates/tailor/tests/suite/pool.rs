//! The local path over a pool with known truth, bounded; the full size is in `examples/pool.rs`.

use std::path::Path;

use atelier_embed::MiniLm;
use atelier_testkit::pool::{Phrasings, pool};

use super::truth;

/// Enough for every chore in several wordings, orders and values.
const SIZE: usize = 250;

fn model() -> MiniLm {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/all-MiniLM-L6-v2");
    MiniLm::load(&folder).expect("run `cargo xtask test`, which fetches the embedding model")
}

#[tokio::test]
async fn duplicates_and_granularity_are_told_and_no_chore_is_lost() {
    // The phrasings are those that nothing was improved on.
    let made = pool(&truth::samples(), SIZE, 20_261, Phrasings::HeldOut);
    assert_eq!(made.len(), SIZE);
    let found = truth::run(&made, &model()).await;
    let told = format!("{found}\n{}", found.faults.join("\n"));
    assert!(found.lost.is_empty(), "{told}");
    assert!(found.duplicates.precision() >= 0.95 && found.duplicates.recall() >= 0.95, "{told}");
    assert!(found.judged.precision() >= 0.95 && found.judged.recall() >= 0.95, "{told}");
    for grade in 1..6 {
        let (precision, recall) = found.grade(grade);
        assert!(precision >= 0.9 && recall >= 0.9, "granularity {grade}: {told}");
    }
}

#[tokio::test]
async fn the_funnel_is_the_same_byte_for_byte() {
    let made = pool(&truth::samples(), 60, 5, Phrasings::Known);
    let model = model();
    let bytes = |found: truth::Found| {
        let s = found.selected;
        serde_json::to_vec(&(s.skills, s.verdicts, s.stages, s.moves, s.reports, s.view)).unwrap()
    };
    let first = bytes(truth::run(&made, &model).await);
    let second = bytes(truth::run(&made, &model).await);
    assert!(first == second, "two runs over the same recordings differ");
}
