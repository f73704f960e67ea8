//! The quality filter: granularity, clusters, duplicates.

use atelier_core::ipc::DuplicatePair;
use atelier_core::skill::Skill;
use atelier_core::verdict::{Exit, Rule, Verdict};

use super::Run;
use crate::cluster;
use crate::duplicates::{self, inherited, kept_apart, survives};
use crate::error::TailorError;
use crate::extract::{Decision, Library};
use crate::judge::{Novelty, Question};

impl Run<'_, '_> {
    pub(super) async fn granularity(&mut self, library: &Library<'_>) -> Result<(), TailorError> {
        let all = self.rows.len();
        self.begin(Rule::Granularity, all)?;
        let asked: Vec<Question<'_>> = (0..all)
            .filter(|at| self.known_granularity(*at).is_none())
            .filter_map(|at| {
                let trajectory = self.input.trajectories.get(self.rows[at].candidate.trajectory())?;
                Some(Question::Granularity { skill: self.rows[at].skill(), trajectory })
            })
            .collect();
        self.panel.judge.prepare(&asked, self.panel.stopped).await?;
        for at in 0..all {
            let Some(trajectory) = self.input.trajectories.get(self.rows[at].candidate.trajectory()) else {
                continue;
            };
            let (rating, decided) = match self.known_granularity(at) {
                Some(known) => known,
                None => {
                    let rating = self.panel.judge.granularity(self.rows[at].skill(), trajectory).await;
                    match self.unless_undecided(at, Rule::Granularity, (at + 1, all), rating)? {
                        Some(rating) => (rating, self.input.now),
                        None => continue,
                    }
                }
            };
            let mut verdict =
                self.verdict(at, Rule::Granularity, f64::from(rating.score), rating.reason.clone());
            verdict.at = decided;
            let exit = match rating.score {
                0 | 1 => Some(Exit::TooAtomic),
                2 => Some(Exit::Incomplete),
                3 => None,
                4 => self.trim(at, library, rating.trim, &mut verdict),
                _ => Some(Exit::SeveralTasks),
            };
            verdict.exit = exit;
            verdict.kept = exit.is_none();
            self.decided(at, at + 1, all, verdict)?;
        }
        Ok(())
    }

    /// Cuts the extra steps away; the exit where that cannot be done.
    fn trim(
        &mut self,
        at: usize,
        library: &Library<'_>,
        keep: Option<[usize; 2]>,
        verdict: &mut Verdict,
    ) -> Option<Exit> {
        if !self.input.selection.trim {
            verdict.reason.push_str(" Trimming is off.");
            return Some(Exit::ExtraSteps);
        }
        let before = self.rows[at].skill().steps.len();
        let trimmed = keep.and_then(|keep| self.rows[at].candidate.trimmed(library, keep));
        let Some(trimmed) = trimmed.filter(|t| t.skill.steps.len() < before) else {
            verdict.reason.push_str(" They could not be cut away.");
            return Some(Exit::ExtraSteps);
        };
        let cut = before - trimmed.skill.steps.len();
        verdict.reason.push_str(&format!(" {cut} of {before} steps were cut away."));
        self.rows[at].candidate = trimmed;
        None
    }

    pub(super) fn embed(&mut self) -> Result<(), TailorError> {
        let alive = self.on_the_way();
        let docs: Vec<String> = alive.iter().map(|at| self.rows[*at].skill().docstring()).collect();
        for (at, vector) in alive.into_iter().zip(self.vectors(&docs)?) {
            self.rows[at].vector = vector;
        }
        Ok(())
    }

    pub(super) fn vectors(&self, texts: &[String]) -> Result<Vec<Vec<f32>>, TailorError> {
        if texts.is_empty() {
            return Ok(Vec::new());
        }
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        self.panel.embedder.embed(&texts).map_err(|error| TailorError::Embed(error.to_string()))
    }

    pub(super) fn cluster(&mut self) {
        let alive = self.on_the_way();
        let all = alive.len();
        // A stop is noticed at the next rule; this one takes no time.
        let _ = self.begin(Rule::Cluster, all);
        let vectors: Vec<Vec<f32>> = alive.iter().map(|at| self.rows[*at].vector.clone()).collect();
        let found = cluster::greedy(&vectors, self.input.selection.cluster);
        self.clusters = found.iter().map(|m| m.cluster + 1).max().unwrap_or(0);
        let mut founders: Vec<usize> = Vec::new();
        for (n, (at, member)) in alive.into_iter().zip(found).enumerate() {
            self.rows[at].cluster = Some(member.cluster);
            let reason = match founders.get(member.cluster) {
                Some(first) => format!("Lies near `{}`.", self.rows[*first].skill().name),
                None => {
                    founders.push(at);
                    "First of its kind.".to_owned()
                }
            };
            let mut verdict = self.verdict(at, Rule::Cluster, member.similarity, reason);
            verdict.judge = self.panel.embedder.model_id().to_owned();
            verdict.cluster = u32::try_from(member.cluster).ok();
            let _ = self.decided(at, n + 1, all, verdict);
        }
    }

    pub(super) async fn duplicates(&mut self) -> Result<(), TailorError> {
        let alive = self.on_the_way();
        let vectors: Vec<Vec<f32>> = alive.iter().map(|at| self.rows[*at].vector.clone()).collect();
        let clusters: Vec<usize> =
            alive.iter().map(|at| self.rows[*at].cluster.unwrap_or(usize::MAX)).collect();
        let pairs = duplicates::pairs(&vectors, &clusters, self.input.selection.duplicate);
        let all = pairs.len();
        self.begin(Rule::Duplicate, all)?;
        let asked: Vec<Question<'_>> = pairs
            .iter()
            .map(|(x, y, similarity)| (alive[*x], alive[*y], *similarity))
            .filter(|(a, b, _)| {
                let (first, second) = (self.rows[*a].skill().id, self.rows[*b].skill().id);
                !kept_apart(self.input.not_duplicates, first, second) && self.known_pair(*a, *b).is_none()
            })
            .map(|(a, b, similarity)| Question::Duplicate {
                a: self.rows[a].skill(),
                b: self.rows[b].skill(),
                similarity,
            })
            .collect();
        self.panel.judge.prepare(&asked, self.panel.stopped).await?;
        for (n, (x, y, similarity)) in pairs.into_iter().enumerate() {
            let (a, b) = (alive[x], alive[y]);
            if !(self.rows[a].is_on_the_way() && self.rows[b].is_on_the_way()) {
                continue;
            }
            self.pair(a, b, similarity, n + 1, all).await?;
        }
        self.neighbours().await
    }

    async fn pair(
        &mut self,
        a: usize,
        b: usize,
        similarity: f64,
        done: usize,
        of: usize,
    ) -> Result<(), TailorError> {
        let (first, second) = (self.rows[a].skill().clone(), self.rows[b].skill().clone());
        if kept_apart(self.input.not_duplicates, first.id, second.id) {
            let mut verdict = self.verdict(
                b,
                Rule::Duplicate,
                similarity,
                format!("You said it is no duplicate of `{}`.", first.name),
            );
            verdict.judge = "user".to_owned();
            verdict.other = Some(first.id);
            return self.decided(b, done, of, verdict);
        }
        let (judged, decided) = match self.known_pair(a, b) {
            Some(known) => known,
            None => {
                let judged = self.panel.judge.duplicate(&first, &second, similarity).await;
                // Of a pair that nobody could compare the one that would go stays out.
                let stays = survives(&self.contender(a), &self.contender(b));
                let out = if stays { b } else { a };
                match self.unless_undecided(out, Rule::Duplicate, (done, of), judged)? {
                    Some(judged) => (judged, self.input.now),
                    None => return Ok(()),
                }
            }
        };
        if !judged.same {
            let mut verdict = self.verdict(b, Rule::Duplicate, similarity, judged.reason);
            verdict.other = Some(first.id);
            verdict.at = decided;
            return self.decided(b, done, of, verdict);
        }
        let stays = survives(&self.contender(a), &self.contender(b));
        let (kept, dropped) = if stays { (a, b) } else { (b, a) };
        let (winner, loser) = (self.rows[kept].skill().clone(), self.rows[dropped].skill().clone());
        let more = inherited(&winner, &loser);
        self.rows[kept].candidate.skill.provenance.intents.extend(more);
        self.pairs.push(DuplicatePair {
            dropped: loser.id,
            dropped_name: loser.name.clone(),
            kept: winner.id,
            kept_name: winner.name.clone(),
            similarity,
            judge: self.panel.judge.name().to_owned(),
            reason: judged.reason.clone(),
            dropped_program: program(&loser),
            kept_program: program(&winner),
        });
        let mut verdict = self.verdict(
            dropped,
            Rule::Duplicate,
            similarity,
            format!("Does the same as `{}`. {}", winner.name, judged.reason),
        );
        verdict.other = Some(winner.id);
        verdict.kept = false;
        verdict.exit = Some(Exit::Duplicate);
        verdict.at = decided;
        self.decided(dropped, done, of, verdict)
    }

    /// New candidates against those skills of the library that no candidate of this run stands for: the
    /// nearest by docstring are put before the judge (WebXSkill §3.1).
    async fn neighbours(&mut self) -> Result<(), TailorError> {
        let claimed: Vec<_> = self.rows.iter().map(|row| row.skill().id).collect();
        let others: Vec<Skill> =
            self.input.skills.iter().filter(|s| !claimed.contains(&s.id)).cloned().collect();
        if others.is_empty() {
            return Ok(());
        }
        let docs: Vec<String> = others.iter().map(Skill::docstring).collect();
        let vectors = self.vectors(&docs)?;
        for at in self.on_the_way() {
            if self.rows[at].candidate.decision != Decision::New {
                continue;
            }
            let mine = self.rows[at].vector.clone();
            let mut near: Vec<(f64, &Skill)> =
                vectors.iter().zip(&others).map(|(v, s)| (cluster::similarity(&mine, v), s)).collect();
            near.sort_by(|a, b| b.0.total_cmp(&a.0));
            near.truncate(self.input.selection.neighbours);
            if self.novelty(at, &near).await? {
                continue;
            }
            for (similarity, known) in near {
                if similarity <= self.input.selection.duplicate {
                    break;
                }
                let mut verdict = self.verdict(at, Rule::Extraction, similarity, "");
                verdict.other = Some(known.id);
                if kept_apart(self.input.not_duplicates, known.id, self.rows[at].skill().id) {
                    "user".clone_into(&mut verdict.judge);
                    verdict.reason = format!("You said it is no duplicate of `{}`.", known.name);
                    self.decided(at, at + 1, self.rows.len(), verdict)?;
                    continue;
                }
                let judged = self.panel.judge.duplicate(known, self.rows[at].skill(), similarity).await;
                let done = (at + 1, self.rows.len());
                let Some(judged) = self.unless_undecided(at, Rule::Extraction, done, judged)? else {
                    break;
                };
                verdict.reason = format!("The library has `{}`. {}", known.name, judged.reason);
                if judged.same {
                    verdict.kept = false;
                    verdict.exit = Some(Exit::Duplicate);
                }
                self.decided(at, at + 1, self.rows.len(), verdict)?;
                if judged.same {
                    break;
                }
            }
        }
        Ok(())
    }
}

impl Run<'_, '_> {
    /// Puts a candidate beside all its neighbours at once; false where the judge compares in pairs only.
    async fn novelty(&mut self, at: usize, near: &[(f64, &Skill)]) -> Result<bool, TailorError> {
        let mine = self.rows[at].skill().id;
        let memory = self.input.not_duplicates;
        let near: Vec<_> = near.iter().filter(|(_, known)| !kept_apart(memory, known.id, mine)).collect();
        let neighbours: Vec<&Skill> = near.iter().map(|(_, known)| *known).collect();
        if neighbours.is_empty() {
            return Ok(false);
        }
        let said = self.panel.judge.novelty(self.rows[at].skill(), &neighbours).await;
        let done = (at + 1, self.rows.len());
        let Some(said) = self.unless_undecided(at, Rule::Extraction, done, said)? else {
            return Ok(true);
        };
        let Some(said) = said else {
            return Ok(false);
        };
        let of = match &said {
            Novelty::New { .. } => None,
            Novelty::Update { of, .. } | Novelty::Skip { of, .. } => near.get(*of),
        };
        let score = of.or(near.first()).map_or(0.0, |(similarity, _)| *similarity);
        let mut verdict = self.verdict(at, Rule::Extraction, score, "");
        match (said, of) {
            (Novelty::Update { reason, .. }, Some((_, known))) => {
                let skill = &mut self.rows[at].candidate.skill;
                skill.id = known.id;
                skill.name.clone_from(&known.name);
                verdict.skill = known.id;
                verdict.reason = format!("A better version of `{}`. {reason}", known.name);
            }
            (Novelty::Skip { reason, .. }, Some((_, known))) => {
                verdict.other = Some(known.id);
                verdict.kept = false;
                verdict.exit = Some(Exit::Duplicate);
                verdict.reason = format!("The library has `{}`. {reason}", known.name);
            }
            (Novelty::New { reason } | Novelty::Update { reason, .. } | Novelty::Skip { reason, .. }, _) => {
                verdict.reason = reason;
            }
        }
        self.decided(at, done.0, done.1, verdict)?;
        Ok(true)
    }
}

/// The program, a line a step.
pub(super) fn program(skill: &Skill) -> Vec<String> {
    skill.steps.iter().map(|step| step.guidance.clone()).collect()
}
