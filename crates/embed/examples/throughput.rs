//! Sentences per second, and what loading costs:
//! `cargo run -p atelier-embed --example throughput [LANES] [TOKENS OF A BATCH]…`

use std::path::Path;
use std::time::Instant;

use atelier_embed::{Embedder, MiniLm, Tuning};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/all-MiniLM-L6-v2"));
    let numbers: Vec<usize> =
        std::env::args().skip(1).map(|number| number.parse()).collect::<Result<_, _>>()?;
    let lanes = numbers.first().copied().unwrap_or(Tuning::default().lanes);
    let sizes = match numbers.get(1..) {
        Some(sizes) if !sizes.is_empty() => sizes.to_vec(),
        _ => vec![Tuning::default().batch_tokens],
    };
    let texts = intents(1_000);
    let texts: Vec<_> = texts.iter().map(String::as_str).collect();
    for batch_tokens in sizes {
        let begun = Instant::now();
        let model = MiniLm::load_with(folder, Tuning { lanes, batch_tokens })?;
        let load = begun.elapsed().as_secs_f64() * 1e3;
        let begun = Instant::now();
        for text in &texts[..50] {
            model.embed(&[text])?;
        }
        let alone = begun.elapsed().as_secs_f64() * 1e3 / 50.0;
        let mut best: f64 = 0.0;
        for _ in 0..3 {
            let begun = Instant::now();
            model.embed(&texts)?;
            best = best.max(texts.len() as f64 / begun.elapsed().as_secs_f64());
        }
        println!(
            "{lanes} lanes, batches of {batch_tokens} tokens: load {load:.0} ms, one text {alone:.1} ms, {best:.0} sentences/s"
        );
    }
    Ok(())
}

/// Short intents of varying length, as people type them.
fn intents(count: usize) -> Vec<String> {
    let verbs = ["Find", "Open", "Show me", "Subscribe to", "Upvote", "Reply to", "Delete", "Add to my cart"];
    let things = [
        "the newest post in the books forum",
        "all orders from last month that were not delivered",
        "the cheapest wireless keyboard with at least four stars",
        "comments by the user who wrote about sourdough bread, sorted by top of all time",
        "my profile",
        "the submission titled \"What are you reading this week?\" and say that I liked it",
        "a pair of running shoes in size 42",
        "page two",
    ];
    (0..count)
        .map(|n| format!("{} {} ({n})", verbs[n % verbs.len()], things[n / verbs.len() % things.len()]))
        .collect()
}
