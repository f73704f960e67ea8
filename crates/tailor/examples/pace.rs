//! Speed of the filters over skills that are already embedded:
//! `cargo run -p atelier-tailor --example pace [SKILLS]…`

#[path = "../tests/suite/truth.rs"]
#[allow(dead_code)] // of the counting, only the samples and sites are used here
mod truth;

use std::path::Path;
use std::time::Instant;

use atelier_core::ids::SkillId;
use atelier_core::settings::Selection;
use atelier_core::site::SiteKind;
use atelier_core::skill::Skill;
use atelier_embed::{Embedder, MiniLm};
use atelier_tailor::judge::core_phrases;
use atelier_tailor::{Judge, Library, LocalJudge, Usage, cluster, duplicates, extract};
use atelier_testkit::pool::{Phrasings, pool};

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let sizes: Vec<usize> = std::env::args().skip(1).map(|size| size.parse()).collect::<Result<_, _>>()?;
    let sizes = if sizes.is_empty() { vec![1_300, 20_000] } else { sizes };
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/all-MiniLM-L6-v2"));
    let model = MiniLm::load(folder)?;
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    let made = pool(&truth::samples(), 1_300, 7, Phrasings::Known);
    let trajectories: Vec<_> = made.into_iter().map(|made| made.trajectory).collect();
    let sites = truth::sites();
    let library = Library { trajectories: &trajectories, skills: &[], sites: &sites };
    let mut n = 0_u128;
    let base: Vec<Skill> = extract::each(&library, &Selection::default(), 1, &mut || {
        n += 1;
        SkillId::new(uuid::Uuid::from_u128(n))
    })
    .into_iter()
    .map(|candidate| candidate.skill)
    .collect();
    let docs: Vec<String> = base.iter().map(Skill::docstring).collect();
    let docs: Vec<&str> = docs.iter().map(String::as_str).collect();
    let vectors = model.embed(&docs)?;
    let phrases = core_phrases(SiteKind::Forum).iter().chain(core_phrases(SiteKind::Shop));
    let phrases = model.embed(&phrases.copied().collect::<Vec<_>>())?;
    for size in sizes {
        let (skills, vectors) = many(&base, &vectors, size);
        let begun = Instant::now();
        let clusters: Vec<usize> =
            cluster::greedy(&vectors, 0.75).into_iter().map(|member| member.cluster).collect();
        let clustered = begun.elapsed().as_secs_f64();
        let pairs = duplicates::pairs(&vectors, &clusters, 0.80);
        let paired = begun.elapsed().as_secs_f64();
        let mut gone = vec![false; skills.len()];
        let mut judged = 0;
        for (a, b, similarity) in &pairs {
            if !gone[*a] && !gone[*b] {
                judged += 1;
                let said = LocalJudge.duplicate(&skills[*a], &skills[*b], *similarity);
                gone[*b] = runtime.block_on(said)?.same;
            }
        }
        let told = begun.elapsed().as_secs_f64();
        for (skill, vector) in skills.iter().zip(&vectors) {
            let core = phrases.iter().map(|core| cluster::similarity(core, vector)).fold(0.0, f64::max);
            let usage = Usage { core, recordings: 1 };
            runtime.block_on(LocalJudge.likelihood(skill, sites.get(&skill.site), usage))?;
        }
        let whole = begun.elapsed().as_secs_f64();
        println!(
            "{size} skills in {whole:.2} s: {} clusters {clustered:.2} s, {} pairs {:.2} s, {judged} judged {:.2} s, likelihood {:.2} s",
            clusters.iter().max().map_or(0, |max| max + 1),
            pairs.len(),
            paired - clustered,
            told - paired,
            whole - told,
        );
    }
    Ok(())
}

/// As many skills as wished, each a little off the one it was copied from.
fn many(base: &[Skill], vectors: &[Vec<f32>], size: usize) -> (Vec<Skill>, Vec<Vec<f32>>) {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut noise = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 40) as f32 / (1_u32 << 24) as f32 - 0.5
    };
    let copy = |n: usize| base[n % base.len()].clone();
    let moved = (0..size).map(|n| {
        let of = &vectors[n % base.len()];
        let amount = if n < base.len() { 0.0 } else { 0.05 };
        of.iter().map(|x| x + amount * noise()).collect()
    });
    ((0..size).map(copy).collect(), moved.collect())
}
