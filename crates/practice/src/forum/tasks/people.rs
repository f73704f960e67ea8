//! Profile, messages, blocks, settings, registration.

use super::{Draw, Template, mine};
use crate::{
    forum::state::DEMO_USER,
    tasks::{StateCheck, TaskKind::Write, TaskList, Verifier},
};

const BIOGRAPHY: Template = ("change_biography", "change_biography", Write);
const BIOGRAPHY_SET: Template = ("put_in_biography", "change_biography", Write);
const EMAIL: Template = ("change_email", "change_email", Write);
const FRONT_SORT: Template = ("change_default_sort", "change_default_sort", Write);
const MESSAGE: Template = ("send_message", "send_message", Write);
const MESSAGE_SHORT: Template = ("write_to_user", "send_message", Write);
const ANSWER: Template = ("answer_message", "answer_message", Write);
const BLOCK: Template = ("block_user", "block_user", Write);
const UNBLOCK: Template = ("unblock_user", "unblock_user", Write);
const REGISTER: Template = ("register_account", "register_account", Write);

pub(super) fn add(list: &mut TaskList, draw: &mut Draw<'_>) {
    profile(list);
    messages(list, draw);
    blocks(list, draw);
    registration(list, draw);
}

fn me() -> StateCheck {
    mine(StateCheck::exists("/users"), "name")
}

fn profile(list: &mut TaskList) {
    for text in [
        "I count things and grow tomatoes.",
        "On holiday until August.",
        "Maps, tables and long walks.",
        "Please write in English or Polish.",
    ] {
        let goal = Verifier::state(vec![me().equals("biography", text)]);
        list.add(BIOGRAPHY, format!("Change my biography to \"{text}\""), "/", goal);
    }
    for text in
        ["New here, be gentle.", "Keeper of three forums and one cat.", "Ask me about differential engines."]
    {
        let goal = Verifier::state(vec![me().equals("biography", text)]);
        list.add(BIOGRAPHY_SET, format!("My profile should say \"{text}\", please update it"), "/", goal);
    }
    for email in ["ada@engines.example", "countess@post.example", "a.byron@mail.example"] {
        let goal = Verifier::state(vec![me().equals("email", email)]);
        list.add(EMAIL, format!("Change the e-mail address of my account to {email}"), "/", goal);
    }
    for (sort, said) in [("new", "New"), ("top", "Top"), ("active", "Active")] {
        let goal = Verifier::state(vec![
            me().equals("/preferences/front_sort", sort).equals("/preferences/front_page", "all"),
        ]);
        list.add(FRONT_SORT, format!("Set the default sort in my preferences to {said}"), "/", goal);
    }
}

fn messages(list: &mut TaskList, draw: &mut Draw<'_>) {
    let site = draw.site;
    #[rustfmt::skip]
    let letters = [
        ("Seed swap on Saturday", "Shall we meet at the market at ten?"), ("Your question about maps", "The library has the one from 1911."),
        ("Thank you", "Your comment helped me a lot."), ("A favour", "Could you proofread my wiki page?"),
        ("Lost umbrella", "You left it at the meeting."), ("Film night", "We show a silent comedy on Friday."), ("Moderation", "Would you like to join the team?"),
    ];
    let count = StateCheck::count("/threads", site.threads.len() + 1);
    let free = |name: &str| !site.has_blocked(DEMO_USER, name);
    for (n, (name, (subject, body))) in draw.members(letters.len(), free).into_iter().zip(letters).enumerate()
    {
        let one = mine(StateCheck::exists("/threads"), "from")
            .equals("to", name)
            .equals("subject", subject)
            .equals("/messages/0/body", body);
        let goal = Verifier::state(vec![one, count.clone()]);
        if n < 4 {
            let intent =
                format!("Send a message to {name} with the subject \"{subject}\" and the text \"{body}\"");
            list.add(MESSAGE, intent, "/", goal);
        } else {
            list.add(
                MESSAGE_SHORT,
                format!("Write to {name}: subject \"{subject}\", message \"{body}\""),
                "/",
                goal,
            );
        }
    }
    let answers = ["Yes, gladly.", "I will think about it until Monday.", "Sorry, not this time."];
    for (thread, text) in site.threads.iter().skip(3).step_by(4).zip(answers) {
        let last = format!("/messages/{}", thread.messages.len());
        let check = StateCheck::exists("/threads")
            .equals("id", thread.id)
            .equals(&format!("{last}/body"), text)
            .equals(&format!("{last}/author"), DEMO_USER);
        let intent = format!("Answer the conversation \"{}\" in my messages with \"{text}\"", thread.subject);
        list.add(ANSWER, intent, "/", Verifier::state(vec![check]));
    }
}

fn blocks(list: &mut TaskList, draw: &mut Draw<'_>) {
    let site = draw.site;
    let all = site.blocks.iter().filter(|block| block.user == DEMO_USER).count();
    for name in draw.members(4, |name| !site.has_blocked(DEMO_USER, name)) {
        let one = mine(StateCheck::exists("/blocks"), "user").equals("blocked", name);
        let goal = Verifier::state(vec![one, StateCheck::count("/blocks", all + 1)]);
        list.add(BLOCK, format!("Block the user {name}"), "/", goal);
    }
    for block in site.blocks.iter().step_by(2).take(3) {
        let gone = mine(StateCheck::absent("/blocks"), "user").equals("blocked", block.blocked.as_str());
        let goal = Verifier::state(vec![gone, StateCheck::count("/blocks", all - 1)]);
        list.add(UNBLOCK, format!("Unblock {} in my block list", block.blocked), "/", goal);
    }
}

fn registration(list: &mut TaskList, draw: &Draw<'_>) {
    for name in ["brunel_fan", "tidewatcher", "quiet_reader"] {
        let one = StateCheck::exists("/users").equals("name", name);
        let goal = Verifier::state(vec![one, StateCheck::count("/users", draw.site.users.len() + 1)]);
        let intent =
            format!("Log out and register a new account named {name} with the password lantern-7-lane");
        list.add(REGISTER, intent, "/", goal);
    }
}
