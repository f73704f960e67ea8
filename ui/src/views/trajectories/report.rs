//! An import as it goes, and what became of each file.

use atelier_core::fidelity::{Fidelity, FidelityReport};
use leptos::prelude::*;

use crate::components::icon::{Icon, Sign};
use crate::components::notice::Trouble;
use crate::components::panel::Fold;
use crate::components::prose::prose;
use crate::route::Route;
use crate::state::importing::FileResult;
use crate::state::toasts::sentence;
use crate::state::use_app;
use crate::words;

/// Files that are listed one by one; of many only those with something to say.
const LISTED: usize = 40;

#[component]
pub fn ImportReport() -> impl IntoView {
    let app = use_app();
    let importing = app.importing;
    let totals = Memo::new(move |_| {
        importing.results.with(|results| {
            let (mut added, mut duplicate, mut refused) = (0, 0, 0);
            for result in results {
                match result {
                    FileResult::Read { added: a, duplicate: d, .. } => {
                        added += a;
                        duplicate += d;
                    }
                    FileResult::Refused { .. } => refused += 1,
                }
            }
            (added, duplicate, refused)
        })
    });
    let headline = move || {
        let (added, duplicate, refused) = totals.get();
        let mut parts = vec![format!("{} added", words::counted(added, "trajectory"))];
        if duplicate > 0 {
            parts.push(format!("{} there already", words::count(duplicate)));
        }
        if refused > 0 {
            parts.push(format!("{} refused", words::counted(refused, "file")));
        }
        parts.join(" · ")
    };
    let close = move |_| importing.shown.set(false);
    move || {
        importing.shown.get().then(|| view! {
            <section class="card import" aria-label="Import">
                <div class="card-head">
                    <h2>"Import"</h2>
                    <span class="num" role="status">{headline}</span>
                    <span class="grow"></span>
                    {move || if importing.running.get() {
                        let done = move || importing.results.with(Vec::len);
                        view! {
                            <progress max=move || importing.files.get().max(1).to_string() value=move || done().to_string() aria-label="Files read"></progress>
                            <span class="muted num">{move || words::share(done(), importing.files.get())}</span>
                        }.into_any()
                    } else {
                        view! {
                            {move || (totals.get().0 > 0).then(|| view! {
                                <button class="button primary" on:click=move |_| {
                                    importing.shown.set(false);
                                    app.go(Route::Pipeline);
                                    app.tailoring.start(app);
                                }>"Make skills of them"</button>
                            })}
                            <button class="button icon-only" aria-label="Close the report" on:click=close><Sign icon=Icon::Close/></button>
                        }.into_any()
                    }}
                </div>
                {move || importing.error.get().map(|error| view! { <div class="pad"><Trouble error/></div> })}
                <ul class="import-list" tabindex="0" aria-label="Files">{move || files(&importing.results.get())}</ul>
            </section>
        })
    }
}

fn files(results: &[FileResult]) -> impl IntoView + use<> {
    let quiet = |result: &FileResult| matches!(result, FileResult::Read { report, duplicate: 0, .. } if report.replayable == report.steps && report.secrets == 0);
    let many = results.len() > LISTED;
    let hidden = if many { results.iter().filter(|result| quiet(result)).count() } else { 0 };
    let listed = results.iter().filter(|result| !many || !quiet(result)).cloned();
    view! {
        {listed.map(file).collect_view()}
        {(hidden > 0).then(|| view! {
            <li class="muted"><Sign icon=Icon::Done/>{words::counted(hidden, "file")}" replay whole"</li>
        })}
    }
}

fn file(result: FileResult) -> impl IntoView {
    match result {
        FileResult::Refused { file, error } => view! {
            <li class="bad">
                <Sign icon=Icon::Failed/>
                <strong>{file}</strong>
                <span class="grow">{prose(&sentence(&error.message))}" "{prose(&error.hint)}</span>
            </li>
        }
        .into_any(),
        FileResult::Read { report, added, duplicate } => {
            let icon = if added == 0 { Icon::Nothing } else { Icon::Done };
            let mut notes = Vec::new();
            if duplicate > 0 {
                notes.push("there already".to_owned());
            }
            notes.push(format!("{} steps replayable", words::share(report.replayable, report.steps)));
            if report.secrets > 0 {
                notes.push(format!("{} taken out", words::counted(report.secrets, "secret")));
            }
            let remarks = remarks(&report);
            view! {
                <li>
                    <Sign icon/>
                    <strong>{report.file}</strong>
                    <span class="muted">{report.format}</span>
                    <span class="num grow">{notes.join(" · ")}</span>
                    {remarks}
                </li>
            }
            .into_any()
        }
    }
}

fn remarks(report: &FidelityReport) -> Option<impl IntoView + use<>> {
    let remarks = report.remarks.clone();
    (!remarks.is_empty()).then(|| {
        view! {
            <Fold title=words::counted(remarks.len(), "remark")>
                <ul class="plain-list">
                    {remarks.into_iter().map(|remark| view! {
                        <li class="num">{format!("Step {}: {}. ", remark.step + 1, fidelity(remark.fidelity))}{prose(&remark.note)}</li>
                    }).collect_view()}
                </ul>
            </Fold>
        }
    })
}

const fn fidelity(fidelity: Fidelity) -> &'static str {
    match fidelity {
        Fidelity::Replayable => "replayable",
        Fidelity::NeedsGrounding => "good for guidance only",
        Fidelity::Unsupported => "not supported",
        Fidelity::Dropped => "left out",
    }
}
