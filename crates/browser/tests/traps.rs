//! One page for each trap that is known to break browser automation.

use std::time::Duration;

use atelier_browser::{By, Demonstration};
use atelier_core::condition::Condition;
use atelier_core::replay::{FaultCode, StepOutcome};
use atelier_core::target::Target;
use atelier_core::template::Bindings;
use atelier_core::trajectory::{Action, Signal};
use atelier_testkit::Reply;

use crate::rig::{
    assert_done, assert_fault, click, fill, on_page, replay, role, run, skill, step, text_of, with,
};

#[test]
fn a_page_that_hangs_ends_in_a_named_fault() {
    on_page("<button onclick='for(;;);'>Go</button>", |page, pages| async move {
        let report = run(&page, &pages, vec![click(role("button", "Go"))]).await;
        assert_fault(&report, FaultCode::Deadline, "took longer");
    });
}

#[test]
fn dialogs_are_answered_and_recorded() {
    let html = "<p id=out>-</p><button onclick=\"alert('Hi'); \
        document.getElementById('out').textContent = confirm('Sure?') + ' ' + prompt('Name?', 'x')\">Ask</button>";
    on_page(html, |page, pages| async move {
        let report = run(&page, &pages, vec![click(role("button", "Ask"))]).await;
        assert_done(&report);
        let kinds: Vec<_> = report.steps[0]
            .signals
            .iter()
            .filter_map(|signal| match signal {
                Signal::Dialog { kind, message } => Some((kind.as_str(), message.as_str())),
                _ => None,
            })
            .collect();
        assert_eq!(kinds, [("alert", "Hi"), ("confirm", "Sure?"), ("prompt", "Name?")]);
        assert_eq!(text_of(&page, "#out").await, "true x");
    });
}

#[test]
fn a_dialog_step_answers_the_dialog_of_the_step_before() {
    let html = "<p id=out>-</p><button onclick=\"document.getElementById('out').textContent = \
        confirm('Sure?')\">Ask</button>";
    on_page(html, |page, pages| async move {
        let steps = vec![click(role("button", "Ask")), step(Action::Dialog, None, Some("dismiss"))];
        assert_done(&run(&page, &pages, steps).await);
        assert_eq!(text_of(&page, "#out").await, "false");
    });
}

#[test]
fn any_text_can_be_filled_and_pages_hear_of_it() {
    let html =
        "<label>Title <input id=t value=old></label><label>Body <textarea></textarea></label><p id=out></p>
        <script>for (const kind of ['input', 'change', 'keyup']) t.addEventListener(kind, () => {
          out.textContent += kind + ' '; });</script>";
    on_page(html, |page, pages| async move {
        let text = "Grüße, 東京 – naïve 👋";
        let steps = vec![
            fill(role("textbox", "Title"), text),
            fill(role("textbox", "Body"), "two\nlines\n"),
            fill(role("textbox", "Body"), "ends é"),
        ];
        let label = |text: &str| Target { label: Some(text.into()), ..Target::default() };
        let conditions = vec![
            Condition::FieldHas { target: label("Title"), value: text.into() },
            Condition::FieldHas { target: label("Body"), value: "ends é".into() },
        ];
        assert_done(&replay(&page, &pages, &skill(&[], steps, conditions), &Bindings::new()).await);
        let heard = text_of(&page, "#out").await;
        for kind in ["input", "keyup", "change"] {
            assert!(heard.contains(kind), "{heard}");
        }
        assert_eq!(heard.matches("change").count(), 1, "{heard}");
    });
}

#[test]
fn a_field_that_refuses_editing_commands_gets_real_keys() {
    let html = "<label>Title <input id=t></label><script>
        document.execCommand = () => false;
        t.addEventListener('beforeinput', e => { if (!window.keyed) e.preventDefault() });
        t.addEventListener('keydown', e => { if (e.isTrusted) window.keyed = true });
        </script>";
    on_page(html, |page, pages| async move {
        let steps = vec![fill(role("textbox", "Title"), "é")];
        let title = Target { label: Some("Title".into()), ..Target::default() };
        let conditions = vec![Condition::FieldHas { target: title, value: "é".into() }];
        assert_done(&replay(&page, &pages, &skill(&[], steps, conditions), &Bindings::new()).await);
    });
}

#[test]
fn a_date_and_a_rich_text_can_be_filled() {
    let html = "<label>Day <input type=date></label><div contenteditable aria-label=Note>old</div>
        <p id=out></p><script>document.querySelector('[type=date]').onchange = e => out.textContent = e.target.value
        </script>";
    on_page(html, |page, pages| async move {
        let day = Target { label: Some("Day".into()), ..Target::default() };
        let steps = vec![fill(day.clone(), "2026-02-03"), fill(role("textbox", "Note"), "new text")];
        assert_done(&run(&page, &pages, steps).await);
        assert_eq!(text_of(&page, "#out").await, "2026-02-03");
        assert_eq!(text_of(&page, "[contenteditable]").await, "new text");
        let report = run(&page, &pages, vec![fill(day, "tomorrow")]).await;
        assert_fault(&report, FaultCode::NotActionable, "`tomorrow` is not of the form");
    });
}

#[test]
fn a_covered_button_is_not_pressed() {
    let html = "<button onclick=\"hit.textContent='button'\">Pay</button><p id=hit>none</p>
        <div id=veil onclick=\"hit.textContent='veil'\" style='position:fixed;inset:0;background:#0008'></div>";
    on_page(html, |page, pages| async move {
        let report = run(&page, &pages, vec![click(role("button", "Pay"))]).await;
        assert_fault(&report, FaultCode::NotActionable, "`div#veil` covers it");
        assert_eq!(text_of(&page, "#hit").await, "none");
    });
}

#[test]
fn a_disabled_button_is_waited_for_and_then_reported() {
    on_page("<button disabled>Pay</button>", |page, pages| async move {
        let report = run(&page, &pages, vec![click(role("button", "Pay"))]).await;
        assert_fault(&report, FaultCode::NotActionable, "disabled");
    });
    let html = "<button disabled id=b onclick=\"b.textContent='Paid'\">Pay</button>
        <script>setTimeout(() => b.disabled = false, 300)</script>";
    on_page(html, |page, pages| async move {
        assert_done(&run(&page, &pages, vec![click(role("button", "Pay"))]).await);
        assert_eq!(text_of(&page, "#b").await, "Paid");
    });
}

#[test]
fn a_moving_button_is_pressed_when_it_rests() {
    let html = "<style>@keyframes slide { from { margin-left: 0 } to { margin-left: 500px } }
        #b { animation: slide .5s linear forwards }</style>
        <button id=b onclick=\"b.textContent = getComputedStyle(b).marginLeft\">Go</button>";
    on_page(html, |page, pages| async move {
        assert_done(&run(&page, &pages, vec![click(role("button", "Go"))]).await);
        assert_eq!(text_of(&page, "#b").await, "500px");
    });
}

#[test]
fn a_hidden_element_is_not_used() {
    on_page("<button style='display:none'>Go</button>", |page, pages| async move {
        let report = run(&page, &pages, vec![click(role("button", "Go"))]).await;
        assert_fault(&report, FaultCode::NotActionable, "not visible");
    });
}

#[test]
fn an_ambiguous_match_lists_the_candidates() {
    let html = "<button>Delete</button><button>Delete</button><button>Keep</button>";
    on_page(html, |page, pages| async move {
        let report = run(&page, &pages, vec![click(role("button", "Delete"))]).await;
        assert_fault(&report, FaultCode::Ambiguous, "2 elements");
        let told: Vec<_> = report.steps[0].candidates.iter().map(|c| c.description.as_str()).collect();
        assert_eq!(told, ["button “Delete”", "button “Delete”"]);
    });
}

#[test]
fn open_shadow_roots_are_searched() {
    let html = "<x-card></x-card><p id=out>-</p><script>
        const root = document.querySelector('x-card').attachShadow({ mode: 'open' });
        root.innerHTML = '<label>Name <input></label><button>Save</button>';
        root.querySelector('button').onclick = () => out.textContent = root.querySelector('input').value;
        </script>";
    on_page(html, |page, pages| async move {
        let steps = vec![fill(role("textbox", "Name"), "Ada"), click(role("button", "Save"))];
        assert_done(&run(&page, &pages, steps).await);
        assert_eq!(text_of(&page, "#out").await, "Ada");
        let target = page.describe("button").await.unwrap();
        assert_eq!(target.shadow_path, ["x-card"]);
    });
}

#[test]
fn choosing_what_is_not_there_names_the_choices() {
    let html = "<label>Sort <select onchange='out.textContent = this.value'>
        <option value=h>Hot<option value=n>New</select></label><p id=out>-</p>";
    on_page(html, |page, pages| async move {
        let sort = || Some(role("combobox", "Sort"));
        let report = run(&page, &pages, vec![step(Action::Select, sort(), Some("Best"))]).await;
        assert_fault(&report, FaultCode::NoSuchOption, "it has: Hot, New");
        assert_done(&run(&page, &pages, vec![step(Action::Select, sort(), Some("New"))]).await);
        assert_eq!(text_of(&page, "#out").await, "n");
        assert_done(&run(&page, &pages, vec![step(Action::Select, sort(), Some("h"))]).await);
        assert_eq!(text_of(&page, "#out").await, "h");
    });
}

#[test]
fn boxes_are_checked_once_even_behind_a_label() {
    let html = "<style>.v { display: none }</style><label><input type=checkbox class=v id=a> Agree</label>
        <label><input type=checkbox id=b checked> Mail</label>";
    on_page(html, |page, pages| async move {
        let steps = vec![
            step(Action::Check, Some(role("checkbox", "Agree")), None),
            step(Action::Check, Some(role("checkbox", "Mail")), None),
            step(Action::Uncheck, Some(role("checkbox", "Mail")), None),
        ];
        assert_done(&run(&page, &pages, steps).await);
        let seen = page.observe().await.unwrap();
        let mail = seen.nodes.iter().find(|node| node.name == "Mail").unwrap();
        assert!(!mail.states.contains(&"checked".to_owned()), "{mail:?}");
    });
}

#[test]
fn moving_within_a_document_is_no_load() {
    let html =
        "<a href='#part'>Part</a><button onclick=\"history.pushState({}, '', '/deep?x=1')\">Deep</button>
        <h2 id=part>Part</h2>";
    on_page(html, |page, pages| async move {
        page.navigate(&format!("{}#part", pages.url("/"))).await.unwrap();
        let report = run(&page, &pages, vec![click(role("button", "Deep"))]).await;
        assert_done(&report);
        assert!(report.final_url.ends_with("/deep?x=1"), "{}", report.final_url);
        let signals = &report.steps[0].signals;
        assert_eq!(*signals, [Signal::Navigation { same_document: true, url: pages.url("/deep?x=1") }]);
        assert_eq!(pages.log().len(), 1);
    });
}

#[test]
fn downloads_are_signals_not_hangs() {
    let replies = [
        ("/", Reply::html("<a href=/file>Get it</a>")),
        ("/file", Reply::download("notes.txt", "some text")),
    ];
    with(&replies, |page, pages| async move {
        page.navigate(&pages.url("/")).await.unwrap();
        let report = run(&page, &pages, vec![click(role("link", "Get it"))]).await;
        assert_done(&report);
        assert!(
            report.steps[0].signals.contains(&Signal::Download { file: "notes.txt".into() }),
            "{report:#?}"
        );
        page.navigate(&pages.url("/file")).await.unwrap();
        assert_eq!(page.url().await.unwrap(), pages.url("/"));
    });
}

#[test]
fn a_click_that_opens_a_tab_continues_there() {
    let replies = [
        (
            "/",
            Reply::html(
                "<a href=/a target=_blank>New tab</a>
                 <button onclick=\"window.open('/b')\">Pop up</button>",
            ),
        ),
        ("/a", Reply::html("<title>A</title><button onclick=\"this.textContent='Done'\">Press</button>")),
        ("/b", Reply::html("<title>B</title><button onclick='window.close()'>Close</button>")),
    ];
    with(&replies, |page, pages| async move {
        page.navigate(&pages.url("/")).await.unwrap();
        let steps = vec![
            click(role("link", "New tab")),
            click(role("button", "Press")),
            step(Action::SwitchTab, None, Some("0")),
            click(role("button", "Pop up")),
            click(role("button", "Close")),
            click(role("button", "Pop up")),
        ];
        let report = run(&page, &pages, steps).await;
        assert_done(&report);
        let opened: Vec<_> =
            report.steps.iter().map(|step| step.url_after.replace(&pages.origin(), "")).collect();
        assert_eq!(opened, ["/a", "/a", "/", "/b", "/", "/b"]);
        assert!(
            report.steps[0].signals.contains(&Signal::PopUp { url: pages.url("/a"), tab: 1 }),
            "{report:#?}"
        );
        assert!(report.steps[0].requests.iter().any(|r| r.path == "/a" && r.status == Some(200)));
    });
}

#[test]
fn frames_of_the_same_and_of_another_site_are_reached() {
    let inner = "<style>body { margin: 30px }</style><label>Code <input></label>
        <button onclick=\"this.textContent='Sent ' + document.querySelector('input').value\">Send</button>";
    with(&[("/inner", Reply::html(inner)), ("/other", Reply::html(inner))], |page, pages| async move {
        pages.put(
            "/",
            Reply::html(format!(
                "<h1>Outer</h1><div style='height:900px'></div><iframe id=own src=/inner></iframe>
                 <iframe id=far src='{}/other'></iframe>",
                pages.other_origin()
            )),
        );
        page.navigate(&pages.url("/")).await.unwrap();
        for (frame, code) in [("#own", "12"), ("#far", "34")] {
            let at = |target: Target| Target { frame_path: vec![frame.into()], ..target };
            let steps = vec![fill(at(role("textbox", "Code")), code), click(at(role("button", "Send")))];
            let sent = Condition::ElementPresent(at(role("button", &format!("Sent {code}"))));
            assert_done(&replay(&page, &pages, &skill(&[], steps, vec![sent]), &Bindings::new()).await);
        }
        let mut demo = Demonstration::start(&page, None, &pages.url("/")).await.unwrap();
        demo.fill(By::css("#far").nth(0), "x").await.unwrap_err();
        demo.click(By::role("button", "Send").nth(1)).await.unwrap();
        let target = demo.steps()[1].target.as_ref().unwrap();
        assert_eq!(target.frame_path, ["#far"]);
    });
}

#[test]
fn a_crashed_page_is_named_and_the_browser_lives_on() {
    on_page("<p>x</p>", |page, pages| async move {
        // The process may take a while to die; whoever waits for an answer of it is told when it does.
        page.navigate("chrome://crash").await.unwrap_err();
        let error = page.url().await.unwrap_err();
        assert!(matches!(error, atelier_browser::BrowserError::PageGone { .. }), "{error}");
        let begun = std::time::Instant::now();
        let report = run(&page, &pages, vec![click(role("button", "Go"))]).await;
        assert_fault(&report, FaultCode::PageGone, "crashed");
        assert!(begun.elapsed() < Duration::from_secs(5), "a dead page fails at once");
    });
    on_page("<p>alive</p>", |page, _| async move {
        assert_eq!(text_of(&page, "p").await, "alive");
    });
}

#[test]
fn an_unreachable_address_is_a_named_fault() {
    on_page("<p>x</p>", |page, pages| async move {
        let report =
            run(&page, &pages, vec![step(Action::Navigate, None, Some("http://127.0.0.1:9/"))]).await;
        assert_fault(&report, FaultCode::Navigation, "could not be loaded");
    });
}

#[test]
fn a_wrong_file_is_refused_before_the_page_sees_it() {
    let html = "<label>Picture <input type=file onchange='out.textContent = this.files[0].name'></label><p id=out>-</p>";
    on_page(html, |page, pages| async move {
        let upload = |path: &str| step(Action::Upload, Some(role("button", "Picture")), Some(path));
        for (path, why) in
            [("~/cat.png", "whole path"), ("/nowhere/cat.png", "No such file"), ("/tmp", "no file")]
        {
            let report = run(&page, &pages, vec![upload(path)]).await;
            assert_fault(&report, FaultCode::Unsupported, why);
        }
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("cat.png");
        std::fs::write(&file, "x").unwrap();
        assert_done(&run(&page, &pages, vec![upload(file.to_str().unwrap())]).await);
        assert_eq!(text_of(&page, "#out").await, "cat.png");
    });
}

#[test]
fn effects_that_come_late_are_waited_for() {
    let html = "<button onclick=\"setTimeout(() => fetch('/slow').then(r => r.text())
        .then(t => document.body.append(Object.assign(document.createElement('a'),
        { href: '/next', textContent: t }))), 80)\">Load</button>";
    let replies = [
        ("/", Reply::html(html)),
        ("/slow", Reply::new(200, "text/plain", "Go on").after(Duration::from_millis(250))),
        ("/next", Reply::html("<h1>Next</h1>").after(Duration::from_millis(200))),
    ];
    with(&replies, |page, pages| async move {
        page.navigate(&pages.url("/")).await.unwrap();
        let steps = vec![click(role("button", "Load")), click(role("link", "Go on"))];
        let shown = vec![Condition::PathMatches("/next".into()), Condition::TextPresent("next".into())];
        let report = replay(&page, &pages, &skill(&[], steps, shown), &Bindings::new()).await;
        assert_done(&report);
        assert!(report.steps[1].requests.iter().any(|r| r.path == "/next" && r.status == Some(200)));
    });
}

#[test]
fn keys_and_typing_reach_the_page() {
    let html = "<form action=/found><label>Search <input name=q value=a></label></form>";
    with(&[("/", Reply::html(html)), ("/found", Reply::html("<h1>Found</h1>"))], |page, pages| async move {
        page.navigate(&pages.url("/")).await.unwrap();
        let search = || Some(role("textbox", "Search"));
        let steps = vec![
            step(Action::Press, search(), Some("Control+a")),
            step(Action::Type, search(), Some("tea é")),
            step(Action::Press, None, Some("Enter")),
        ];
        let found = vec![Condition::UrlContains("q=tea é".into())];
        let report = replay(&page, &pages, &skill(&[], steps, found), &Bindings::new()).await;
        assert_done(&report);
        assert_eq!(report.steps[2].requests[0].fields, ["q"]);
    });
}

#[test]
fn a_drag_moves_by_mouse_and_by_native_events() {
    let html = "<div id=a draggable=true style='width:80px;height:80px;background:#aaf' role=button>Card</div>
        <div id=b role=button style='width:200px;height:120px;background:#faa'>Basket</div><p id=out>-</p><script>
        a.ondragstart = e => e.dataTransfer.setData('text/plain', 'card');
        b.ondragover = e => e.preventDefault();
        b.ondrop = e => out.textContent = e.dataTransfer.getData('text/plain');</script>";
    on_page(html, |page, pages| async move {
        let mut drag = step(Action::Drag, Some(role("button", "Card")), None);
        drag.destination = Some(role("button", "Basket"));
        assert_done(&run(&page, &pages, vec![drag]).await);
        assert_eq!(text_of(&page, "#out").await, "card");
    });
}

#[test]
fn an_optional_step_may_find_nothing() {
    on_page("<button onclick=\"this.textContent='Done'\">Go</button>", |page, pages| async move {
        let mut dismiss = click(role("button", "Accept all"));
        dismiss.optional = true;
        let report = run(&page, &pages, vec![dismiss, click(role("button", "Go"))]).await;
        assert_done(&report);
        assert!(matches!(report.steps[0].outcome, StepOutcome::Skipped { .. }));
    });
}

#[test]
fn a_very_deep_page_is_searched() {
    // Deep enough to break a reader of nested JSON; Chromium itself crashes somewhere below 3,000.
    let html = "<body><script>let at = document.body; for (let i = 0; i < 1500; i++) { const d = document.createElement('div');
        at.append(d); at = d; } at.innerHTML = '<button onclick=\"this.textContent = 1\">Deep</button>';</script>";
    on_page(html, |page, pages| async move {
        assert_done(&run(&page, &pages, vec![click(role("button", "Deep"))]).await);
        assert!(page.has(&role("button", "1")).await.unwrap());
    });
}

#[test]
fn a_tab_in_the_background_is_used_like_the_one_in_front() {
    let html = "<a href=/b target=_blank>More</a><div style='height:3000px'></div><button onclick=\"requestAnimationFrame(() => this.textContent = 'Done')\">Far down</button>";
    with(
        &[("/", Reply::html(html)), ("/b", Reply::html("<title>B</title><p>b</p>"))],
        |page, pages| async move {
            page.navigate(&pages.url("/")).await.unwrap();
            // The new tab is in front; the element is only in the first one, which stays behind it.
            let steps = vec![click(role("link", "More")), click(role("button", "Far down"))];
            assert_done(&run(&page, &pages, steps).await);
            assert_eq!(text_of(&page, "button").await, "Done");
        },
    );
}

#[test]
fn generated_ids_and_classes_of_another_build_do_not_matter() {
    let html = |build: &str| {
        format!(
            "<div class='css-{build}'><label for='react-aria-{build}'>City</label><input id='react-aria-{build}' class='jss{build}'>
             <button id=':r{build}:' class='sc-{build}' onclick=\"document.title = document.querySelector('input').value\">Save</button></div>"
        )
    };
    with(&[], |page, pages| async move {
        pages.put("/", Reply::html(html("a1b2")));
        page.navigate(&pages.url("/")).await.unwrap();
        let field = page.describe("input").await.unwrap();
        let button = page.describe("button").await.unwrap();
        assert!(!format!("{field:?}{button:?}").contains("a1b2"), "{field:?} {button:?}");
        pages.put("/", Reply::html(html("z9y8")));
        page.navigate(&pages.url("/")).await.unwrap();
        let report = run(&page, &pages, vec![fill(field, "Oslo"), click(button)]).await;
        assert_done(&report);
        assert_eq!(page.title().await.unwrap(), "Oslo");
    });
}

#[test]
fn a_custom_element_is_used_when_it_is_there() {
    let html = "<x-buy>Buy</x-buy><p id=out>-</p><script>setTimeout(() => customElements.define('x-buy', class extends HTMLElement {
        connectedCallback() { this.setAttribute('role', 'button'); this.setAttribute('aria-busy', 'true');
          setTimeout(() => { this.removeAttribute('aria-busy'); this.onclick = () => out.textContent = 'bought'; }, 300); } }), 200);</script>";
    on_page(html, |page, pages| async move {
        let buy = Target { tag: Some("x-buy".into()), text: Some("Buy".into()), ..role("button", "Buy") };
        assert_done(&run(&page, &pages, vec![click(buy)]).await);
        assert_eq!(text_of(&page, "#out").await, "bought");
    });
}

#[test]
fn steps_that_all_pass_and_did_nothing_are_a_failure() {
    on_page("<button onclick=\"event.preventDefault()\">Publish</button>", |page, pages| async move {
        let went = vec![Condition::PathMatches("/published/*".into())];
        let report = replay(
            &page,
            &pages,
            &skill(&[], vec![click(role("button", "Publish"))], went),
            &Bindings::new(),
        )
        .await;
        assert_fault(&report, FaultCode::Condition, "/published/*");
    });
}

#[test]
fn a_frame_that_moved_is_found_again() {
    let inner = "<button onclick=\"this.textContent = 'Sent'\">Send</button>";
    with(&[("/other", Reply::html(inner))], |page, pages| async move {
        pages.put(
            "/",
            Reply::html(format!("<section><iframe src='{}/other'></iframe></section>", pages.other_origin())),
        );
        page.navigate(&pages.url("/")).await.unwrap();
        let send = Target { frame_path: vec!["main > iframe.old".into()], ..role("button", "Send") };
        assert_done(&run(&page, &pages, vec![click(send)]).await);
    });
}

#[test]
fn a_state_of_a_single_page_is_kept_between_steps() {
    let html = "<button onclick=\"n++; history.pushState({}, '', '/step/' + n); out.textContent = n\">Next</button><p id=out>0</p><script>let n = 0</script>";
    on_page(html, |page, pages| async move {
        let mut next = click(role("button", "Next"));
        next.awaits = vec![Condition::PathMatches("/step/*".into())];
        assert_done(&run(&page, &pages, vec![next.clone(), next.clone(), next]).await);
        assert_eq!(text_of(&page, "#out").await, "3");
        assert_eq!(pages.log().len(), 1, "the page was not loaded again");
    });
}
