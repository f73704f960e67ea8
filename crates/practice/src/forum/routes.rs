//! The addresses of the forum.

use std::sync::Arc;

use axum::{
    Router,
    response::Response,
    routing::{get, post},
};

use super::{
    pages::{
        account, forums, front, messages, moderation, people, pictures, search, submission, submit, talk,
        votes, wiki,
    },
    state::Commons,
};
use crate::{layout::asset, space::Spaces};

type Pages = Router<Arc<Spaces<Commons>>>;

pub(super) fn router() -> Pages {
    site().merge(in_forums()).merge(of_members()).merge(in_wiki()).fallback(forums::nowhere)
}

fn site() -> Pages {
    Router::new()
        .route("/favicon.svg", get(icon))
        .route("/favicon.ico", get(icon))
        .route("/assets/forum.css", get(style))
        .route("/assets/forum.js", get(script))
        .route("/pictures/{name}", get(pictures::show))
        .route("/", get(front::home))
        .route("/{first}", get(front::first))
        .route("/{first}/{sort}", get(front::second))
        .route("/comments", get(talk::newest))
        .route("/forums", get(forums::directory))
        .route("/create_forum", get(forums::create_form).post(forums::create))
        .route("/submit", get(submit::form).post(submit::create))
        .route("/submit/{name}", get(submit::form_in).post(submit::create))
        .route("/sv/{id}", post(votes::on_submission))
        .route("/cv/{id}", post(votes::on_comment))
        .route("/search", get(search::show))
        .route("/login", get(account::login_form).post(account::login))
        .route("/logout", post(account::logout))
        .route("/registration", get(account::registration_form).post(account::registration))
        .route("/messages", get(messages::inbox))
        .route("/messages/compose", get(messages::compose_form).post(messages::compose))
        .route("/messages/thread/{id}", get(messages::thread).post(messages::answer))
        .route("/notifications", get(messages::notices))
        .route("/notifications/clear", post(messages::clear_notices))
}

fn in_forums() -> Pages {
    Router::new()
        .route("/f/{name}", get(forums::show))
        .route("/f/{name}/{item}", get(forums::second))
        .route("/f/{name}/subscribe", post(forums::subscribe))
        .route("/f/{name}/unsubscribe", post(forums::unsubscribe))
        .route("/f/{name}/edit", get(forums::edit_form).post(forums::edit))
        .route("/f/{name}/moderation_log", get(moderation::log))
        .route("/f/{name}/moderators", get(moderation::moderators).post(moderation::add_moderator))
        .route("/f/{name}/moderators/remove", post(moderation::remove_moderator))
        .route("/f/{name}/bans", get(moderation::bans))
        .route("/f/{name}/bans/add", get(moderation::ban_form).post(moderation::ban))
        .route("/f/{name}/bans/remove", post(moderation::unban))
        .route("/f/{name}/{item}/{slug}", get(submission::show))
        .route("/f/{name}/{item}/{slug}/edit", get(submission::edit_form).post(submission::edit))
        .route("/f/{name}/{item}/{slug}/delete", post(submission::delete))
        .route("/f/{name}/{item}/{slug}/moderate", post(submission::moderate))
        .route("/f/{name}/{item}/{slug}/comment", post(talk::write))
        .route("/f/{name}/{item}/{slug}/comment/{id}", get(talk::single))
        .route("/f/{name}/{item}/{slug}/comment/{id}/edit", get(talk::edit_form).post(talk::edit))
        .route("/f/{name}/{item}/{slug}/comment/{id}/delete", post(talk::delete))
}

fn of_members() -> Pages {
    Router::new()
        .route("/user/{name}", get(people::overview))
        .route("/user/{name}/submissions", get(people::submissions))
        .route("/user/{name}/comments", get(people::comments))
        .route("/user/{name}/edit_biography", get(people::biography_form).post(people::biography))
        .route("/user/{name}/account", get(account::settings).post(account::save_settings))
        .route("/user/{name}/preferences", get(account::preferences).post(account::save_preferences))
        .route("/user/{name}/block_list", get(people::block_list))
        .route("/user/{name}/block", get(people::block_form).post(people::block))
        .route("/user/{name}/unblock", post(people::unblock))
        .route("/user/{name}/compose_message", get(messages::compose_to_form).post(messages::compose_to))
}

fn in_wiki() -> Pages {
    Router::new()
        .route("/wiki", get(wiki::home))
        .route("/wiki/_all", get(wiki::all))
        .route("/wiki/_recent", get(wiki::recent))
        .route("/wiki/_create", get(wiki::create_form).post(wiki::create))
        .route("/wiki/_create/{*path}", get(wiki::create_at_form))
        .route("/wiki/_edit/{*path}", get(wiki::edit_form).post(wiki::edit))
        .route("/wiki/_history/{*path}", get(wiki::history))
        .route("/wiki/_revision/{n}/{*path}", get(wiki::revision))
        .route("/wiki/{*path}", get(wiki::show))
}

async fn icon() -> Response {
    asset("image/svg+xml", include_str!("../../assets/forum-icon.svg"))
}

async fn style() -> Response {
    asset("text/css; charset=utf-8", include_str!("../../assets/forum.css"))
}

async fn script() -> Response {
    asset("text/javascript; charset=utf-8", include_str!("../../assets/forum.js"))
}
