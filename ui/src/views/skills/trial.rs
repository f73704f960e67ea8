//! Try it: a form from the parameters, a dry run if wanted, and the report.

use atelier_core::effect;
use atelier_core::skill::Skill;
use leptos::prelude::*;

use crate::components::fields::ParameterForm;
use crate::components::notice::Trouble;
use crate::components::panel::Section;
use crate::state::toasts::sentence;
use crate::state::use_app;
use crate::views::replay::summary;
use crate::views::run::approval::ApprovalCard;
use crate::views::run::steps::Steps;

#[component]
pub fn Trial(skill: Skill) -> impl IntoView {
    let app = use_app();
    let id = skill.id;
    // The detail is drawn anew after each trial; what was written into the form stays.
    let before = app.trial_form.get_value().filter(|(of, ..)| *of == id);
    let (first, dry) = before.map_or_else(
        || (skill.example_arguments(), skill.effect == effect::Effect::Irreversible),
        |(_, values, dry)| (values, dry),
    );
    let values = RwSignal::new(first);
    let dry_run = RwSignal::new(dry);
    Effect::new(move || app.trial_form.set_value(Some((id, values.get(), dry_run.get()))));
    let parameters = skill.parameters.clone();
    let reads = skill.effect == effect::Effect::Read;
    let fault = Memo::new(move |_| {
        values.with(|values| skill.check_arguments(values).err().map(|fault| fault.to_string()))
    });
    let own = Memo::new(move |_| app.trial.trial.get() == Some(id));
    let running = Memo::new(move |_| own.get() && app.trial.running.get());
    let timeline = Signal::derive(move || app.trial.timeline.get());
    let go = move || {
        if fault.get_untracked().is_none() {
            app.trial.try_skill(app, id, values.get_untracked(), dry_run.get_untracked());
        }
    };
    view! {
        <Section title="Try it">
            <form class="stack" on:submit=move |event| { event.prevent_default(); go(); }>
                <ParameterForm prefix="trial" parameters values/>
                <p class="field-error" role="alert">{move || fault.get().map(|fault| sentence(&fault.replace('`', "")))}</p>
                <div class="row wrap">
                    {(!reads).then(|| view! {
                        <label class="check">
                            <input type="checkbox" prop:checked=move || dry_run.get()
                                on:change=move |event| dry_run.set(event_target_checked(&event))/>
                            "Dry run: stop before it sends"
                        </label>
                    })}
                    <span class="grow"></span>
                    {move || if running.get() {
                        view! { <button type="button" class="button danger" disabled=move || app.trial.stopping.get()
                            on:click=move |_| app.trial.stop(app)>"Stop" <kbd>"Esc"</kbd></button> }.into_any()
                    } else {
                        view! { <button type="submit" class="button" disabled=move || fault.get().is_some() || app.trial.running.get() || app.run.running.get()>"Try it"</button> }.into_any()
                    }}
                </div>
            </form>
            {move || own.get().then(|| view! {
                <div class="trial">
                    <Steps timeline running/>
                    {move || app.trial.approval.get().map(|request| view! { <ApprovalCard request live=app.trial/> })}
                    {move || app.trial.error.get().map(|error| view! { <Trouble error retry=Callback::new(move |()| go())/> })}
                    <div role="status">{move || app.trial.report.get().map(|report| summary(&report))}</div>
                </div>
            })}
        </Section>
    }
}
