//! What one may be asked to do on the forum: templates with values taken from the seeded state.
//!
//! - `reading`: answers that stand on a page
//! - `navigating`: pages to be shown
//! - `posting`: submissions, comments, votes
//! - `forums`: following, making and moderating forums
//! - `people`: profile, messages, blocks, settings, registration
//! - `wiki`: writing in the wiki
//!
//! Titles are quoted, names of forums and members stand as the site shows them. A verifier of a change
//! also counts the collection, so that doing the thing twice, or to everything, is no success.

mod forums;
mod navigating;
mod people;
mod posting;
mod reading;
mod wiki;

use std::collections::HashSet;

use super::{
    model::{Forum, Submission},
    state::{Commons, DEMO_USER},
};
use crate::{
    seed::Dice,
    tasks::{StateCheck, Task, TaskKind, TaskList},
};

/// All tasks of a seeded forum.
pub fn all(site: &Commons) -> Vec<Task> {
    let mut list = TaskList::new("forum");
    let mut draw = Draw { site, dice: Dice::new(site.seed, "tasks"), used: HashSet::new() };
    reading::add(&mut list, &mut draw);
    navigating::add(&mut list, &mut draw);
    posting::add(&mut list, &mut draw);
    forums::add(&mut list, &mut draw);
    people::add(&mut list, &mut draw);
    wiki::add(&mut list, &draw);
    list.finish()
}

/// A template: id, capability, kind.
type Template = (&'static str, &'static str, TaskKind);

/// Draws values for the slots of templates; a submission is used once.
struct Draw<'a> {
    site: &'a Commons,
    dice: Dice,
    used: HashSet<u32>,
}

impl<'a> Draw<'a> {
    /// `n` standing submissions of others that fit.
    fn posts(&mut self, n: usize, fits: impl Fn(&Submission) -> bool) -> Vec<&'a Submission> {
        let site = self.site;
        let standing = site.submissions.iter().map(AsRef::as_ref).filter(|one: &&Submission| one.visible());
        let mut found: Vec<&Submission> =
            standing.filter(|one| one.author != DEMO_USER && fits(one)).collect();
        self.dice.shuffle(&mut found);
        found.retain(|one| !self.used.contains(&one.id));
        found.truncate(n);
        self.used.extend(found.iter().map(|one| one.id));
        found
    }

    /// `n` forums that fit.
    fn forums(&mut self, n: usize, fits: impl Fn(&Forum) -> bool) -> Vec<&'a Forum> {
        let mut found: Vec<&Forum> =
            self.site.forums.iter().map(AsRef::as_ref).filter(|one: &&Forum| fits(one)).collect();
        self.dice.shuffle(&mut found);
        found.truncate(n);
        found
    }

    /// Names of `n` members other than the demo user that fit.
    fn members(&mut self, n: usize, fits: impl Fn(&str) -> bool) -> Vec<&'a str> {
        let mut found: Vec<&str> =
            self.site.users[1..].iter().map(|user| user.name.as_str()).filter(|name| fits(name)).collect();
        self.dice.shuffle(&mut found);
        found.truncate(n);
        found
    }
}

/// The demo user's items of a collection, where `field` names the owner.
fn mine(check: StateCheck, field: &str) -> StateCheck {
    check.equals(field, DEMO_USER)
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use super::*;
    use crate::{
        forum::seed::commons,
        space::Site,
        tasks::{Attempt, verify},
    };

    #[test]
    fn there_are_enough_tasks_of_enough_kinds() {
        let tasks = all(&commons(1));
        let templates: HashSet<&str> = tasks.iter().map(|task| task.template.as_str()).collect();
        let capabilities: HashSet<&str> = tasks.iter().map(|task| task.capability.as_str()).collect();
        assert!(tasks.len() >= 110, "{}", tasks.len());
        assert!(templates.len() >= 24, "{}", templates.len());
        assert!(capabilities.len() >= 20, "{}", capabilities.len());
        for kind in [TaskKind::Read, TaskKind::Navigate, TaskKind::Write] {
            assert!(tasks.iter().filter(|task| task.kind == kind).count() >= 25, "{kind:?}");
        }
    }

    #[test]
    fn every_template_has_three_to_seven_different_instances() {
        for seed in [1, 2, 77] {
            let tasks = all(&commons(seed));
            let mut per_template: HashMap<&str, Vec<&str>> = HashMap::new();
            for task in &tasks {
                per_template.entry(&task.template).or_default().push(&task.intent);
            }
            for (template, intents) in per_template {
                assert!(
                    (3..=7).contains(&intents.len()),
                    "{template} has {} with seed {seed}",
                    intents.len()
                );
                assert_eq!(
                    intents.iter().collect::<HashSet<_>>().len(),
                    intents.len(),
                    "{template} repeats itself"
                );
            }
            let ids: HashSet<&str> = tasks.iter().map(|task| task.id.as_str()).collect();
            assert_eq!(ids.len(), tasks.len());
            let intents: HashSet<&str> = tasks.iter().map(|task| task.intent.as_str()).collect();
            assert_eq!(intents.len(), tasks.len(), "two tasks say the same");
        }
    }

    #[test]
    fn no_verifier_is_content_with_the_untouched_site() {
        for seed in [1, 2, 77] {
            let site = commons(seed);
            let mut attempt = Attempt { url: String::new(), answer: None, state: site.state_json() };
            for task in all(&site) {
                attempt.url.clone_from(&task.start_path);
                assert!(verify(&task, &attempt).is_err(), "{} `{}`", task.id, task.intent);
            }
        }
    }

    #[test]
    fn reading_tasks_are_judged_by_their_own_answer() {
        let site = commons(1);
        let tasks: Vec<Task> = all(&site).into_iter().filter(|task| task.kind == TaskKind::Read).collect();
        for task in &tasks {
            let attempt = Attempt {
                url: "/".to_owned(),
                answer: Some("nothing of the kind 777123".to_owned()),
                state: serde_json::Value::Null,
            };
            assert!(verify(task, &attempt).is_err(), "{}", task.id);
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_tasks() {
        assert_eq!(all(&commons(5)), all(&commons(5)));
        assert_ne!(all(&commons(5)), all(&commons(6)));
    }
}
