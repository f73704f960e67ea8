//! Things to write and choose in.

use atelier_core::skill::{Parameter, ParameterKind};
use atelier_core::template::Bindings;
use leptos::prelude::*;

use super::icon::{Icon, Sign};

/// The filter box of a list; `/` puts the focus into it.
#[component]
pub fn Filter(text: RwSignal<String>, #[prop(into)] label: String) -> impl IntoView {
    view! {
        <div class="filter">
            <Sign icon=Icon::Search/>
            <input
                id="filter"
                type="search"
                aria-label=label.clone()
                placeholder=label
                autocomplete="off"
                spellcheck="false"
                prop:value=move || text.get()
                on:input=move |event| text.set(event_target_value(&event))
            />
        </div>
    }
}

/// One choice of few, as a row of radio buttons.
#[component]
pub fn Segments<T>(
    #[prop(into)] label: String,
    choices: Vec<(T, String)>,
    #[prop(into)] value: Signal<T>,
    #[prop(into)] choose: Callback<T>,
    /// Choices that cannot be taken now.
    #[prop(optional)]
    closed: Vec<T>,
) -> impl IntoView
where
    T: Copy + PartialEq + Send + Sync + 'static,
{
    let name = format!("seg-{}", label.to_lowercase().replace(' ', "-"));
    let radios = choices.into_iter().map(|(choice, word)| {
        let disabled = closed.contains(&choice);
        view! {
            <label class="segment">
                <input
                    type="radio"
                    name=name.clone()
                    disabled=disabled
                    prop:checked=move || value.get() == choice
                    on:change=move |_| choose.run(choice)
                />
                <span>{word}</span>
            </label>
        }
    });
    view! { <div class="segments" role="radiogroup" aria-label=label>{radios.collect_view()}</div> }
}

/// A field for each parameter. Values are kept as text, as arguments are.
#[component]
pub fn ParameterForm(
    #[prop(into)] prefix: String,
    parameters: Vec<Parameter>,
    values: RwSignal<Bindings>,
) -> impl IntoView {
    let fields = parameters.into_iter().map(|parameter| {
        let id = format!("{prefix}-{}", parameter.name);
        let hint = format!("{id}-hint");
        let kind = parameter.kind.name();
        let need = if parameter.required { kind.to_owned() } else { format!("{kind}, may stay empty") };
        view! {
            <div class="field">
                <label for=id.clone()><span class="mono">{parameter.name.clone()}</span>" "<span class="muted">{need}</span></label>
                {input(&parameter, id, hint.clone(), values)}
                <span class="muted small" id=hint>{parameter.description.clone()}</span>
            </div>
        }
    });
    view! { <div class="fields">{fields.collect_view()}</div> }
}

fn input(parameter: &Parameter, id: String, hint: String, values: RwSignal<Bindings>) -> AnyView {
    let name = parameter.name.clone();
    let read = {
        let name = name.clone();
        move || values.with(|all| all.get(&name).cloned().unwrap_or_default())
    };
    let optional = !parameter.required;
    let write = move |text: String| {
        values.update(|all| {
            if text.is_empty() && optional {
                all.remove(&name);
            } else {
                all.insert(name.clone(), text);
            }
        });
    };
    let mut options = parameter.options.clone();
    if parameter.kind == ParameterKind::Boolean {
        options = vec!["true".into(), "false".into()];
    }
    if options.is_empty() {
        let kind = match parameter.kind {
            ParameterKind::Integer | ParameterKind::Number => "number",
            ParameterKind::Date => "date",
            _ => "text",
        };
        let step = if parameter.kind == ParameterKind::Number { "any" } else { "1" };
        return view! {
            <input id=id type=kind step=step aria-describedby=hint prop:value=read
                on:input=move |event| write(event_target_value(&event))/>
        }
        .into_any();
    }
    let current = untrack(&read);
    if !current.is_empty() && !options.contains(&current) {
        options.insert(0, current);
    }
    let items = options.into_iter().map(|option| {
        let read = read.clone();
        let own = option.clone();
        view! { <option value=option.clone() selected=move || read() == own>{option.clone()}</option> }
    });
    view! {
        <select id=id aria-describedby=hint on:change=move |event| write(event_target_value(&event))>
            <option value="">"–"</option>
            {items.collect_view()}
        </select>
    }
    .into_any()
}
