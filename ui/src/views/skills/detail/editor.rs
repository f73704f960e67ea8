//! Edit: the words in fields or the whole as JSON, checked while you write.

use atelier_core::skill::Skill;
use leptos::prelude::*;

use crate::components::fields::Segments;
use crate::components::panel::Section;
use crate::state::toasts::sentence;
use crate::state::use_app;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Fields,
    Json,
}

/// What is wrong with the text, or the skill that it is.
fn read(text: &str, old: &Skill) -> Result<Skill, String> {
    let skill: Skill = serde_json::from_str(text).map_err(|error| error.to_string())?;
    if skill.id != old.id || skill.site != old.site {
        return Err("the id and the site of a skill stay as they are".to_owned());
    }
    check(skill)
}

fn check(skill: Skill) -> Result<Skill, String> {
    skill.check().map_err(|fault| fault.to_string())?;
    Ok(skill)
}

fn pretty(skill: &Skill) -> String {
    serde_json::to_string_pretty(skill).unwrap_or_default()
}

#[component]
pub fn Editor(skill: Skill, close: Callback<()>) -> impl IntoView {
    let app = use_app();
    let form = RwSignal::new(Form::Fields);
    let draft = RwSignal::new(skill.clone());
    let text = RwSignal::new(pretty(&skill));
    let old = StoredValue::new(skill);
    let checked = Memo::new(move |_| match form.get() {
        Form::Fields => check(draft.get()),
        Form::Json => old.with_value(|old| read(&text.get(), old)),
    });
    let changed = Memo::new(move |_| {
        checked.with(|now| now.as_ref().is_ok_and(|now| old.with_value(|old| now != old)))
    });
    let turn_to = move |to: Form| {
        match to {
            Form::Json => text.set(draft.with_untracked(pretty)),
            // What is not well formed stays in the text until it is.
            Form::Fields => match checked.get_untracked() {
                Ok(skill) => draft.set(skill),
                Err(_) => return,
            },
        }
        form.set(to);
    };
    let save = move || {
        if let Ok(skill) = checked.get_untracked()
            && changed.get_untracked()
        {
            super::save(app, &old.get_value(), skill);
            close.run(());
        }
    };
    view! {
        <Section title="Edit">
            <form class="stack" on:submit=move |event| { event.prevent_default(); save(); }>
                <Segments label="Edit as" value=form choose=Callback::new(turn_to)
                    choices=vec![(Form::Fields, "Words".to_owned()), (Form::Json, "Whole skill (JSON)".to_owned())]/>
                {move || match form.get() {
                    Form::Fields => fields(draft).into_any(),
                    Form::Json => view! {
                        <textarea class="mono skill-json" rows="20" aria-label="The skill as JSON" spellcheck="false" aria-describedby="skill-check"
                            prop:value=move || text.get() on:input=move |event| text.set(event_target_value(&event))></textarea>
                    }.into_any(),
                }}
                <p id="skill-check" class="small" class:bad=move || checked.with(Result::is_err) class:muted=move || checked.with(Result::is_ok) role="status">
                    {move || checked.with(|checked| match checked {
                        Ok(_) => "Well formed.".to_owned(),
                        Err(why) => sentence(&why.replace('`', "")),
                    })}
                </p>
                <div class="row">
                    <button class="button primary" type="submit" disabled=move || !changed.get()>"Save as a new version"</button>
                    <button class="button" type="button" on:click=move |_| close.run(())>"Cancel"</button>
                </div>
            </form>
        </Section>
    }
}

fn fields(draft: RwSignal<Skill>) -> impl IntoView {
    let steps = draft.with_untracked(|skill| skill.steps.len());
    let field = |id: &'static str,
                 label: &'static str,
                 read: fn(&Skill) -> &String,
                 write: fn(&mut Skill, String)| {
        view! {
            <div class="field">
                <label for=id>{label}</label>
                <input id=id type="text" prop:value=move || draft.with(|skill| read(skill).clone())
                    on:input=move |event| draft.update(|skill| write(skill, event_target_value(&event)))/>
            </div>
        }
    };
    let step = |at: usize| {
        let id = format!("edit-step-{at}");
        view! {
            <div class="field">
                <label for=id.clone()>"Step "{at + 1}</label>
                <input id=id type="text" prop:value=move || draft.with(|skill| skill.steps.get(at).map(|step| step.guidance.clone()).unwrap_or_default())
                    on:input=move |event| draft.update(|skill| if let Some(step) = skill.steps.get_mut(at) { step.guidance = event_target_value(&event) })/>
            </div>
        }
    };
    view! {
        {field("edit-name", "Name", |skill| &skill.name, |skill, text| skill.name = text)}
        {field("edit-description", "What it does", |skill| &skill.description, |skill, text| skill.description = text)}
        {field("edit-pattern", "Pages it starts on", |skill| &skill.url_pattern, |skill, text| skill.url_pattern = text)}
        {(0..steps).map(step).collect_view()}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_of_a_fault_is_named() {
        let document = r#"{"schema":1,"id":"01890a5d-ac96-774b-bcce-b302099a8057","name":"open","description":"","site":"forum",
            "url_pattern":"forum","steps":[{"guidance":"Go","action":"back"}],"effect":"read",
            "provenance":{"trajectory":"01890a5d-ac96-774b-bcce-b302099a8057","steps":[0,0]},"version":1}"#;
        let skill: Skill = serde_json::from_str(document).unwrap();
        assert_eq!(read(&pretty(&skill), &skill), Ok(skill.clone()));
        let broken = pretty(&skill).replace("\"open\"", "\"Open it\"");
        assert!(read(&broken, &skill).unwrap_err().contains("Open it"));
        let cut = pretty(&skill).replace("\"back\"", "\"fly\"");
        assert!(read(&cut, &skill).unwrap_err().contains("line "), "{:?}", read(&cut, &skill));
        let other = pretty(&skill).replace("\"site\": \"forum\"", "\"site\": \"shop\"");
        assert!(read(&other, &skill).is_err());
    }
}
