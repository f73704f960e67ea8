//! Usage likelihood by rules (AutoTailor A.3). An estimate, never a measured frequency.

use atelier_core::effect::Effect;
use atelier_core::site::{Site, SiteKind};
use atelier_core::skill::Skill;

use super::{Rating, Usage};
use crate::extract::words::words;

/// What people do on sites of a kind, in short sentences that descriptions are compared with.
pub const fn core_phrases(kind: SiteKind) -> &'static [&'static str] {
    match kind {
        SiteKind::Forum => &[
            "Subscribe to a forum.",
            "Unsubscribe from a forum.",
            "Search for posts.",
            "Post a submission with a title and a text in a forum.",
            "Post a link to a forum.",
            "Comment on a post.",
            "Reply to a comment.",
            "Upvote a post.",
            "Downvote a post.",
            "Show the posts of a forum sorted by new or top.",
            "Read the score or the number of comments of a post.",
            "Find out who wrote a post.",
            "Count the subscribers of a forum.",
            "Send a private message with a subject and a text to a user.",
            "Block a user.",
            "Change the biography of the profile.",
            "Show the submissions of a user.",
            "Edit or delete an own post.",
            "Read a wiki page and its history.",
            "Change the preferences.",
            "Open a post.",
            "Read the biography of a user.",
            "When did a user join?",
            "Show the comments of a user.",
            "Read and answer private messages.",
            "Unblock a user.",
            "Change the e-mail address of the account.",
            "Create a forum.",
        ],
        SiteKind::Shop => &[
            "Search for products.",
            "Add a product to the cart.",
            "Remove a product from the cart.",
            "Change the quantity of a product in the cart.",
            "Read the price of a product.",
            "Read the rating of a product.",
            "Show the products of a category sorted by price.",
            "Filter products by brand or price.",
            "Add a product to the wish list.",
            "Compare products.",
            "Write a review of a product.",
            "Check out and place an order.",
            "Look up the status of an order.",
            "Add or change a delivery address.",
            "Subscribe to the newsletter.",
            "Find out whether a product is in stock.",
            "Use a coupon.",
            "Change the account details.",
            "Open a product.",
            "Cancel or repeat an order.",
            "Delete an address from the address book.",
            "Write to the shop through the contact form.",
            "Read the details of a product.",
        ],
        SiteKind::Other => &[
            "Search for something.",
            "Open a page and read a value from it.",
            "Fill in a form and send it.",
            "Add something to a list.",
            "Change the settings.",
            "Send a message to somebody.",
            "Download a file.",
            "Book or order something.",
        ],
    }
}

/// Words of what only those do who run a site.
const RUNNING: &[&str] =
    &["admin", "moderation", "moderator", "moderators", "ban", "bans", "unban", "inventory", "backend"];

/// Rates by likeness to what people do there, how often it was recorded, and where in the site it is.
pub(super) fn rate(skill: &Skill, site: Option<&Site>, usage: Usage) -> Rating {
    let mut points = match usage.core {
        s if s >= 0.65 => 5.0,
        s if s >= 0.50 => 4.0,
        s if s >= 0.35 => 3.0,
        s if s >= 0.25 => 2.0,
        _ => 1.0,
    };
    let mut why = vec![format!("{} like what people do on such a site", percent(usage.core))];
    if usage.recordings >= 2 {
        points += if usage.recordings >= 3 { 1.0 } else { 0.5 };
        why.push(format!("recorded {} times", usage.recordings));
    }
    let depth = skill.url_pattern.split('/').count();
    if depth > 5 {
        points -= 0.5;
        why.push("deep inside the site".to_owned());
    }
    let all = words(&format!("{} {} {}", skill.name.replace('_', " "), skill.description, skill.url_pattern));
    let changes = skill.effect != Effect::Read;
    if changes && all.iter().any(|word| RUNNING.contains(&word.as_str())) {
        points -= 1.5;
        why.push("only for those who run it".to_owned());
    }
    if skill.parameters.is_empty() && skill.outputs().next().is_none() {
        points -= 0.5;
        why.push("always the same".to_owned());
    }
    if skill.provenance.intents.is_empty() && skill.provenance.imported_from.is_none() && site.is_some() {
        points -= 1.0;
        why.push("a part that nobody asked for alone".to_owned());
    }
    let kind = site.map_or(SiteKind::Other, |site| site.kind);
    if kind == SiteKind::Other {
        // Without knowing the kind of site, being recorded at all is the better sign.
        points = f64::max(points, 3.0);
    }
    let mut reason = why.join(", ");
    if let Some(first) = reason.get(..1) {
        let upper = first.to_uppercase();
        reason.replace_range(..1, &upper);
    }
    Rating { score: rounded(points), reason: format!("{reason}."), trim: None }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // clamped to 1..=5
fn rounded(points: f64) -> u8 {
    points.clamp(1.0, 5.0).floor() as u8
}

fn percent(share: f64) -> String {
    format!("{:.0} %", share.clamp(0.0, 1.0) * 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::{Recording, button, sites, skills};

    fn skill() -> Skill {
        let t = Recording::forum("/")
            .task("Subscribe to the forum tea")
            .follow("tea", "/f/tea")
            .click(button("Subscribe"));
        skills(&[t.sends("POST", "/f/tea/subscribe", 303).done()]).remove(0)
    }

    #[test]
    fn likeness_and_reuse_count() {
        let forum = sites().0.remove(0);
        let score = |core, recordings| rate(&skill(), Some(&forum), Usage { core, recordings }).score;
        assert_eq!(score(0.7, 1), 5);
        assert_eq!(score(0.5, 1), 4);
        assert_eq!(score(0.45, 1), 3);
        assert_eq!(score(0.45, 3), 4);
        assert_eq!(score(0.1, 1), 1);
    }

    #[test]
    fn a_part_nobody_asked_for_is_less_likely() {
        let mut part = skill();
        part.provenance.intents.clear();
        let forum = sites().0.remove(0);
        assert_eq!(rate(&part, Some(&forum), Usage { core: 0.55, recordings: 1 }).score, 3);
    }

    #[test]
    fn running_the_site_is_rare() {
        let mut ban = skill();
        ban.name = "ban_user".into();
        let forum = sites().0.remove(0);
        assert_eq!(rate(&ban, Some(&forum), Usage { core: 0.55, recordings: 1 }).score, 2);
    }
}
