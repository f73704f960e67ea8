//! Writing in the wiki.

use super::Complaints;
use crate::forum::{
    model::{Revision, WikiPage},
    state::Commons,
};

/// First parts of wiki paths that name something else.
const RESERVED: [&str; 6] = ["_all", "_create", "_edit", "_history", "_recent", "_revision"];

/// Whether a page may have this path: parts of lower-case letters, digits and dashes, joined by `/`.
pub fn is_path(path: &str) -> bool {
    path.len() <= 90
        && !RESERVED.contains(&path)
        && path.split('/').all(|part| {
            !part.is_empty()
                && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
        })
}

pub fn create(
    site: &mut Commons,
    author: &str,
    path: &str,
    title: &str,
    body: &str,
) -> Result<(), Complaints> {
    let mut wrong = Complaints::default();
    if !is_path(path) {
        wrong.add("path", "A path has lower-case letters, digits, dashes and slashes, like guides/tea.");
    } else if site.wiki_page(path).is_some() {
        wrong.add("path", "There already is a page at this path.");
    }
    check(&mut wrong, title, body);
    if site.wiki.len() >= 2_000 {
        wrong.add("path", "This wiki is full. Reset the site to go on.");
    }
    wrong.or(())?;
    let at = site.tick();
    let revision = revision(1, author, title, body, "Page created", at);
    site.wiki.push(WikiPage {
        path: path.to_owned(),
        title: title.to_owned(),
        body: body.to_owned(),
        revisions: vec![revision],
    });
    Ok(())
}

pub fn edit(
    site: &mut Commons,
    author: &str,
    path: &str,
    title: &str,
    body: &str,
    note: &str,
) -> Result<(), Complaints> {
    let mut wrong = Complaints::default();
    check(&mut wrong, title, body);
    wrong.length("note", note, 0, 150);
    wrong.or(())?;
    let at = site.tick();
    if let Some(page) = site.wiki.iter_mut().find(|page| page.path == path && page.revisions.len() < 1_000) {
        let n = page.revisions.last().map_or(1, |last| last.n + 1);
        page.revisions.push(revision(n, author, title, body, note, at));
        title.clone_into(&mut page.title);
        body.clone_into(&mut page.body);
    }
    Ok(())
}

fn check(wrong: &mut Complaints, title: &str, body: &str) {
    wrong.length("title", title, 1, 150);
    wrong.length("body", body, 1, 30_000);
}

fn revision(n: u32, author: &str, title: &str, body: &str, note: &str, at: i64) -> Revision {
    Revision {
        n,
        author: author.to_owned(),
        title: title.to_owned(),
        body: body.to_owned(),
        note: note.to_owned(),
        at,
    }
}
