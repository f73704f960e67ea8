//! Verifiers against deeds, answers against pages.

use atelier_practice::{Attempt, Task, TaskKind, shop::Shop, space::Site, verify};

use super::{
    deeds,
    visitor::{Visitor, practice},
};

fn of_kind(tasks: &[Task], kind: TaskKind) -> Vec<Task> {
    tasks.iter().filter(|task| task.kind == kind).cloned().collect()
}

#[tokio::test]
async fn doing_a_task_satisfies_its_verifier_and_no_other() {
    let practice = practice().await;
    let tasks = of_kind(practice.shop.tasks(), TaskKind::Write);
    for task in &tasks {
        let mut visitor = Visitor::new(&practice, &task.id);
        deeds::perform(&mut visitor, task).await;
        // The state is large: one copy serves all verdicts.
        let state = practice.shop.state(&visitor.space).state_json();
        let attempt = Attempt { url: "/".to_owned(), answer: None, state };
        verify(task, &attempt).unwrap_or_else(|why| panic!("{}: {why}", task.intent));
        for other in tasks.iter().filter(|other| other.id != task.id) {
            let verdict = verify(other, &attempt);
            assert!(verdict.is_err(), "doing “{}” also passes “{}”", task.intent, other.intent);
        }
    }
    practice.shutdown().await;
}

/// Where a person finds the answer, and the mark of the element that has it.
fn source(shop: &Shop, task: &Task) -> (String, String) {
    let quoted = task.intent.split('"').nth(1).unwrap_or_default();
    let product =
        || format!("/p/{}", shop.products.iter().find(|one| one.name == quoted).expect("a product").slug);
    let number = task.intent.split('#').nth(1).map(|rest| &rest[..6]).unwrap_or_default();
    let field = |name: &str| format!("data-field=\"{name}\"");
    let customer = |before: &str, after: &str| {
        let start = task.intent.find(before).expect("a name") + before.len();
        let rest = &task.intent[start..];
        let name = &rest[..rest.find(after).expect("an end")];
        format!("/admin/customers?name={}", name.replace(' ', "+"))
    };
    match task.template.as_str() {
        "product_price" => (product(), field("price")),
        "product_stock" => (product(), field("stock")),
        "product_rating" => (product(), field("rating")),
        "product_sku" => (product(), field("sku")),
        "review_count" => (product(), field("review-count")),
        "order_total" => (format!("/account/orders/{number}"), "data-sum=\"grand\"".to_owned()),
        "order_status" => (format!("/account/orders/{number}"), field("status")),
        "order_address" => (format!("/account/orders/{number}"), field("street")),
        "customer_email" => (customer("the customer ", " in the"), "data-col=\"email\"".to_owned()),
        "customer_phone" => (customer("number of ", "."), "data-col=\"phone\"".to_owned()),
        "order_customer" => (format!("/admin/orders/{number}"), field("customer")),
        "odd_founded" => ("/info/about".to_owned(), "data-fact=\"founded\"".to_owned()),
        "odd_hours" => ("/info/about".to_owned(), "data-fact=\"hours\"".to_owned()),
        "odd_returns" => ("/info/returns".to_owned(), "data-fact=\"return-days\"".to_owned()),
        "odd_dearest" => ("/search?sort=price-desc".to_owned(), "class=\"card__name\"".to_owned()),
        "odd_out_of_stock" => ("/admin".to_owned(), "data-figure=\"out-of-stock\"".to_owned()),
        other => panic!("nobody has written down where to find `{other}`"),
    }
}

#[tokio::test]
async fn every_answer_stands_on_a_page_as_the_text_of_its_own_element() {
    let practice = practice().await;
    let mut visitor = Visitor::new(&practice, "reader");
    let tasks = of_kind(practice.shop.tasks(), TaskKind::Read);
    assert!(tasks.len() >= 35, "{} reading tasks", tasks.len());
    for task in &tasks {
        let (path, mark) = source(practice.shop.pristine(), task);
        let page = visitor.get(&path).await;
        assert_eq!(page.status, 200, "{path}");
        let answer = page.element(&mark).unwrap_or_else(|| panic!("{path} has no {mark}"));
        let verdict = visitor.verdict(task, &path, Some(&answer));
        assert!(verdict.is_ok(), "{}: {verdict:?}", task.intent);
        assert!(visitor.verdict(task, &path, Some("I could not find it.")).is_err());
    }
    practice.shutdown().await;
}

#[tokio::test]
async fn every_page_to_be_shown_exists() {
    let practice = practice().await;
    let mut visitor = Visitor::new(&practice, "walker");
    for task in of_kind(practice.shop.tasks(), TaskKind::Navigate) {
        let atelier_practice::Verifier::Url { path, query } = &task.verifier else {
            panic!("{} is not judged by its address", task.id)
        };
        let pairs: Vec<String> = query
            .iter()
            .map(|(name, value)| format!("{name}={}", value.replace('&', "%26").replace(' ', "+")))
            .collect();
        let address = format!("{path}?{}", pairs.join("&"));
        let page = visitor.get(&address).await;
        assert_eq!(page.status, 200, "{address}");
        assert!(visitor.verdict(&task, &page.at, None).is_ok(), "{}", task.intent);
        let nothing =
            page.text.contains("We found nothing") || page.text.contains("could not find any records");
        assert!(!nothing, "“{}” leads to an empty page: {address}", task.intent);
    }
    practice.shutdown().await;
}
