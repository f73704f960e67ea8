//! What every page must be.

use std::collections::{BTreeSet, VecDeque};

use super::visitor::{Page, Visitor, practice};

/// Values of an attribute, in order.
fn attributes<'a>(html: &'a str, name: &str) -> Vec<&'a str> {
    let mark = format!(" {name}=\"");
    html.match_indices(&mark)
        .filter_map(|(at, _)| {
            let rest = &html[at + mark.len()..];
            rest.find('"').map(|end| &rest[..end])
        })
        .collect()
}

fn check(page: &Page) {
    let here = &page.at;
    assert!(page.content_type.starts_with("text/html"), "{here} is {}", page.content_type);
    assert!(page.text.starts_with("<!DOCTYPE html>"), "{here}");
    assert_eq!(page.text.matches("<h1").count(), 1, "{here} needs one first heading");
    let ids = attributes(&page.text, "id");
    let distinct: BTreeSet<&&str> = ids.iter().collect();
    if distinct.len() != ids.len() {
        let twice: Vec<_> =
            ids.iter().filter(|id| ids.iter().filter(|other| other == id).count() > 1).collect();
        panic!("{here} has ids twice: {twice:?}");
    }
    for id in attributes(&page.text, "for") {
        assert!(ids.contains(&id), "{here}: a label is for `{id}`, which is not there");
    }
    for link in attributes(&page.text, "src").into_iter().chain(attributes(&page.text, "href")) {
        assert!(link.starts_with('/') || link.starts_with('#'), "{here} asks another host: {link}");
    }
}

#[tokio::test]
async fn no_link_is_dead_and_no_page_is_broken() {
    let practice = practice().await;
    let mut visitor = Visitor::new(&practice, "crawler");
    let mut seen = BTreeSet::from(["/".to_owned(), "/admin".to_owned(), "/checkout".to_owned()]);
    let mut waiting: VecDeque<String> = seen.iter().cloned().collect();
    // A kind of page is a path with its numbers and names taken out; a few of each kind are enough.
    let mut of_kind = std::collections::BTreeMap::<String, usize>::new();
    let mut pages = 0;
    while let Some(path) = waiting.pop_front() {
        let page = visitor.get(&path).await;
        assert_eq!(page.status, 200, "{path}");
        if !page.content_type.starts_with("text/html") {
            continue;
        }
        pages += 1;
        check(&page);
        for link in attributes(&page.text, "href").into_iter().chain(attributes(&page.text, "src")) {
            let link = link.replace("&amp;", "&");
            if link.starts_with('#') || !seen.insert(link.clone()) {
                continue;
            }
            let bare = link.split('?').next().unwrap_or_default();
            let kind: Vec<&str> = bare.split('/').take(3).collect();
            let kind =
                if link.starts_with("/admin") { kind.join("/") } else { kind[..2.min(kind.len())].join("/") };
            let count = of_kind.entry(kind).or_default();
            *count += 1;
            if *count <= 30 {
                waiting.push_back(link);
            }
        }
    }
    assert!(pages > 120, "only {pages} pages were reached");
    practice.shutdown().await;
}

#[tokio::test]
async fn nonsense_is_answered_politely() {
    let practice = practice().await;
    let mut visitor = Visitor::new(&practice, "fool");
    for path in [
        "/p/no-such-thing",
        "/c/none",
        "/d/none",
        "/info/none",
        "/account/orders/0",
        "/account/addresses/99999999999",
        "/admin/products/-1",
        "/admin/orders/x",
        "/admin/customers/x",
        "/admin/reviews/0",
        "/media/product/0.svg",
        "/media/product/x",
        "/nowhere/at/all",
    ] {
        let page = visitor.get(path).await;
        assert_eq!(page.status, 404, "{path}");
        assert!(page.text.contains("Nothing moored here"), "{path}");
    }
    for path in [
        "/search?q=%00%ff&page=99999999999999999999&rating=9&price_min=x&sort=%27",
        "/c/cookware?page=4000000000&brand=%3Cscript%3E",
        "/admin/orders?sort=x&dir=y&placed_from=yesterday&total_from=-1&page=0",
        "/suggest?q=",
    ] {
        let page = visitor.get(path).await;
        assert_eq!(page.status, 200, "{path}");
        assert!(!page.text.contains("<script>"), "{path}");
    }
    let before = practice.shop.state("fool");
    for (path, fields) in [
        ("/cart/add", vec![("product_id", "1"), ("quantity", "-3")]),
        ("/cart/add", vec![("product_id", "1"), ("quantity", "4000000000")]),
        ("/cart/add", vec![]),
        ("/cart/update", vec![("quantity_1", "x")]),
        ("/cart/update", vec![("remove", "99")]),
        ("/cart/coupon", vec![("coupon", "<b>FREE</b>")]),
        ("/newsletter", vec![("email", "nobody"), ("topic", "weekly")]),
        ("/contact", vec![("name", ""), ("email", "x"), ("topic", "y"), ("message", "")]),
        ("/account/addresses", vec![("name", "A"), ("country", "Atlantis")]),
        ("/account/addresses/1/delete", vec![]),
        ("/account/addresses/101/delete", vec![]),
        ("/account/orders/100231/cancel", vec![]),
        ("/account/edit", vec![("first_name", ""), ("email", "no")]),
        ("/register", vec![("email", "ada@practice.test"), ("password", "short")]),
        ("/checkout/place", vec![]),
        ("/admin/products/1/cell", vec![("field", "price"), ("value", "-1")]),
        ("/admin/products/1/cell", vec![("field", "slug"), ("value", "x")]),
        ("/admin/products/9999/cell", vec![("field", "price"), ("value", "1")]),
        ("/admin/products/1", vec![("name", ""), ("price", "free")]),
        ("/admin/products/bulk", vec![("action", "disable")]),
        ("/admin/orders/bulk", vec![("action", "vanish"), ("id", "1")]),
        ("/admin/orders/100231/status", vec![("status", "lost")]),
        ("/admin/reviews/1", vec![("status", "loved")]),
        ("/p/no-such-thing/reviews", vec![("stars", "5")]),
    ] {
        let page = visitor.post(path, &fields).await;
        assert!([200, 404, 422].contains(&page.status.as_u16()), "{path}: {}", page.status);
        assert!(!page.text.contains("<b>FREE"), "{path} is not escaped");
    }
    let after = practice.shop.state("fool");
    for (name, before, after) in [
        ("cart", serde_json::json!(before.cart), serde_json::json!(after.cart)),
        ("orders", serde_json::json!(before.orders), serde_json::json!(after.orders)),
        ("products", serde_json::json!(before.products), serde_json::json!(after.products)),
        ("customers", serde_json::json!(before.customers), serde_json::json!(after.customers)),
        ("addresses", serde_json::json!(before.addresses), serde_json::json!(after.addresses)),
        ("reviews", serde_json::json!(before.reviews), serde_json::json!(after.reviews)),
        ("messages", serde_json::json!(before.messages), serde_json::json!(after.messages)),
        ("subscriptions", serde_json::json!(before.subscriptions), serde_json::json!(after.subscriptions)),
    ] {
        assert_eq!(before, after, "a refused form has changed the {name}");
    }
    practice.shutdown().await;
}

#[tokio::test]
async fn a_guest_may_look_and_must_sign_in_to_go_on() {
    let practice = practice().await;
    let mut visitor = Visitor::new(&practice, "guest");
    let page = visitor.done("/logout", &[]).await;
    assert!(page.text.contains("You have signed out.") && page.text.contains("Create an account"));
    for path in ["/account", "/account/orders", "/wishlist", "/admin", "/admin/products"] {
        let page = visitor.get(path).await;
        assert!(page.at.starts_with("/login?return="), "{path} leads to {}", page.at);
    }
    let refused = visitor.post("/login", &[("email", "ada@practice.test"), ("password", "wrong")]).await;
    assert_eq!(refused.status, 422);
    // Another customer is no staff, and does not see Ada's orders.
    let other = practice.shop.pristine().customers[5].email.clone();
    let fields = [("email", other.as_str()), ("password", "practice"), ("return", "/account/orders")];
    let page = visitor.done("/login", &fields).await;
    assert_eq!(page.at, "/account/orders");
    assert_eq!(visitor.get("/admin").await.status, 403);
    assert_eq!(visitor.post("/admin/orders/100231/status", &[("status", "shipped")]).await.status, 403);
    let ada = practice.shop.pristine().orders_of(1)[0].number.clone();
    assert_eq!(visitor.get(&format!("/account/orders/{ada}")).await.status, 404);
    let page = visitor.done("/login", &[("email", "Ada@practice.test"), ("password", "practice")]).await;
    assert!(page.text.contains("Admin"));
    practice.shutdown().await;
}

#[tokio::test]
async fn an_order_takes_from_the_stock_and_cancelling_gives_it_back() {
    let practice = practice().await;
    let mut visitor = Visitor::new(&practice, "stock");
    let before = practice.shop.state("stock");
    let line = before.cart[0].clone();
    let stock =
        |product_id: u32| practice.shop.state("stock").product(product_id).map(|product| product.stock);
    visitor.done("/cart/coupon", &[("coupon", "HARBOUR10")]).await;
    let fields = [
        ("address", "0"),
        ("name", "Ada Byron"),
        ("street", "1 New Quay"),
        ("city", "Whitby"),
        ("postcode", "YO21 1AA"),
        ("country", "United Kingdom"),
        ("keep", "1"),
    ];
    visitor.done("/checkout/address", &fields).await;
    visitor.done("/checkout/delivery", &[("method", "express")]).await;
    visitor.done("/checkout/payment", &[("method", "invoice")]).await;
    let review = visitor.get("/checkout/review").await;
    let shown = review.element("data-sum=\"grand\"").expect("a total");
    let page = visitor.done("/checkout/place", &[("note", "Ring twice")]).await;
    let number = page.element("data-field=\"order-number\"").expect("a number");
    let after = practice.shop.state("stock");
    let order = after.order(&number).expect("the order").clone();
    assert_eq!(order.totals.grand.to_string(), shown);
    assert_eq!(order.coupon, "HARBOUR10");
    assert!(order.totals.discount.0 > 0);
    assert_eq!(order.note, "Ring twice");
    assert_eq!(after.addresses_of(1).len(), before.addresses_of(1).len() + 1);
    assert_eq!(stock(line.product_id), before.product(line.product_id).map(|one| one.stock - line.quantity));
    visitor.done(&format!("/account/orders/{number}/cancel"), &[]).await;
    assert_eq!(stock(line.product_id), before.product(line.product_id).map(|one| one.stock));
    let twice = visitor.done(&format!("/account/orders/{number}/cancel"), &[]).await;
    assert!(twice.text.contains("can no longer be cancelled"));
    assert_eq!(stock(line.product_id), before.product(line.product_id).map(|one| one.stock));
    practice.shutdown().await;
}

#[tokio::test]
async fn facets_count_what_they_then_show() {
    let practice = practice().await;
    let mut visitor = Visitor::new(&practice, "facets");
    let shop = practice.shop.pristine();
    for category in shop.categories.iter() {
        for brand in ["Hollis", "Wren"] {
            let page = visitor.get(&format!("/c/{}?brand={brand}&stock=in", category.slug)).await;
            let fit = |one: &&atelier_practice::shop::model::Product| {
                one.category == category.slug && one.brand == brand && one.stock > 0
            };
            let expected = shop.products.iter().filter(fit).count();
            let shown = page.element("data-result-count").expect("a count");
            assert_eq!(shown, expected.to_string(), "{} by {brand}", category.name);
        }
    }
    let suggestions = visitor.get("/suggest?q=lan").await;
    assert!(suggestions.content_type.starts_with("application/json"));
    assert!(suggestions.text.to_lowercase().contains("lantern"), "{}", suggestions.text);
    practice.shutdown().await;
}
