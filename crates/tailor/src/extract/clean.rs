//! Dropping what a recording holds beside the chore: failed attempts, second thoughts, detours.

use atelier_core::effect::Effect;
use atelier_core::target::Target;
use atelier_core::trajectory::{Action, Step, Trajectory, Value};

use super::words::fold;

/// A step that stays.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    /// Position in the trajectory.
    pub source: usize,
    /// As recorded, perhaps with the value of a later one on the same field.
    pub step: Step,
    pub effect: Effect,
    /// Only dismisses an overlay.
    pub overlay: bool,
}

impl Kept {
    /// Address of the page after the step, as far as the recording knows.
    pub(crate) fn url_after<'a>(&'a self, next: Option<&'a Self>) -> &'a str {
        match next {
            Some(next) => &next.step.page.url,
            None if self.step.after.url.is_empty() => &self.step.page.url,
            None => &self.step.after.url,
        }
    }
}

/// The steps that matter, in order.
pub(crate) fn clean(trajectory: &Trajectory, effects: &[Effect]) -> Vec<Kept> {
    let mut kept: Vec<Kept> = Vec::new();
    for (source, step) in trajectory.steps.iter().enumerate() {
        let effect = effects.get(source).copied().unwrap_or(Effect::Read);
        if step.error.is_some() || is_idle(step, effect) {
            continue;
        }
        let one =
            Kept { source, step: step.clone(), effect, overlay: effect == Effect::Read && is_overlay(step) };
        take(&mut kept, one);
    }
    drop_detours(&mut kept);
    kept
}

/// Looking, waiting and moving about change nothing. Hovering counts where it opened something.
fn is_idle(step: &Step, effect: Effect) -> bool {
    match step.action {
        Action::Scroll | Action::Wait | Action::Assert | Action::Reload => effect == Effect::Read,
        Action::Hover => step.after.appeared.is_empty(),
        Action::Press => step.text() == Some("Tab"),
        _ => false,
    }
}

fn take(kept: &mut Vec<Kept>, mut one: Kept) {
    let sets = |action| matches!(action, Action::Fill | Action::Type | Action::Select | Action::Upload);
    if sets(one.step.action) {
        // The click that put the cursor into the field is part of filling it.
        if let Some(last) = kept.last()
            && last.step.action == Action::Click
            && last.effect == Effect::Read
            && same_element(&last.step, &one.step)
        {
            kept.pop();
        }
        // Of several values of one field the last one counts, as long as nothing was sent between.
        let since = kept.iter().rposition(|k| !is_form_work(k)).map_or(0, |at| at + 1);
        if let Some(at) = (since..kept.len())
            .find(|at| sets(kept[*at].step.action) && same_element(&kept[*at].step, &one.step))
        {
            let before = kept.remove(at);
            if one.step.action == Action::Type
                && let (Some(old), Some(new)) = (before.step.text(), one.step.text())
            {
                one.step.value = Some(Value::Text(format!("{old}{new}")));
                one.step.action = before.step.action;
            }
        }
    }
    if matches!(one.step.action, Action::Check | Action::Uncheck)
        && let Some(last) = kept.last()
        && matches!(last.step.action, Action::Check | Action::Uncheck)
        && same_element(&last.step, &one.step)
    {
        kept.pop();
    }
    kept.push(one);
}

fn is_form_work(kept: &Kept) -> bool {
    kept.effect == Effect::Read
        && matches!(
            kept.step.action,
            Action::Fill | Action::Type | Action::Select | Action::Check | Action::Uncheck | Action::Upload
        )
}

/// The same element on the same page, by what names it.
pub(crate) fn same_element(a: &Step, b: &Step) -> bool {
    let (Some(x), Some(y)) = (&a.target, &b.target) else {
        return false;
    };
    let page = |step: &Step| step.page.url.split('#').next().unwrap_or_default().to_owned();
    if page(a) != page(b) || a.frame_path != b.frame_path {
        return false;
    }
    let key = |t: &Target| {
        (
            t.name.clone(),
            t.label.clone(),
            t.placeholder.clone(),
            t.attributes.get("name").cloned(),
            t.within.clone(),
        )
    };
    let named = key(x) != (None, None, None, None, None);
    if named { key(x) == key(y) } else { !x.css.is_empty() && x.css == y.css }
}

/// A click that closes what covers the page.
fn is_overlay(step: &Step) -> bool {
    const NAMES: &[&str] = &[
        "close",
        "dismiss",
        "×",
        "x",
        "got it",
        "no thanks",
        "not now",
        "accept",
        "accept all",
        "accept cookies",
        "reject all",
        "maybe later",
        "skip",
        "ok, got it",
        "dismiss this message",
        "close dialog",
    ];
    match step.action {
        Action::Press => step.text() == Some("Escape"),
        Action::Click => {
            let target = step.target.as_ref();
            let link = target.and_then(|t| t.role.as_deref()) == Some("link");
            let name = target.and_then(|t| t.name.as_deref().or(t.text.as_deref())).map(fold);
            !link && name.is_some_and(|name| NAMES.contains(&name.as_str()))
        }
        _ => false,
    }
}

/// Leaves out ways that led back to the page they began on without doing anything there.
fn drop_detours(kept: &mut Vec<Kept>) {
    let mut at = 0;
    while at < kept.len() {
        let from = page_key(&kept[at].step.page.url);
        let walk = kept[at..].iter().take_while(|k| is_walking(k)).count();
        // The longest walk that ends where it began, and after which something else is done there.
        let back = (1..=walk)
            .rev()
            .find(|n| kept.get(at + n).is_some_and(|next| page_key(&next.step.page.url) == from));
        match back {
            Some(n) => {
                kept.drain(at..at + n);
            }
            None => at += 1,
        }
    }
}

fn page_key(url: &str) -> String {
    url.split('#').next().unwrap_or_default().trim_end_matches('/').to_owned()
}

/// Going from page to page.
fn is_walking(kept: &Kept) -> bool {
    let link = kept.step.target.as_ref().and_then(|t| t.role.as_deref()) == Some("link");
    kept.effect == Effect::Read
        && match kept.step.action {
            Action::Navigate | Action::Back | Action::Forward => true,
            Action::Click => link,
            _ => false,
        }
}

#[cfg(test)]
mod tests {
    use super::super::effects;
    use super::*;
    use crate::bench::{Recording, button, field, link};

    fn actions(t: &Trajectory) -> Vec<(Action, Option<String>)> {
        clean(t, &effects::of_steps(t))
            .into_iter()
            .map(|k| (k.step.action, k.step.text().map(str::to_owned)))
            .collect()
    }

    #[test]
    fn the_last_value_of_a_field_counts() {
        let t = Recording::new("http://a.example/")
            .click(field("Title"))
            .fill(field("Title"), "first")
            .fill(field("Body"), "text")
            .fill(field("Title"), "second")
            .press("Tab")
            .click(button("Post"))
            .sends("POST", "/x", 303)
            .fill(field("Title"), "third")
            .done();
        let fill = |text: &str| (Action::Fill, Some(text.to_owned()));
        assert_eq!(actions(&t), [fill("text"), fill("second"), (Action::Click, None), fill("third")]);
    }

    #[test]
    fn failed_steps_and_detours_go() {
        let t = Recording::new("http://a.example/")
            .click(button("Broken"))
            .fails("not found")
            .click(link("Wiki", "/wiki"))
            .goes("http://a.example/wiki")
            .back("http://a.example/")
            .click(link("Forums", "/forums"))
            .goes("http://a.example/forums")
            .click(button("Create"))
            .done();
        assert_eq!(actions(&t).len(), 2);
    }

    #[test]
    fn a_walk_at_the_end_is_no_detour() {
        let t = Recording::new("http://a.example/")
            .click(button("Save"))
            .sends("POST", "/save", 303)
            .click(link("Wiki", "/wiki"))
            .goes("http://a.example/wiki")
            .back("http://a.example/")
            .done();
        assert_eq!(actions(&t).len(), 3, "trailing steps are for the judge");
    }

    #[test]
    fn closing_a_banner_is_an_overlay() {
        let t = Recording::new("http://a.example/").click(button("Accept all")).click(button("Save")).done();
        let kept = clean(&t, &effects::of_steps(&t));
        assert!(kept[0].overlay && !kept[1].overlay);
    }
}
