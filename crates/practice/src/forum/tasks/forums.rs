//! Following, making and moderating forums.

use super::{Draw, Template, mine};
use crate::{
    forum::{
        model::{Forum, Submission},
        state::DEMO_USER,
    },
    tasks::{StateCheck, TaskKind::Write, TaskList, Verifier},
};

const SUBSCRIBE: Template = ("subscribe_forum", "subscribe_forum", Write);
const FOLLOW: Template = ("follow_forum", "subscribe_forum", Write);
const UNSUBSCRIBE: Template = ("unsubscribe_forum", "unsubscribe_forum", Write);
const CREATE: Template = ("create_forum", "create_forum", Write);
const SIDEBAR: Template = ("edit_sidebar", "edit_forum_sidebar", Write);
const TITLE: Template = ("edit_forum_title", "edit_forum_title", Write);
const LOCK: Template = ("lock_post", "lock_post", Write);
const REMOVE: Template = ("remove_post", "remove_post", Write);
const PIN: Template = ("pin_post", "pin_post", Write);
const BAN: Template = ("ban_user", "ban_user", Write);
const UNBAN: Template = ("unban_user", "unban_user", Write);
const MODERATOR: Template = ("add_moderator", "add_moderator", Write);

#[rustfmt::skip]
const NEW_FORUMS: [(&str, &str, &str, &str); 4] = [
    ("lighthouses", "Lighthouses of the world", "Towers, lamps and the people who kept them.", "Please say where the tower stands."),
    ("fountainpens", "Ink and nibs", "Pens that need a little patience.", "Show us what you wrote with it."),
    ("soupclub", "The soup club", "One pot, many bowls.", "A recipe in every post."),
    ("stargazing_kids", "Stars for children", "Looking up together.", "Questions of any age are welcome."),
];

pub(super) fn add(list: &mut TaskList, draw: &mut Draw<'_>) {
    subscriptions(list, draw);
    new_forums(list, draw);
    settings(list, draw);
    submissions(list, draw);
    members(list, draw);
}

fn subscriptions(list: &mut TaskList, draw: &mut Draw<'_>) {
    let site = draw.site;
    let all = site.subscriptions.iter().filter(|one| one.user == DEMO_USER).count();
    let goal = |forum: &str, check: StateCheck, count: usize| {
        let one = mine(check, "user").equals("forum", forum);
        Verifier::state(vec![one, mine(StateCheck::count("/subscriptions", count), "user")])
    };
    let open = draw.forums(8, |one| !site.is_subscribed(DEMO_USER, &one.name));
    for one in &open[..open.len().min(5)] {
        let goal = goal(&one.name, StateCheck::exists("/subscriptions"), all + 1);
        list.add(SUBSCRIBE, format!("Subscribe to the {} forum", one.name), "/", goal);
    }
    for one in open.iter().skip(5) {
        let goal = goal(&one.name, StateCheck::exists("/subscriptions"), all + 1);
        list.add(FOLLOW, format!("I want to follow {} from now on", one.name), "/", goal);
    }
    for one in draw.forums(4, |one| site.is_subscribed(DEMO_USER, &one.name)) {
        let goal = goal(&one.name, StateCheck::absent("/subscriptions"), all - 1);
        list.add(UNSUBSCRIBE, format!("Unsubscribe from the {} forum", one.name), "/", goal);
    }
}

fn new_forums(list: &mut TaskList, draw: &Draw<'_>) {
    for (name, title, description, sidebar) in NEW_FORUMS {
        let one = StateCheck::exists("/forums")
            .equals("name", name)
            .equals("title", title)
            .equals("description", description)
            .equals("sidebar", sidebar)
            .contains("moderators", DEMO_USER);
        let goal = Verifier::state(vec![one, StateCheck::count("/forums", draw.site.forums.len() + 1)]);
        let intent = format!(
            "Create a forum named {name} with the title \"{title}\", the description \"{description}\" and the sidebar \"{sidebar}\""
        );
        list.add(CREATE, intent, "/", goal);
    }
}

fn own<'a>(draw: &Draw<'a>) -> Vec<&'a Forum> {
    draw.site
        .forums
        .iter()
        .map(AsRef::as_ref)
        .filter(|one: &&Forum| one.moderators.iter().any(|name| name == DEMO_USER))
        .take(3)
        .collect()
}

fn settings(list: &mut TaskList, draw: &Draw<'_>) {
    let sidebars = [
        "Be kind and bring cuttings.",
        "Photos of your desk are welcome on Fridays.",
        "Sources for all numbers, please.",
    ];
    let titles = ["The allotment society", "Keys and switches", "Streets and squares"];
    for ((one, sidebar), title) in own(draw).into_iter().zip(sidebars).zip(titles) {
        // What was not to be changed must stand as before.
        let kept = |field: &'static str, value: &str| {
            StateCheck::exists("/forums").equals("name", one.name.as_str()).equals(field, value)
        };
        let goal = Verifier::state(vec![kept("sidebar", sidebar).equals("title", one.title.as_str())]);
        list.add(SIDEBAR, format!("Set the sidebar of my forum {} to \"{sidebar}\"", one.name), "/", goal);
        let goal = Verifier::state(vec![kept("title", title).equals("sidebar", one.sidebar.as_str())]);
        list.add(TITLE, format!("Rename my forum {}: its title shall be \"{title}\"", one.name), "/", goal);
    }
}

fn submissions(list: &mut TaskList, draw: &mut Draw<'_>) {
    let forums: Vec<String> = own(draw).iter().map(|one| one.name.clone()).collect();
    let site = draw.site;
    let count = |field: &str| {
        let holds = |one: &&std::sync::Arc<Submission>| match field {
            "locked" => one.locked,
            "removed" => one.removed,
            _ => one.pinned,
        };
        site.submissions.iter().filter(holds).count()
    };
    let measures = [
        (LOCK, "locked", "Lock the submission"),
        (REMOVE, "removed", "As moderator, remove the submission"),
        (PIN, "pinned", "Pin the submission"),
    ];
    for (template, field, said) in measures {
        let total = count(field) + 1;
        for one in draw.posts(3, |one| !one.locked && forums.contains(&one.forum)) {
            let check = StateCheck::exists("/submissions").equals("id", one.id).equals(field, true);
            let goal =
                Verifier::state(vec![check, StateCheck::count("/submissions", total).equals(field, true)]);
            list.add(template, format!("{said} \"{}\" in my forum {}", one.title, one.forum), "/", goal);
        }
    }
}

fn members(list: &mut TaskList, draw: &mut Draw<'_>) {
    let site = draw.site;
    let forums: Vec<&Forum> = own(draw);
    let outsider = |name: &str| {
        forums.iter().all(|one| {
            !one.moderators.iter().any(|member| member == name) && site.ban(&one.name, name).is_none()
        })
    };
    let names = draw.members(6, outsider);
    let reasons = ["Spam in three threads", "Rude to newcomers", "Fake reviews"];
    for ((one, name), reason) in forums.iter().zip(&names).zip(reasons) {
        let check = StateCheck::exists("/bans")
            .equals("forum", one.name.as_str())
            .equals("user", *name)
            .equals("reason", reason);
        let goal = Verifier::state(vec![check, StateCheck::count("/bans", site.bans.len() + 1)]);
        list.add(BAN, format!("Ban the user {name} from my forum {} for \"{reason}\"", one.name), "/", goal);
    }
    for (one, name) in forums.iter().zip(names.iter().skip(3)) {
        let check =
            StateCheck::exists("/forums").equals("name", one.name.as_str()).contains("moderators", *name);
        list.add(
            MODERATOR,
            format!("Make {name} a moderator of my forum {}", one.name),
            "/",
            Verifier::state(vec![check]),
        );
    }
    for ban in site.bans.iter().skip(1).step_by(3).take(3) {
        let gone =
            StateCheck::absent("/bans").equals("forum", ban.forum.as_str()).equals("user", ban.user.as_str());
        let goal = Verifier::state(vec![gone, StateCheck::count("/bans", site.bans.len() - 1)]);
        list.add(
            UNBAN,
            format!("Lift the ban of {} in my forum {}", ban.user, ban.forum),
            format!("/f/{}", ban.forum),
            goal,
        );
    }
}
