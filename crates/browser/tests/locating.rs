//! Finding elements by their identities.

use atelier_core::replay::FaultCode;
use atelier_core::target::{Choice, Identity, Target};
use atelier_core::trajectory::Action;
use atelier_testkit::Reply;

use crate::rig::{
    assert_done, assert_fault, bind, click, on_page, replay, role, run, skill, step, text_of, with,
};

const LIST: &str = "<main><article><h2><a href=/f/tea/7/green>Green tea</a></h2><p>by ada</p>
    <nav><ul><li><a href=/f/tea/7/green#c>12 comments</a></li></ul></nav>
    <form><button>Up</button></form></article>
    <article><h2><a href=/f/tea/8/black>Black tea</a></h2><p>by bob</p>
    <nav><ul><li><a href=/f/tea/8/black#c>3 comments</a></li></ul></nav>
    <form><button>Up</button></form></article>
    <article><h2><a href=/f/tea/9/tea>Tea</a></h2><p>by cy</p>
    <nav><ul><li><a href=/f/tea/9/tea#c>40 comments</a></li></ul></nav>
    <form><button>Up</button></form></article></main><p id=out>-</p>
    <script>document.addEventListener('click', e => { e.preventDefault();
      const a = e.target.closest('article'); if (a) out.textContent = a.querySelector('h2').textContent + ': ' +
      e.target.textContent; })</script>";

#[test]
fn a_row_tells_equal_buttons_apart() {
    on_page(LIST, |page, pages| async move {
        let up = Target { within: Some("{{post}}".into()), ..role("button", "Up") };
        let skill = skill(
            &["post"],
            vec![click(up)],
            vec![atelier_core::condition::Condition::TextPresent("{{post}}: Up".into())],
        );
        for post in ["Black tea", "Tea", "green tea"] {
            let report = replay(&page, &pages, &skill, &bind(&[("post", post)])).await;
            assert_done(&report);
            assert!(report.steps[0].matched.contains(&Identity::Within));
        }
        let report = replay(&page, &pages, &skill, &bind(&[("post", "White tea")])).await;
        assert_fault(&report, FaultCode::Ambiguous, "3 elements");
    });
}

#[test]
fn what_describe_tells_of_a_row_finds_the_same_place_in_another_row() {
    on_page(LIST, |page, pages| async move {
        let seen = page.describe("article:nth-of-type(2) li a").await.unwrap();
        assert_eq!(seen.within.as_deref(), Some("Black tea"));
        assert_eq!(seen.name.as_deref(), Some("3 comments"));
        // As an extractor leaves it: what stands for the row became a parameter, places are dropped.
        let general = Target {
            within: Some("{{post}}".into()),
            css: Vec::new(),
            xpath: Vec::new(),
            bounds: None,
            neighbours: Vec::new(),
            ..seen
        };
        let skill = skill(
            &["post"],
            vec![click(general)],
            vec![atelier_core::condition::Condition::TextPresent("{{post}}: 40 comments".into())],
        );
        assert_done(&replay(&page, &pages, &skill, &bind(&[("post", "Tea")])).await);
        // The row's own heading needs no row to be found by.
        assert_eq!(page.describe("article:nth-of-type(2) h2 a").await.unwrap().within, None);
    });
}

#[test]
fn a_parameterised_link_hits_exactly_one() {
    let html =
        "<nav><a href=/f/books>books</a> <a href=/f/bookshops>bookshops</a> <a href=/f/Music>Music</a></nav>
        <p>books</p>";
    with(
        &[
            ("/", Reply::html(html)),
            ("/f/books", Reply::html("<h1>books</h1>")),
            ("/f/Music", Reply::html("<h1>m</h1>")),
        ],
        |page, pages| async move {
            let link = Target {
                tag: Some("a".into()),
                text: Some("{{forum}}".into()),
                attributes: [("href".to_owned(), "/f/{{forum}}".to_owned())].into(),
                ..role("link", "{{forum}}")
            };
            let skill = skill(
                &["forum"],
                vec![click(link)],
                vec![atelier_core::condition::Condition::PathMatches("/f/{{forum}}".into())],
            );
            for forum in ["books", "Music"] {
                page.navigate(&pages.url("/")).await.unwrap();
                let report = replay(&page, &pages, &skill, &bind(&[("forum", forum)])).await;
                assert_done(&report);
                assert!(report.steps[0].score.unwrap() > 0.99, "{:?}", report.steps[0]);
            }
            page.navigate(&pages.url("/")).await.unwrap();
            let report = replay(&page, &pages, &skill, &bind(&[("forum", "films")])).await;
            assert_fault(&report, FaultCode::NotFound, "films");
        },
    );
}

#[test]
fn presence_of_many_targets_is_asked_in_one_go() {
    on_page("<button>Save</button><a href=/x>books</a>", |page, _| async move {
        let placeholder =
            Target { attributes: [("href".into(), "{{url}}".into())].into(), ..Target::default() };
        let list = [role("button", "Save"), role("button", "Send"), role("link", "{{forum}}"), placeholder];
        let list: Vec<&Target> = list.iter().collect();
        assert_eq!(page.has_each(&list).await.unwrap(), [true, false, true, true]);
        assert!(page.has(list[0]).await.unwrap());
    });
}

#[test]
fn describe_gathers_every_identity() {
    let html = "<form><p><label for=react-aria-17>Full name</label>
        <input id=react-aria-17 name=full_name placeholder='Ada Lovelace' title='As on your card'
         data-testid=name-field class='css-1x2y field'></p></form>";
    on_page(html, |page, _| async move {
        let target = page.describe("input").await.unwrap();
        assert_eq!(target.tag.as_deref(), Some("input"));
        assert_eq!(target.test_id.as_deref(), Some("name-field"));
        assert_eq!((target.role.as_deref(), target.name.as_deref()), (Some("textbox"), Some("Full name")));
        assert_eq!(target.label.as_deref(), Some("Full name"));
        assert_eq!(target.placeholder.as_deref(), Some("Ada Lovelace"));
        assert_eq!(target.title.as_deref(), Some("As on your card"));
        assert_eq!(target.attributes.get("name").map(String::as_str), Some("full_name"));
        assert!(!target.attributes.contains_key("id"), "generated ids are left out");
        assert_eq!(target.css[0], "[data-testid=\"name-field\"]");
        assert!(!format!("{:?}", target.css).contains("css-1x2y"));
        assert!(target.bounds.is_some_and(|b| b.width > 0.0));
        assert_eq!(target.index, None);
        let located = page.locate(&target).await.unwrap();
        assert!(matches!(located.choice, Choice::One { score, .. } if score > 0.99), "{located:?}");
    });
}

#[test]
fn names_follow_the_accessibility_rules() {
    let html = "<span id=x>By reference</span><button aria-labelledby=x>No</button>
        <button aria-label='By label'>No</button><a href=/1><img alt='By picture' src=data:,></a>
        <button title='By title'></button><input type=submit value='By value'>
        <button>By <b>text</b> <span aria-hidden=true>x</span></button>
        <a href=/2><span style='display:none'>hidden</span>By visible text</a>
        <label><input type=checkbox> By wrapping</label><h2>Heading</h2>";
    on_page(html, |page, _| async move {
        let names: Vec<String> =
            page.observe().await.unwrap().nodes.into_iter().map(|node| node.name).collect();
        assert_eq!(
            names,
            [
                "By reference",
                "By label",
                "By picture",
                "By title",
                "By value",
                "By text",
                "By visible text",
                "By wrapping",
                "Heading"
            ]
        );
    });
}

#[test]
fn an_element_is_found_again_after_the_page_was_rebuilt() {
    let first = "<div class=a1><form><label>Mail <input name=mail></label><button class=b9>Subscribe</button></form></div>";
    let second =
        "<section><div><button>Subscribe</button></div><label>Mail <input name=mail></label></section>
        <footer><button>Close</button></footer>";
    with(&[("/1", Reply::html(first)), ("/2", Reply::html(second))], |page, pages| async move {
        page.navigate(&pages.url("/1")).await.unwrap();
        let targets = [page.describe("button").await.unwrap(), page.describe("input").await.unwrap()];
        page.navigate(&pages.url("/2")).await.unwrap();
        for target in targets {
            let located = page.locate(&target).await.unwrap();
            assert!(matches!(located.choice, Choice::One { .. }), "{located:#?}");
        }
    });
}

#[test]
fn a_background_tab_is_used_like_any_other() {
    crate::rig::with_browser(|browser| async move {
        let pages = atelier_testkit::Pages::serve([(
            "/",
            Reply::html(
                "<div style='height:3000px'></div><button onclick=\"this.textContent='Done'\">Go</button>",
            ),
        )])
        .await
        .unwrap();
        let back = browser.open().await.unwrap();
        back.navigate(&pages.url("/")).await.unwrap();
        let front = browser.open().await.unwrap();
        front.navigate(&pages.url("/")).await.unwrap();
        front.bring_to_front().await.unwrap();
        assert_done(&run(&back, &pages, vec![click(role("button", "Go"))]).await);
        assert_eq!(text_of(&back, "button").await, "Done");
        assert_eq!(text_of(&front, "button").await, "Go");
        back.close().await;
        front.close().await;
    });
}

#[test]
fn private_pages_do_not_share_cookies() {
    crate::rig::with_browser(|browser| async move {
        let html = "<p></p><script>document.querySelector('p').textContent = 'c:' + document.cookie</script>";
        let pages = atelier_testkit::Pages::serve([("/", Reply::html(html))]).await.unwrap();
        let (one, two) = (browser.open_isolated().await.unwrap(), browser.open_isolated().await.unwrap());
        one.set_cookie(&pages.origin(), "space", "a1").await.unwrap();
        for page in [&one, &two] {
            page.navigate(&pages.url("/")).await.unwrap();
        }
        assert_eq!(text_of(&one, "p").await, "c:space=a1");
        assert_eq!(text_of(&two, "p").await, "c:");
        one.close().await;
        two.close().await;
    });
}

#[test]
fn lists_tell_their_choices() {
    on_page("<select aria-label=Sort><option>Hot<option>New</select>", |page, pages| async move {
        assert_eq!(page.options(&role("combobox", "Sort")).await.unwrap(), ["Hot", "New"]);
        let report =
            run(&page, &pages, vec![step(Action::Extract, Some(role("combobox", "Sort")), Some("x"))]).await;
        assert_eq!(report.outputs["x"], "Hot");
    });
}
