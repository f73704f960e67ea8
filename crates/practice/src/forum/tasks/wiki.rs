//! Writing in the wiki.

use super::{Draw, Template};
use crate::{
    forum::state::DEMO_USER,
    tasks::{StateCheck, TaskKind::Write, TaskList, Verifier},
};

const EDIT: Template = ("edit_wiki_page", "edit_wiki_page", Write);
const CREATE: Template = ("create_wiki_page", "create_wiki_page", Write);

pub(super) fn add(list: &mut TaskList, draw: &Draw<'_>) {
    let texts = [
        ("events", "The next meeting is on 4 October in Millbrook."),
        ("guides/keyboards", "Ask a friend before you buy anything."),
        ("glossary", "Every word has its own section now."),
    ];
    for (path, text) in texts {
        let Some(page) = draw.site.wiki_page(path) else { continue };
        let last = format!("/revisions/{}/author", page.revisions.len());
        let check = StateCheck::exists("/wiki")
            .equals("path", path)
            .equals("body", text)
            .equals("title", page.title.as_str())
            .equals(&last, DEMO_USER);
        let intent = format!("Replace the text of the wiki page \"{}\" by \"{text}\"", page.title);
        list.add(EDIT, intent, "/", Verifier::state(vec![check]));
    }
    let pages = [
        ("guides/tea", "A first pot of tea", "Warm the pot, then wait three minutes."),
        ("guides/walking", "Walking without a car", "Begin at a station and end at another one."),
        ("contact", "Whom to ask", "Write to a moderator of the forum in question."),
    ];
    for (path, title, body) in pages {
        let check =
            StateCheck::exists("/wiki").equals("path", path).equals("title", title).equals("body", body);
        let goal = Verifier::state(vec![check, StateCheck::count("/wiki", draw.site.wiki.len() + 1)]);
        let intent =
            format!("Create a wiki page at {path} with the title \"{title}\" and the body \"{body}\"");
        list.add(CREATE, intent, "/", goal);
    }
}
