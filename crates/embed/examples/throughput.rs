//! Sentences per second, and what loading costs: `cargo run -p atelier-embed --example throughput [FOLDER] [LANES]`.

use std::path::PathBuf;
use std::time::Instant;

use atelier_embed::{Embedder, MiniLm};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/all-MiniLM-L6-v2")),
        PathBuf::from,
    );
    let begun = Instant::now();
    let model = match arguments.next() {
        Some(lanes) => MiniLm::load_with_lanes(&folder, lanes.parse()?)?,
        None => MiniLm::load(&folder)?,
    };
    println!("load: {:.0} ms", begun.elapsed().as_secs_f64() * 1e3);

    let texts = intents(2_000);
    let texts: Vec<_> = texts.iter().map(String::as_str).collect();
    model.embed(&texts[..64])?;
    let begun = Instant::now();
    for text in &texts[..50] {
        model.embed(&[text])?;
    }
    println!("one at a time: {:.1} ms", begun.elapsed().as_secs_f64() * 1e3 / 50.0);
    for _ in 0..3 {
        let begun = Instant::now();
        model.embed(&texts)?;
        println!("{:.0} sentences/s", texts.len() as f64 / begun.elapsed().as_secs_f64());
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
