//! Widgets that take several moves, in the manners of the libraries people meet, each filled with another value.

use atelier_core::compound::Compound;
use atelier_core::replay::{FaultCode, ReplayReport};
use atelier_core::skill::SkillStep;
use atelier_core::target::Target;
use atelier_core::trajectory::Action;

use crate::rig::{assert_done, assert_fault, click, fill, on_page, role, run, step, text_of};

fn option(text: &str) -> Target {
    Target { role: Some("option".into()), name: Some(text.into()), ..Target::default() }
}

fn day(target: Target, value: &str, format: Option<&str>, opener: Option<Target>) -> SkillStep {
    let mut one = step(Action::Fill, Some(target), Some(value));
    one.compound = Some(Compound::Date { format: format.map(str::to_owned), opener });
    one
}

fn choice(target: Target, value: &str) -> SkillStep {
    let mut one = step(Action::Select, Some(target), Some(value));
    one.compound = Some(Compound::Choice { option: option(value) });
    one
}

fn autocomplete(target: Target, typed: Option<&str>, value: &str) -> SkillStep {
    let mut one = step(Action::Fill, Some(target), Some(value));
    one.compound = Some(Compound::Autocomplete { typed: typed.map(str::to_owned), option: option(value) });
    one
}

fn how(report: &ReplayReport) -> &str {
    report.steps[0].how.as_deref().unwrap_or_default()
}

/// A calendar of spans under a read-only field, as flatpickr draws it: days carry an `aria-label`, months are
/// turned by spans with arrows, the year is a number field.
const PICKER: &str = "<label>Leave on <input id=f readonly placeholder='Pick a day'></label><p id=out>-</p>
<div id=cal style='display:none'><div class=months><span class=flatpickr-prev-month>&lt;</span>
<span class=cur-month></span><input class=numInput type=number><span class=flatpickr-next-month>&gt;</span></div>
<div class=days></div></div><script>
const names = ['January','February','March','April','May','June','July','August','September','October','November','December'];
let year = 2026, month = 0;
function draw() {
  cal.querySelector('.cur-month').textContent = names[month]; cal.querySelector('.numInput').value = year;
  const box = cal.querySelector('.days'); box.textContent = '';
  const lead = new Date(year, month, 1).getDay();
  for (let i = -lead; i < 42 - lead; i++) {
    const date = new Date(year, month, i + 1);
    const day = document.createElement('span');
    day.className = 'flatpickr-day' + (date.getMonth() === month ? '' : date < new Date(year, month, 1) ? ' prevMonthDay' : ' nextMonthDay');
    day.style.cssText = 'display:inline-block;width:30px';
    day.setAttribute('aria-label', names[date.getMonth()] + ' ' + date.getDate() + ', ' + date.getFullYear());
    day.textContent = date.getDate();
    day.onclick = () => { f.value = date.toDateString(); out.textContent = [date.getFullYear(), date.getMonth() + 1, date.getDate()].join('-');
      cal.style.display = 'none'; };
    box.append(day);
  }
}
f.onclick = () => { cal.style.display = 'block'; draw(); };
cal.querySelector('.flatpickr-next-month').onclick = () => { if (++month > 11) { month = 0; year++; } draw(); };
cal.querySelector('.flatpickr-prev-month').onclick = () => { if (--month < 0) { month = 11; year--; } draw(); };
cal.querySelector('.numInput').oninput = e => { year = Number(e.target.value); draw(); };
</script>";

#[test]
fn a_calendar_is_walked_to_another_month_and_year() {
    on_page(PICKER, |page, pages| async move {
        for (value, shown) in
            [("2026-03-14", "2026-3-14"), ("2025-11-02", "2025-11-2"), ("2028-02-29", "2028-2-29")]
        {
            let report = run(&page, &pages, vec![day(role("textbox", "Leave on"), value, None, None)]).await;
            assert_done(&report);
            assert_eq!(text_of(&page, "#out").await, shown);
            assert!(how(&report).contains("calendar"), "{}", how(&report));
        }
        let report = run(&page, &pages, vec![day(role("textbox", "Leave on"), "soon", None, None)]).await;
        assert_fault(&report, FaultCode::Unsupported, "YYYY-MM-DD");
    });
}

/// A grid opened by a button of its own, as Material draws it: cells hold only the number, days that cannot be
/// chosen are disabled, and the field takes typed text in its format.
const GRID: &str = "<label>Day <input id=f placeholder='MM/DD/YYYY'></label>
<button aria-label='Choose date' id=pick>Pick</button><p id=out>-</p>
<div role=dialog id=cal hidden><button aria-label='Previous month' id=earlier>‹</button><span id=head></span>
<button aria-label='Next month' id=later>›</button><div role=grid id=grid></div></div><script>
let year = 2026, month = 5; const names = ['June','July','August'];
function draw() { head.textContent = names[month - 5] + ' ' + year; grid.textContent = '';
  for (let d = 1; d <= (month === 5 ? 30 : 31); d++) { const b = document.createElement('button');
    b.setAttribute('role', 'gridcell'); b.textContent = d; b.disabled = d === 13;
    b.onclick = () => { out.textContent = names[month - 5] + d; cal.hidden = true; }; grid.append(b); } }
pick.onclick = () => { cal.hidden = false; draw(); };
later.onclick = () => { if (month < 7) { month++; setTimeout(draw, 60); } };
earlier.onclick = () => { if (month > 5) { month--; setTimeout(draw, 60); } };
f.onchange = () => { const m = f.value.match(/^(\\d\\d)\\/(\\d\\d)\\/(\\d{4})$/); out.textContent = m ? 'typed ' + f.value : 'refused';
  if (!m || window.strict) f.value = ''; };
</script>";

#[test]
fn a_day_is_typed_in_the_fields_format_or_picked_where_that_is_refused() {
    on_page(GRID, |page, pages| async move {
        let field = || role("textbox", "Day");
        let opener = || Some(role("button", "Choose date"));
        let report = run(&page, &pages, vec![day(field(), "2026-07-09", Some("MM/DD/YYYY"), opener())]).await;
        assert_done(&report);
        assert_eq!(text_of(&page, "#out").await, "typed 07/09/2026");
        assert_eq!(how(&report), "typed as 07/09/2026");
        let report = run(&page, &pages, vec![day(field(), "2026-07-09", Some("D.M.YYYY"), opener())]).await;
        assert_done(&report);
        assert_eq!(
            text_of(&page, "#out").await,
            "July9",
            "the field refused the text, so the calendar was walked"
        );
        let report = run(&page, &pages, vec![day(field(), "2026-08-13", Some("D.M.YYYY"), opener())]).await;
        assert_fault(&report, FaultCode::NotActionable, "cannot be chosen");
        let report = run(&page, &pages, vec![day(field(), "2026-12-01", Some("D.M.YYYY"), None)]).await;
        assert_fault(&report, FaultCode::NotActionable, "stops before");
    });
}

#[test]
fn a_day_made_of_parts_is_typed_part_by_part() {
    let html = "<div role=group aria-label=Birthday id=g><span role=spinbutton aria-label=Month tabindex=0>MM</span>/<span
        role=spinbutton aria-label=Day tabindex=0>DD</span>/<span role=spinbutton aria-label=Year tabindex=0>YYYY</span></div>
        <script>for (const s of g.querySelectorAll('span')) { let t = ''; s.onfocus = () => t = '';
        s.onkeydown = e => { if (/\\d/.test(e.key)) s.textContent = t += e.key; }; }</script>";
    on_page(html, |page, pages| async move {
        let group = Target { role: Some("group".into()), name: Some("Birthday".into()), ..Target::default() };
        assert_done(&run(&page, &pages, vec![day(group, "1999-04-30", None, None)]).await);
        assert_eq!(text_of(&page, "#g").await, "04/30/1999");
    });
}

#[test]
fn native_day_fields_take_the_day_as_it_is() {
    let html = "<label>From <input type=date></label><label>When <input type=datetime-local value=2020-01-01T09:30></label>
        <p id=out></p><script>document.onchange = e => out.textContent += e.target.value + ' '</script>";
    on_page(html, |page, pages| async move {
        let by = |label: &str| Target { label: Some(label.into()), ..Target::default() };
        let steps =
            vec![day(by("From"), "2026-05-06", None, None), day(by("When"), "2026-05-07", None, None)];
        assert_done(&run(&page, &pages, steps).await);
        assert_eq!(text_of(&page, "#out").await, "2026-05-06 2026-05-07T09:30");
    });
}

/// A list that is drawn elsewhere in the document, filtered by a combobox in the control, as react-select does.
const PORTAL: &str = "<p>Amber is a colour.</p><div id=control style='border:1px solid;width:200px'>
<div id=value>Choose…</div><input role=combobox aria-label=Colour aria-expanded=false aria-autocomplete=list id=f></div>
<p id=out>-</p><script>
const all = ['Amber', 'Amber dark', 'Blue', 'Cyan'];
let list = null;
function close() { if (list) list.remove(); list = null; f.setAttribute('aria-expanded', 'false'); }
function draw() { close(); list = document.createElement('div'); list.id = 'list-1'; list.setAttribute('role', 'listbox');
  list.style.cssText = 'position:absolute;top:200px;left:300px';
  f.setAttribute('aria-controls', 'list-1'); f.setAttribute('aria-expanded', 'true');
  for (const text of all.filter(t => t.toLowerCase().includes(f.value.toLowerCase()))) { const o = document.createElement('div');
    o.setAttribute('role', 'option'); o.textContent = text; o.onmousedown = e => { e.preventDefault(); value.textContent = text;
      out.textContent = text; f.value = ''; close(); }; list.append(o); }
  document.body.append(list); }
control.onmousedown = e => { if (!list) setTimeout(draw, 50); };
f.oninput = () => setTimeout(draw, 80);
</script>";

#[test]
fn an_option_drawn_elsewhere_is_taken_by_its_text() {
    on_page(PORTAL, |page, pages| async move {
        let field = || role("combobox", "Colour");
        for value in ["Amber", "Blue", "Amber dark"] {
            let report = run(&page, &pages, vec![choice(field(), value)]).await;
            assert_done(&report);
            assert_eq!(text_of(&page, "#out").await, value);
        }
        let report = run(&page, &pages, vec![autocomplete(field(), Some("cy"), "Cyan")]).await;
        assert_done(&report);
        assert_eq!(text_of(&page, "#out").await, "Cyan");
        assert!(how(&report).starts_with("typed"), "{}", how(&report));
        let report = run(&page, &pages, vec![choice(field(), "Red")]).await;
        assert_fault(&report, FaultCode::NoSuchOption, "Cyan");
        assert_eq!(text_of(&page, "#out").await, "Cyan", "nothing else was taken");
    });
}

#[test]
fn a_long_list_that_draws_only_a_part_is_scrolled() {
    let html = "<button id=b aria-haspopup=listbox>Country</button><p id=out>-</p>
        <div id=l role=listbox hidden style='height:120px;overflow:auto;width:200px;position:relative'><div id=pad></div></div>
        <script>const n = 400; b.onclick = () => { l.hidden = false; pad.style.height = n * 24 + 'px'; draw(); };
        function draw() { for (const o of l.querySelectorAll('[role=option]')) o.remove();
          const from = Math.floor(l.scrollTop / 24);
          for (let i = from; i < Math.min(n, from + 6); i++) { const o = document.createElement('div');
            o.setAttribute('role', 'option'); o.textContent = 'Land ' + i; o.style.cssText = 'position:absolute;height:24px;top:' + i * 24 + 'px';
            o.onclick = () => { out.textContent = o.textContent; l.hidden = true; }; l.append(o); } }
        l.onscroll = draw;</script>";
    on_page(html, |page, pages| async move {
        assert_done(&run(&page, &pages, vec![choice(role("button", "Country"), "Land 171")]).await);
        assert_eq!(text_of(&page, "#out").await, "Land 171");
    });
}

#[test]
fn a_list_that_only_keys_move_in_is_used_by_keys() {
    let html = "<div id=c role=combobox tabindex=0 aria-label=Size aria-expanded=false style='width:120px;border:1px solid'>Small</div>
        <p id=out>-</p><script>const all = ['Small', 'Medium', 'Large']; let at = 0;
        c.onkeydown = e => { if (e.key === 'ArrowDown') at = Math.min(2, at + 1); else if (e.key === 'ArrowUp') at = Math.max(0, at - 1);
          else if (e.key.length === 1) { const hit = all.findIndex(t => t[0].toLowerCase() === e.key.toLowerCase()); if (hit >= 0) at = hit; }
          c.textContent = all[at]; out.textContent = all[at]; };</script>";
    on_page(html, |page, pages| async move {
        assert_done(&run(&page, &pages, vec![choice(role("combobox", "Size"), "Large")]).await);
        assert_eq!(text_of(&page, "#out").await, "Large");
    });
}

#[test]
fn an_autocomplete_that_hears_only_keys_and_an_option_with_a_longer_text() {
    let html = "<label>Town <input id=f></label><ul id=l></ul><p id=out>-</p><script>
        f.onkeyup = e => { if (!e.isTrusted) return; setTimeout(() => { l.textContent = '';
          for (const t of ['Berlin, Germany', 'Bergen, Norway']) if (t.toLowerCase().startsWith(f.value.toLowerCase())) {
            const o = document.createElement('li'); o.textContent = t; o.onclick = () => { f.value = t; out.textContent = t; l.textContent = ''; };
            l.append(o); } }, 120); };</script>";
    on_page(html, |page, pages| async move {
        let report = run(&page, &pages, vec![autocomplete(role("textbox", "Town"), None, "Bergen")]).await;
        assert_done(&report);
        assert_eq!(text_of(&page, "#out").await, "Bergen, Norway");
        assert!(how(&report).contains("beginning of the text"), "{}", how(&report));
    });
}

#[test]
fn a_native_list_under_a_recorded_custom_one_is_still_served() {
    let html = "<label>Sort <select onchange='out.textContent = this.value'><option value=h>Hot<option value=n>New</select></label><p id=out>-</p>";
    on_page(html, |page, pages| async move {
        assert_done(&run(&page, &pages, vec![choice(role("combobox", "Sort"), "New")]).await);
        assert_eq!(text_of(&page, "#out").await, "n");
    });
}

#[test]
fn options_in_shadow_roots_are_taken() {
    let html = "<x-select></x-select><p id=out>-</p><script>
        const host = document.querySelector('x-select'); const root = host.attachShadow({ mode: 'open' });
        root.innerHTML = '<button role=combobox aria-label=Fruit>Pick</button><div id=p popover><slot></slot></div>';
        root.querySelector('button').onclick = () => root.querySelector('#p').showPopover();
        for (const t of ['Fig', 'Kiwi']) { const o = document.createElement('x-option'); o.setAttribute('role', 'option');
          o.textContent = t; o.style.display = 'block'; o.onclick = () => { out.textContent = t; root.querySelector('#p').hidePopover(); }; host.append(o); }
        </script>";
    on_page(html, |page, pages| async move {
        assert_done(&run(&page, &pages, vec![choice(role("combobox", "Fruit"), "Kiwi")]).await);
        assert_eq!(text_of(&page, "#out").await, "Kiwi");
    });
}

#[test]
fn rich_editors_take_lines() {
    // An editor that keeps its own document and draws it again after each input, as ProseMirror and Quill do.
    let html = "<div id=e class=ProseMirror contenteditable role=textbox aria-label=Body><p>old <b>text</b></p></div><p id=out></p>
        <script>e.addEventListener('input', () => { out.textContent = Array.from(e.children, p => p.textContent).join('|'); });</script>";
    on_page(html, |page, pages| async move {
        assert_done(&run(&page, &pages, vec![fill(role("textbox", "Body"), "First é\nSecond 👋")]).await);
        assert_eq!(text_of(&page, "#out").await, "First é|Second 👋");
    });
}

#[test]
fn a_file_goes_through_a_chooser_or_onto_a_drop_zone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cat.png");
    std::fs::write(&file, "meow").unwrap();
    let path = file.to_str().unwrap().to_owned();
    let html = "<div id=z role=button aria-label='Picture' style='width:200px;height:100px;background:#eee'>Drop here</div>
        <button id=b>Attach</button><p id=out>-</p><script>
        const say = (how, files) => out.textContent = how + ' ' + Array.from(files, f => f.name + ' ' + f.size).join();
        z.ondragover = e => e.preventDefault(); z.ondrop = e => { e.preventDefault(); say('dropped', e.dataTransfer.files); };
        b.onclick = () => { const i = document.createElement('input'); i.type = 'file'; i.onchange = () => say('chosen', i.files); i.click(); };
        </script>";
    on_page(html, |page, pages| async move {
        let upload = |name: &str| step(Action::Upload, Some(role("button", name)), Some(&path));
        let report = run(&page, &pages, vec![upload("Attach")]).await;
        assert_done(&report);
        assert_eq!(text_of(&page, "#out").await, "chosen cat.png 4");
        assert_eq!(how(&report), "chosen in the file chooser");
        let report = run(&page, &pages, vec![upload("Picture")]).await;
        assert_done(&report);
        assert_eq!(text_of(&page, "#out").await, "dropped cat.png 4");
    });
    drop(folder);
}

#[test]
fn closed_shadow_roots_are_reached() {
    let html = "<x-card></x-card><p id=out>-</p><script>
        class Inner extends HTMLElement { constructor() { super(); const r = this.attachShadow({ mode: 'closed' });
          r.innerHTML = '<label>Name <input></label><button>Save</button>';
          r.querySelector('button').onclick = () => out.textContent = r.querySelector('input').value; } }
        customElements.define('x-inner', Inner);
        customElements.define('x-card', class extends HTMLElement { constructor() { super();
          this.attachShadow({ mode: 'closed' }).innerHTML = '<x-inner></x-inner>'; } });</script>";
    on_page(html, |page, pages| async move {
        let steps = vec![fill(role("textbox", "Name"), "Ada"), click(role("button", "Save"))];
        assert_done(&run(&page, &pages, steps).await);
        assert_eq!(text_of(&page, "#out").await, "Ada");
    });
}
