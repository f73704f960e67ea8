//! The form for a new submission.

use std::sync::Arc;

use axum::{extract::Path, http::StatusCode, response::IntoResponse};
use maud::{Markup, html};

use super::{Guest, Reply, account, forms, forms::Field, frame, pictures};
use crate::{
    forum::{
        acts::{
            Complaints,
            posts::{self, Draft},
        },
        model::{Picture, Submission, SubmissionKind},
        state::Commons,
    },
    layout,
};

pub async fn form(visit: Guest) -> Reply {
    open(&visit, "")
}

/// `/submit/{name}`: with the forum chosen.
pub async fn form_in(visit: Guest, Path(name): Path<String>) -> Reply {
    open(&visit, &name)
}

fn open(visit: &Guest, forum: &str) -> Reply {
    account(visit)?;
    let site = visit.state();
    let kind = SubmissionKind::from_key(visit.query.text("kind")).unwrap_or(SubmissionKind::Link);
    let draft = Draft {
        forum: site.forum(forum).map(|forum| forum.name.clone()).unwrap_or_default(),
        title: visit.query.trimmed("title").to_owned(),
        url: visit.query.trimmed("url").to_owned(),
        kind: Some(kind),
        body: String::new(),
    };
    Ok(page(visit, &site, &draft, &Complaints::default()).into_response())
}

pub async fn create(visit: Guest) -> Reply {
    let author = account(&visit)?;
    let form = &visit.form;
    let mut draft = Draft {
        forum: form.trimmed("forum").to_owned(),
        title: form.trimmed("title").to_owned(),
        kind: SubmissionKind::from_key(form.trimmed("kind")),
        url: form.trimmed("url").to_owned(),
        body: form.trimmed("body").to_owned(),
    };
    let upload = form.uploads.iter().find(|upload| upload.field == "picture");
    let mut kept = None;
    if let (Some(SubmissionKind::Picture), Some(upload)) = (draft.kind, upload) {
        let Some(content_type) = pictures::content_type(&upload.bytes) else {
            let wrong = Complaints::one("picture", "Please send a PNG, JPEG, GIF or WebP picture.");
            return Ok(refused(&visit, &draft, &wrong));
        };
        let name = format!("upload-{}", visit.state().pictures.len() + 1);
        draft.url = format!("/pictures/{name}");
        kept = Some(Picture {
            name,
            content_type: content_type.to_owned(),
            bytes: Arc::new(upload.bytes.clone()),
        });
    }
    let result = visit.change(|site| {
        let id = posts::submit(site, author, &draft)?;
        if let Some(picture) = kept {
            pictures::keep(site, picture);
        }
        Ok(site.submission(id).map(Submission::path).unwrap_or_default())
    });
    match result {
        Ok(path) => Ok(visit.redirect(path).flash("Your submission was created.").into_response()),
        Err(wrong) => Ok(refused(&visit, &draft, &wrong)),
    }
}

fn refused(visit: &Guest, draft: &Draft, wrong: &Complaints) -> axum::response::Response {
    layout::with_status(StatusCode::UNPROCESSABLE_ENTITY, page(visit, &visit.state(), draft, wrong))
}

fn page(visit: &Guest, site: &Commons, draft: &Draft, wrong: &Complaints) -> Markup {
    let kind = draft.kind.unwrap_or(SubmissionKind::Link);
    let forum =
        Field { id: "submission_forum", name: "forum", label: "Forum", required: true, ..Field::default() };
    let picture = Field {
        id: "submission_picture",
        name: "picture",
        label: "Upload a picture",
        hint: "Instead of an address: PNG, JPEG, GIF or WebP, 2 MB at most.",
        ..Field::default()
    };
    let mut names: Vec<&str> = site.forums.iter().map(|forum| forum.name.as_str()).collect();
    names.sort_unstable_by_key(|name| name.to_lowercase());
    let main = html! {
        h1.page-heading { "Create submission" }
        form.form.submit-form action="/submit" method="post" enctype="multipart/form-data" novalidate {
            (forms::summary(wrong))
            fieldset.kinds {
                legend { "Kind of submission" }
                @for one in SubmissionKind::ALL {
                    @let id = format!("submission_kind_{}", one.key());
                    span.kinds__choice {
                        input type="radio" name="kind" id=(id) value=(one.key()) checked[one == kind];
                        label for=(id) { @match one { SubmissionKind::Link => "Link", SubmissionKind::Text => "Text", SubmissionKind::Picture => "Picture" } }
                    }
                }
            }
            div data-kinds="link picture" {
                (Field { id: "submission_url", name: "url", label: "URL", value: &draft.url, kind: "url", hint: "The full address of the page or the picture.", ..Field::default() }.input(wrong))
            }
            div data-kinds="picture" {
                (picture.row(wrong.on("picture"), &html! { input.form-field__input type="file" id="submission_picture" name="picture" accept="image/*"; }))
            }
            (Field { id: "submission_title", name: "title", label: "Title", value: &draft.title, required: true, rows: 2, ..Field::default() }.input(wrong))
            (Field { id: "submission_body", name: "body", label: "Body", value: &draft.body, rows: 8, hint: "An empty line begins a new paragraph.", ..Field::default() }.area(wrong))
            (forum.row(wrong.on("forum"), &html! {
                select.form-field__input id="submission_forum" name="forum" required aria-invalid=[wrong.on("forum").map(|_| "true")] data-combobox data-placeholder="Choose a forum…" {
                    option value="" { "Choose a forum…" }
                    @for name in names { option value=(name) selected[name == draft.forum] { (name) } }
                }
            }))
            div.form__buttons { button.button type="submit" { "Create submission" } }
        }
    };
    let aside = html! {
        section.card {
            h2 { "Before you post" }
            ul.bullets { li { "Has it been asked before? Try the search." } li { "A good title stands on its own." } li { "Choose the forum with care." } }
            p { a href="/wiki/posting" { "How to post well" } }
        }
    };
    frame::page(visit, site, "Create submission", &main, Some(&aside))
}
