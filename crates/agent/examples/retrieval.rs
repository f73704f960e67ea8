//! Speed of retrieval at one page, 20,000 skills on 2,000 patterns:
//! `cargo run -p atelier-agent --example retrieval`

use std::time::Instant;

use atelier_agent::retrieve::{PAGE_SKILLS, Shelf};
use atelier_core::site::{Site, SiteKind, Sites};
use atelier_core::skill::Skill;
use serde_json::json;

const SKILLS: usize = 20_000;
const PATTERNS: usize = 2_000;
const PAGES: usize = 5_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let sites = Sites(vec![Site {
        alias: "forum".into(),
        kind: SiteKind::Forum,
        description: String::new(),
        origins: vec!["http://forum.practice".into()],
        test_site: true,
    }]);
    let pattern = |n: usize| match n % 4 {
        0 => format!("forum/part{}/*", n / 8),
        1 => format!("forum/part{}/*/page{}", n / 8, n % 50),
        2 => format!("forum/*/page{}/*", n / 8),
        _ => format!("forum/part{}/page{n}", n / 8),
    };
    let skills: Vec<Skill> =
        (0..SKILLS).map(|n| skill(n, &pattern(n % PATTERNS))).collect::<Result<_, _>>()?;
    let skills: Vec<&Skill> = skills.iter().collect();
    let begun = Instant::now();
    let shelf = Shelf::new(&skills);
    let sorted = begun.elapsed().as_secs_f64() * 1e3;
    let mut took: Vec<f64> = Vec::with_capacity(PAGES);
    let mut found = 0;
    for n in 0..PAGES {
        let url = format!("http://forum.practice/part{}/thing-{n}-of-all/page{}?x={n}", n % 260, n % 50);
        let begun = Instant::now();
        found += shelf.at(&sites, &url, PAGE_SKILLS).len();
        took.push(begun.elapsed().as_secs_f64() * 1e3);
    }
    took.sort_by(f64::total_cmp);
    println!(
        "{SKILLS} skills on {PATTERNS} patterns: sorted in {sorted:.1} ms; at one page median {:.3} ms, 99th percentile {:.3} ms, {:.1} skills",
        took[PAGES / 2],
        took[PAGES * 99 / 100],
        found as f64 / PAGES as f64,
    );
    Ok(())
}

fn skill(n: usize, pattern: &str) -> Result<Skill, serde_json::Error> {
    serde_json::from_value(json!({
        "schema": 1,
        "id": format!("01890000-0000-7000-8000-{n:012x}"),
        "name": format!("skill_{n}"),
        "description": "Does something.",
        "site": "forum",
        "url_pattern": pattern,
        "steps": [],
        "effect": "read",
        "provenance": {
            "trajectory": "01890000-0000-7000-8000-000000000001",
            "steps": [0, 1],
            "imported_from": null
        },
        "version": 1
    }))
}
