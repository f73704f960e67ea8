use atelier_core::compound::Compound;
use atelier_core::target::Target;
use atelier_core::trajectory::Page;
use serde_json::json;

use super::widgets::which_day;
use super::*;
use crate::record::told::Choose;

/// A script of things done, a millisecond apart, and what came of it.
struct Play {
    merger: Merger,
    now: f64,
    tab: u32,
}

impl Play {
    fn new() -> Self {
        Self { merger: Merger::default(), now: 1000.0, tab: 0 }
    }

    fn does(&mut self, key: &str, what: What) -> Vec<Change> {
        self.now += 20.0;
        let target = (!key.is_empty()).then(|| Target { name: Some(key.into()), ..Target::default() });
        let mut page = Page { url: "http://a.example/".into(), tab: self.tab, ..Page::default() };
        page.title = "A".into();
        self.merger.push(Seen {
            page,
            frame: None,
            document: format!("d{}", self.tab),
            key: key.to_owned(),
            target,
            at: self.now,
            mark: None,
            what,
            raw: json!([{ "type": "event" }]),
        })
    }

    fn fills(&mut self, key: &str, text: &str) {
        self.does(key, What::Fill { value: Value::Text(text.into()), day: false, slider: false });
    }

    fn clicks(&mut self, key: &str) {
        self.does(key, What::Click(Click::default()));
    }

    fn clicks_field(&mut self, key: &str) {
        self.does(key, What::Click(Click { field: true, ..Click::default() }));
    }

    fn list(&mut self) -> Vec<String> {
        let steps = self.merger.finish();
        steps
            .iter()
            .map(|step| {
                let name = step.target.as_ref().and_then(|t| t.name.clone()).unwrap_or_default();
                let value = match &step.value {
                    Some(Value::Text(text)) => format!("={text}"),
                    Some(Value::Secret(name)) => format!("=secret {name}"),
                    Some(Value::File(name)) => format!("=file {name}"),
                    None => String::new(),
                };
                let kind = step.compound.as_ref().map(|c| format!(" ({})", c.name())).unwrap_or_default();
                format!("{} {name}{value}{kind}", step.action.name()).trim().to_owned()
            })
            .collect()
    }
}

#[test]
fn typing_becomes_one_fill() {
    let mut play = Play::new();
    play.clicks_field("name");
    for text in ["A", "Ad", "Ada"] {
        play.fills("name", text);
    }
    play.clicks_field("mail");
    play.fills("mail", "a@b.c");
    // Back to the first field: nothing happened in between, so only its last value counts.
    play.clicks_field("name");
    play.fills("name", "Ada L.");
    play.clicks("send");
    assert_eq!(play.list(), ["fill name=Ada L.", "fill mail=a@b.c", "click send"]);
}

#[test]
fn a_fill_behind_an_effect_is_a_step_of_its_own() {
    let mut play = Play::new();
    play.fills("query", "tea");
    play.clicks("search");
    play.merger.signal(0, play.now, Signal::Navigation { url: "/?q=tea".into(), same_document: true });
    play.fills("query", "coffee");
    assert_eq!(play.list(), ["fill query=tea", "click search", "fill query=coffee"]);
}

#[test]
fn what_the_browser_fills_in_is_told_once() {
    let mut play = Play::new();
    play.fills("user", "ada");
    let secret = || What::Fill { value: Value::Secret("password/pw".into()), day: false, slider: false };
    play.does("pw", secret());
    assert_eq!(play.does("pw", secret()), [], "the same value again is nothing new");
    play.fills("user", "ada");
    assert_eq!(play.list(), ["fill user=ada", "fill pw=secret password/pw"]);
}

#[test]
fn two_clicks_become_a_double_click() {
    let mut play = Play::new();
    play.clicks("row");
    play.clicks("row");
    play.does("row", What::DoubleClick { spot: None });
    assert_eq!(play.list(), ["double_click row"]);
}

#[test]
fn a_click_on_a_label_is_the_tick_that_follows() {
    let mut play = Play::new();
    let added = play.does("news", What::Click(Click { toggles: true, ..Click::default() }));
    let changed = play.does("news", What::Check(true));
    let [Change::Added(id)] = added[..] else { panic!("{added:?}") };
    assert_eq!(changed, [Change::Changed(id)], "the step keeps its place");
    play.does("news", What::Check(true));
    assert_eq!(play.list(), ["check news"]);
}

#[test]
fn an_enter_and_the_press_of_the_button_that_it_makes_are_one() {
    let mut play = Play::new();
    play.fills("query", "tea");
    play.does("query", What::Press("Enter".into()));
    play.does("go", What::Click(Click { by_key: true, ..Click::default() }));
    assert_eq!(play.list(), ["fill query=tea", "press query=Enter"]);
}

#[test]
fn clicks_without_effect_on_what_is_no_control_are_dropped() {
    let mut play = Play::new();
    let idle = || What::Click(Click { idle: true, ..Click::default() });
    play.does("text", idle());
    play.merger.shown(0, Shown::default());
    play.does("tile", idle());
    play.merger.shown(0, Shown { mutated: 3, ..Shown::default() });
    play.clicks_field("name");
    play.clicks("send");
    assert_eq!(play.list(), ["click tile", "click send"]);
}

#[test]
fn another_tab_is_gone_to_first() {
    let mut play = Play::new();
    play.clicks("open");
    play.merger.popped_up(1, Some(0));
    play.tab = 1;
    play.clicks("there");
    play.tab = 0;
    play.clicks("here");
    play.tab = 1;
    play.does("", What::CloseTab);
    play.tab = 0;
    play.clicks("again");
    assert_eq!(
        play.list(),
        [
            "click open",
            "click there",
            "switch_tab =0",
            "click here",
            "switch_tab =1",
            "close_tab",
            "click again"
        ]
    );
}

#[test]
fn a_new_tab_and_its_address_are_one_step() {
    let mut play = Play::new();
    play.tab = 1;
    play.does("", What::NewTab(String::new()));
    play.does("", What::Navigate("http://b.example/".into()));
    assert_eq!(play.list(), ["new_tab =http://b.example/"]);
}

fn choose(text: &str, via: Option<&str>, input: bool) -> What {
    What::Choose(Choose {
        text: text.into(),
        option: Target { name: Some(text.into()), role: Some("option".into()), ..Target::default() },
        option_key: format!("option {text}"),
        via: via.map(str::to_owned),
        input,
        kept: None,
    })
}

#[test]
fn a_list_is_one_choice_however_it_was_opened() {
    let mut play = Play::new();
    play.clicks("arrow");
    play.does("country", choose("Norway", Some("arrow"), true));
    // A search field inside of the list is emptied by the choice.
    play.fills("city", "os");
    play.does("city", choose("Oslo", None, true));
    play.does("city", What::Kept(String::new()));
    assert_eq!(play.list(), ["select country=Norway (choice)", "select city=Oslo (choice)"]);
}

#[test]
fn an_autocomplete_keeps_what_was_typed() {
    let mut play = Play::new();
    play.clicks_field("city");
    play.fills("city", "ber");
    play.does("city", What::Press("ArrowDown".into()));
    play.does("city", choose("Berlin", None, true));
    play.does("city", What::Kept("Berlin".into()));
    let steps = play.merger.finish();
    assert_eq!(steps.len(), 1);
    let Some(Compound::Autocomplete { typed, option }) = &steps[0].compound else { panic!("{steps:?}") };
    assert_eq!((typed.as_deref(), option.name.as_deref()), (Some("ber"), Some("Berlin")));
    assert_eq!((steps[0].action, steps[0].text()), (Action::Fill, Some("Berlin")));
}

#[test]
fn a_walk_through_a_calendar_is_one_day() {
    let mut play = Play::new();
    play.clicks("calendar button");
    let inside = || What::Click(Click { calendar: true, ..Click::default() });
    play.does("next month", inside());
    play.does("17", inside());
    play.does(
        "arrival",
        What::Day {
            shown: "04/17/2026".into(),
            cell: "17".into(),
            hints: vec!["April 17, 2026".into()],
            header: "April 2026".into(),
        },
    );
    let steps = play.merger.finish();
    assert_eq!(steps.len(), 1, "{steps:?}");
    assert_eq!(steps[0].text(), Some("2026-04-17"));
    let Some(Compound::Date { format, opener }) = &steps[0].compound else { panic!("{steps:?}") };
    assert_eq!(format.as_deref(), Some("MM/DD/YYYY"));
    assert_eq!(opener.as_ref().and_then(|t| t.name.as_deref()), Some("calendar button"));
}

#[test]
fn days_are_told_apart_by_what_the_calendar_says() {
    let day = |shown: &str, cell: &str, hints: &[&str], header: &str| {
        let hints: Vec<String> = hints.iter().map(|hint| (*hint).to_owned()).collect();
        which_day(shown, cell, &hints, header).map(|day| day.to_string())
    };
    assert_eq!(day("03/04/2026", "4", &[], "March 2026").as_deref(), Some("2026-03-04"));
    assert_eq!(day("03/04/2026", "3", &[], "April 2026").as_deref(), Some("2026-04-03"));
    assert_eq!(day("4.3.2026", "4", &["2026-03-04"], "").as_deref(), Some("2026-03-04"));
    assert_eq!(day("soon", "4", &[], ""), None);
}

#[test]
fn a_file_replaces_the_click_that_asked_for_it() {
    let mut play = Play::new();
    play.clicks("choose a file");
    let upload = What::Upload { files: vec!["cat.png".into()], via: Some("choose a file".into()) };
    play.does("file", upload);
    assert_eq!(play.list(), ["upload file=file cat.png"]);
}

#[test]
fn a_dialog_that_was_refused_is_planned_before_its_cause() {
    let mut play = Play::new();
    play.clicks("delete");
    play.merger.dialog_answer(0, play.now, "dismiss");
    assert_eq!(play.list(), ["dialog =dismiss", "click delete"]);
}

#[test]
fn what_comes_much_later_is_nobody_s_effect() {
    let mut play = Play::new();
    play.clicks("go");
    let late = play.now + 60_000.0;
    assert_eq!(play.merger.signal(0, late, Signal::Download { file: "x".into() }), None);
}
