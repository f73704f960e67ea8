//! Quality of intent normalisation against labelled intents, clustered at 0.82:
//! `cargo run -p atelier-tailor --example intents FILE [SITE,…]`
//!
//! The file is a JSON list of `{intent, intent_template, intent_template_id, sites}`. Templates with an even
//! number are the half to tune on, the odd ones the half to test on. Only intents of one site count; the sites
//! may be narrowed, so that a site can stay apart as a last test.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

use atelier_core::intent;
use atelier_embed::{Embedder, MiniLm};
use atelier_tailor::{cluster, intents};
use serde_json::Value;

/// Cosine similarity of the task log's clusters (AutoTailor A.4).
const THRESHOLD: f64 = 0.82;

type Failure = Box<dyn std::error::Error>;

struct Labelled {
    intent: String,
    template: String,
    label: i64,
    site: String,
}

fn main() -> Result<(), Failure> {
    let mut arguments = std::env::args().skip(1);
    let Some(file) = arguments.next() else {
        return Err("name the file with the labelled intents".into());
    };
    let only: Option<Vec<String>> =
        arguments.next().map(|sites| sites.split(',').map(str::to_owned).collect());
    let all: Vec<Labelled> = read(&file)?
        .into_iter()
        .filter(|one| only.as_ref().is_none_or(|only| only.contains(&one.site)))
        .collect();
    let model =
        MiniLm::load(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/all-MiniLM-L6-v2")))?;
    println!("pair F1 (precision / recall) of greedy clusters at {THRESHOLD}");
    for (name, part) in [("tuning half", Some(0)), ("test half", Some(1)), ("both halves", None)] {
        let mine: Vec<&Labelled> =
            all.iter().filter(|one| part.is_none_or(|part| one.label.rem_euclid(2) == part)).collect();
        half(name, &mine, &model)?;
    }
    Ok(())
}

fn read(file: &str) -> Result<Vec<Labelled>, Failure> {
    let rows: Vec<Value> = serde_json::from_slice(&std::fs::read(file)?)?;
    let labelled = |row: &Value| {
        let text = |key: &str| row[key].as_str().map(str::to_owned);
        let [site] = row["sites"].as_array()?.as_slice() else {
            return None;
        };
        Some(Labelled {
            intent: text("intent")?,
            template: text("intent_template")?,
            label: row["intent_template_id"].as_i64()?,
            site: site.as_str()?.to_owned(),
        })
    };
    Ok(rows.iter().filter_map(labelled).collect())
}

fn half(name: &str, all: &[&Labelled], model: &MiniLm) -> Result<(), Failure> {
    let begun = Instant::now();
    let texts: Vec<&str> = all.iter().map(|one| one.intent.as_str()).collect();
    let found = intents::normalise(&texts).len();
    let took = begun.elapsed().as_secs_f64() * 1e3;
    println!("\n{name}: {found} intents, normalised in {took:.0} ms");
    println!("{:16} {:>20} {:>20} {:>20} {:>20}", "", "raw", "one by one", "over the log", "templates");
    let mut sites: BTreeMap<&str, Vec<&Labelled>> = BTreeMap::new();
    for one in all {
        sites.entry(&one.site).or_default().push(one);
    }
    for (site, some) in &sites {
        row(site, some, model)?;
    }
    row("together", all, model)
}

fn row(name: &str, some: &[&Labelled], model: &MiniLm) -> Result<(), Failure> {
    let texts: Vec<&str> = some.iter().map(|one| one.intent.as_str()).collect();
    let forms: [Vec<String>; 4] = [
        texts.iter().map(|text| (*text).to_owned()).collect(),
        texts.iter().map(|text| intent::normalise(text).0).collect(),
        intents::normalise(&texts).into_iter().map(|one| one.form).collect(),
        some.iter().map(|one| one.template.clone()).collect(),
    ];
    let labels: Vec<i64> = some.iter().map(|one| one.label).collect();
    let mut cells = Vec::new();
    for forms in &forms {
        let forms: Vec<&str> = forms.iter().map(String::as_str).collect();
        let clusters: Vec<usize> =
            cluster::greedy(&model.embed(&forms)?, THRESHOLD).into_iter().map(|m| m.cluster).collect();
        cells.push(score(&labels, &clusters));
    }
    println!("{name:16} {:>20} {:>20} {:>20} {:>20}", cells[0], cells[1], cells[2], cells[3]);
    Ok(())
}

fn score(labels: &[i64], clusters: &[usize]) -> String {
    let pairs = |sizes: BTreeMap<(i64, usize), usize>| {
        sizes.into_values().map(|n| n * (n - 1) / 2).sum::<usize>() as f64
    };
    let count = |key: &dyn Fn(usize) -> (i64, usize)| {
        let mut sizes = BTreeMap::new();
        (0..labels.len()).for_each(|at| *sizes.entry(key(at)).or_insert(0) += 1);
        pairs(sizes)
    };
    let both = count(&|at| (labels[at], clusters[at]));
    let found = count(&|at| (0, clusters[at]));
    let wanted = count(&|at| (labels[at], 0));
    let share = |of: f64| if of > 0.0 { both / of } else { 1.0 };
    let f1 = if found + wanted > 0.0 { 2.0 * both / (found + wanted) } else { 1.0 };
    format!("{f1:.2} ({:.2} / {:.2})", share(found), share(wanted))
}
