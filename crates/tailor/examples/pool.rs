//! The local path over a pool of candidates with known truth, in full size:
//! `cargo run -p atelier-tailor --example pool [SIZE] [SEED] [--faults]`

#[path = "../tests/suite/truth.rs"]
mod truth;

use std::path::Path;
use std::time::Instant;

use atelier_embed::MiniLm;
use atelier_testkit::pool::{Phrasings, pool};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let numbers: Vec<usize> = arguments.iter().filter_map(|text| text.parse().ok()).collect();
    let size = numbers.first().copied().unwrap_or(1_300);
    let seed = numbers.get(1).copied().unwrap_or(7) as u64;
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/all-MiniLM-L6-v2"));
    let model = MiniLm::load(folder)?;
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    let samples = truth::samples();
    for (name, phrasings) in [("known", Phrasings::Known), ("held-out", Phrasings::HeldOut)] {
        let made = pool(&samples, size, seed, phrasings);
        let begun = Instant::now();
        let found = runtime.block_on(truth::run(&made, &model));
        println!("{name} phrasings, {:.1} s\n{found}\n", begun.elapsed().as_secs_f64());
        if arguments.iter().any(|text| text == "--faults") && phrasings == Phrasings::Known {
            println!("{}\n", found.faults.join("\n"));
        }
    }
    Ok(())
}
