//! The command palette: every action with its shortcut, and every skill and trajectory by its name.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::icon::{Icon, Sign};
use crate::action::{self, ACTIONS};
use crate::dom;
use crate::route::Route;
use crate::state::{App, use_app};
use crate::words;

/// Things of one kind that are listed beside the actions.
const FOUND: usize = 8;

#[derive(Clone)]
struct Entry {
    icon: Icon,
    title: String,
    note: String,
    run: Callback<()>,
}

#[component]
pub fn Palette() -> impl IntoView {
    let app = use_app();
    move || app.palette.get().then(|| view! { <Dialog/> })
}

#[component]
fn Dialog() -> impl IntoView {
    let app = use_app();
    let query = RwSignal::new(String::new());
    let at = RwSignal::new(0_usize);
    let entries = Memo::new_with_compare(move |_| find(app, &query.get()), |_, _| true);
    let before = StoredValue::new_local(dom::document().active_element());
    let close = move || {
        app.palette.set(false);
        if let Some(element) = before.get_value().and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
            element.focus().ok();
        }
    };
    let run = move |at: usize| {
        let chosen = entries.with_untracked(|entries| entries.get(at).cloned());
        close();
        if let Some(entry) = chosen {
            entry.run.run(());
        }
    };
    let keys = move |event: web_sys::KeyboardEvent| {
        let count = entries.with_untracked(Vec::len);
        let to = match event.key().as_str() {
            "ArrowDown" => (at.get_untracked() + 1) % count.max(1),
            "ArrowUp" => (at.get_untracked() + count.max(1) - 1) % count.max(1),
            "Enter" => {
                event.prevent_default();
                event.stop_propagation();
                return run(at.get_untracked());
            }
            "Escape" => {
                event.prevent_default();
                event.stop_propagation();
                return close();
            }
            // The text field is all there is to focus on.
            "Tab" => return event.prevent_default(),
            _ => return,
        };
        event.prevent_default();
        at.set(to);
        dom::reveal(&format!("palette-{to}"));
    };
    dom::focus("palette-query");
    view! {
        <div class="veil" on:click=move |_| close()>
            <div class="palette" role="dialog" aria-modal="true" aria-label="Find an action"
                on:click=move |event| event.stop_propagation() on:keydown=keys>
                <div class="palette-query">
                    <Sign icon=Icon::Search/>
                    <input id="palette-query" type="text" role="combobox" aria-expanded="true"
                        aria-controls="palette-list" aria-autocomplete="list" aria-label="Action, skill or trajectory"
                        aria-activedescendant=move || format!("palette-{}", at.get())
                        placeholder="What would you like to do?" autocomplete="off" spellcheck="false"
                        on:input=move |event| { query.set(event_target_value(&event)); at.set(0); }/>
                </div>
                <ul id="palette-list" role="listbox" aria-label="Actions" tabindex="-1">
                    {move || entries.get().into_iter().enumerate().map(|(position, entry)| view! {
                        <li id=format!("palette-{position}") role="option"
                            aria-selected=move || (at.get() == position).to_string()
                            on:mousemove=move |_| at.set(position) on:click=move |_| run(position)>
                            <Sign icon=entry.icon/>
                            <span class="grow">{entry.title}</span>
                            {(!entry.note.is_empty()).then(|| view! { <kbd>{entry.note}</kbd> })}
                        </li>
                    }).collect_view()}
                </ul>
                {move || entries.with(Vec::is_empty).then(|| view! {
                    <p class="waiting" role="status">"Nothing of this name."</p>
                })}
            </div>
        </div>
    }
}

fn find(app: App, query: &str) -> Vec<Entry> {
    let query = query.to_lowercase();
    let words: Vec<&str> = query.split_whitespace().collect();
    let fits = |text: &str| {
        let text = text.to_lowercase().replace('_', " ");
        words.iter().all(|word| text.contains(word))
    };
    let actions =
        ACTIONS.iter().filter(|action| action.keys != "Mod+K" && fits(action.title) && (action.ready)(app));
    let mut entries: Vec<Entry> = actions
        .map(|action| Entry {
            icon: Icon::Command,
            title: action.title.to_owned(),
            note: action::keys_in_words(action.keys),
            run: Callback::new(move |()| (action.run)(app)),
        })
        .collect();
    if words.is_empty() {
        return entries;
    }
    if let Some(skills) = app.skills.get() {
        let found =
            skills.iter().filter(|row| fits(&format!("{} {}", row.name, row.description))).take(FOUND);
        entries.extend(found.map(|row| {
            let id = row.id;
            let run = Callback::new(move |()| app.go(Route::Skill(id)));
            Entry { icon: Icon::Skills, title: row.name.clone(), note: row.stage.name().to_owned(), run }
        }));
    }
    if let Some(rows) = app.trajectories.get() {
        let found = rows.iter().filter(|row| fits(&words::task(row))).take(FOUND);
        entries.extend(found.map(|row| {
            let id = row.id;
            let run = Callback::new(move |()| app.go(Route::Trajectory(id)));
            Entry { icon: Icon::Trajectories, title: words::task(row), note: row.site.clone(), run }
        }));
    }
    entries
}
