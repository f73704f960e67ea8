//! Does each writing task by the forms that the pages offer. What to do is read off the verifier, so the
//! deeds follow the tasks of any seed.

use atelier_practice::{
    Task, Verifier,
    tasks::{StateCheck, Test},
};
use serde_json::Value;

use super::visitor::Visitor;

fn checks(task: &Task) -> &[StateCheck] {
    match &task.verifier {
        Verifier::State { checks } => checks,
        other => panic!("{} is judged by {other:?}", task.id),
    }
}

/// The value that the first check with this field wants.
fn wanted(task: &Task, field: &str) -> String {
    wanted_in(&checks(task).iter().collect::<Vec<_>>(), field)
        .unwrap_or_else(|| panic!("{} wants no {field}", task.id))
}

fn wanted_in(checks: &[&StateCheck], field: &str) -> Option<String> {
    let mut conditions = checks.iter().flat_map(|check| &check.conditions).filter(|one| one.field == field);
    conditions.find_map(|condition| match &condition.test {
        Test::Equals(Value::String(text)) | Test::Contains(Value::String(text)) => Some(text.clone()),
        Test::Equals(value) => Some(value.to_string()),
        _ => None,
    })
}

/// Text between two marks of the intent.
fn quoted(task: &Task) -> Vec<&str> {
    task.intent.split('"').skip(1).step_by(2).collect()
}

fn slug(visitor: &Visitor<'_>, product_id: &str) -> String {
    let shop = visitor.practice.shop.state(&visitor.space);
    let found = shop.products.iter().find(|one| one.id.to_string() == product_id);
    found.expect("the product of the task exists").slug.clone()
}

fn order_id(visitor: &Visitor<'_>, number: &str) -> String {
    visitor.practice.shop.state(&visitor.space).order(number).expect("the order exists").id.to_string()
}

/// Does the task. `false` for templates that are no writing task.
pub async fn perform(visitor: &mut Visitor<'_>, task: &Task) {
    match task.template.as_str() {
        "cart_plain" | "cart_options" => add_to_cart(visitor, task).await,
        "cart_quantity" => {
            let (product, quantity) = (wanted(task, "product_id"), wanted(task, "quantity"));
            let line = cart_line(visitor, &product);
            visitor
                .done("/cart/update", &[(&format!("quantity_{line}"), &quantity), ("action", "update")])
                .await;
        }
        "cart_remove" => {
            let line = cart_line(visitor, &wanted(task, "product_id"));
            visitor.done("/cart/update", &[("remove", &line)]).await;
        }
        "cart_coupon" => {
            visitor.done("/cart/coupon", &[("coupon", &wanted(task, "coupon").to_lowercase())]).await;
        }
        "odd_empty" => {
            visitor.done("/cart/update", &[("empty", "1")]).await;
        }
        "wish_add" => {
            let page = visitor.done("/wishlist/add", &[("product_id", &wanted(task, "product_id"))]).await;
            assert_eq!(page.at, "/wishlist");
        }
        "wish_remove" => {
            visitor.done("/wishlist/remove", &[("product_id", &wanted(task, "product_id"))]).await;
        }
        "order_place" => place_order(visitor, task).await,
        "order_cancel" => {
            visitor.done(&format!("/account/orders/{}/cancel", wanted(task, "number")), &[]).await;
        }
        "order_again" => {
            let number =
                task.intent.split('#').nth(1).and_then(|rest| rest.split(' ').next()).expect("a number");
            visitor.done(&format!("/account/orders/{number}/reorder"), &[]).await;
        }
        "newsletter" => {
            visitor.done("/newsletter", &[("email", &wanted(task, "email")), ("topic", "weekly")]).await;
        }
        "contact" => {
            let (topic, text) = (wanted(task, "topic"), wanted(task, "text"));
            let fields = [
                ("name", "Ada Byron"),
                ("email", "ada@practice.test"),
                ("topic", &topic),
                ("message", &text),
            ];
            visitor.done("/contact", &fields).await;
        }
        "review_write" => {
            let slug = slug(visitor, &wanted(task, "product_id"));
            let [stars, nickname, title, text] =
                ["stars", "nickname", "title", "text"].map(|field| wanted(task, field));
            let fields =
                [("stars", stars.as_str()), ("nickname", &nickname), ("title", &title), ("text", &text)];
            visitor.done(&format!("/p/{slug}/reviews"), &fields).await;
        }
        "address_add" => {
            let names = ["name", "street", "city", "postcode", "country"];
            let values = names.map(|field| wanted(task, field));
            let fields: Vec<(&str, &str)> =
                names.iter().copied().zip(values.iter().map(String::as_str)).collect();
            visitor.done("/account/addresses", &fields).await;
        }
        "address_default" => {
            let path = format!("/account/addresses/{}/default", wanted(task, "default_shipping"));
            visitor.done(&path, &[("shipping", "1")]).await;
        }
        "address_delete" => {
            visitor.done(&format!("/account/addresses/{}/delete", wanted(task, "id")), &[]).await;
        }
        "account_phone" => {
            let phone = wanted(task, "phone");
            let fields = [
                ("first_name", "Ada"),
                ("last_name", "Byron"),
                ("email", "ada@practice.test"),
                ("phone", &phone),
            ];
            visitor.done("/account/edit", &fields).await;
        }
        "odd_register" => {
            visitor.done("/logout", &[]).await;
            let fields = [
                ("first_name", "Rosa"),
                ("last_name", "Lindgren"),
                ("email", "rosa@lindgren.test"),
                ("password", "seagull-42"),
                ("password_again", "seagull-42"),
            ];
            let page = visitor.done("/register", &fields).await;
            assert!(page.text.contains("data-signed-in=\"rosa@lindgren.test\""));
        }
        "odd_compare" => {
            for check in &checks(task)[..2] {
                let product = wanted_in(&[check], "product_id").expect("a product");
                visitor.done("/compare/add", &[("product_id", &product)]).await;
            }
        }
        _ => office(visitor, task).await,
    }
}

async fn office(visitor: &mut Visitor<'_>, task: &Task) {
    match task.template.as_str() {
        "office_price" => {
            // In the grid a person types dollars.
            let cents: i64 = wanted(task, "price_cents").parse().expect("cents");
            let price = format!("{}.{:02}", cents / 100, cents % 100);
            let path = format!("/admin/products/{}/cell", wanted(task, "id"));
            visitor.done(&path, &[("field", "price"), ("value", &price)]).await;
        }
        "office_stock" => {
            let path = format!("/admin/products/{}/cell", wanted(task, "id"));
            visitor.done(&path, &[("field", "stock"), ("value", &wanted(task, "stock"))]).await;
        }
        "office_disable" => {
            let fields = [("id", wanted(task, "id")), ("action", "disable".to_owned())];
            let fields: Vec<(&str, &str)> =
                fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
            visitor.done("/admin/products/bulk", &fields).await;
        }
        "office_status" => {
            let [number, status, comment] =
                ["number", "status", "/comments/0/text"].map(|field| wanted(task, field));
            let path = format!("/admin/orders/{number}/status");
            visitor.done(&path, &[("status", &status), ("comment", &comment)]).await;
        }
        "office_approve" => {
            visitor.done(&format!("/admin/reviews/{}", wanted(task, "id")), &[("status", "approved")]).await;
        }
        "office_reject" => {
            visitor.done("/admin/reviews/bulk", &[("id", &wanted(task, "id")), ("action", "rejected")]).await;
        }
        "odd_description" => {
            let id = wanted(task, "id");
            let shop = visitor.practice.shop.state(&visitor.space);
            let product =
                shop.products.iter().find(|one| one.id.to_string() == id).expect("the product").clone();
            let description = format!("{}<div>{}</div>", product.description, wanted(task, "description"));
            let (price, stock) = (product.price_cents.plain(), product.stock.to_string());
            let fields = [
                ("name", product.name.as_str()),
                ("sku", &product.sku),
                ("price", &price),
                ("stock", &stock),
                ("category", product.category),
                ("enabled", "1"),
                ("description", &description),
            ];
            visitor.done(&format!("/admin/products/{id}"), &fields).await;
        }
        other => panic!("nobody has written down how to do `{other}` ({})", task.intent),
    }
}

fn cart_line(visitor: &Visitor<'_>, product_id: &str) -> String {
    let shop = visitor.practice.shop.state(&visitor.space);
    let line = shop.cart.iter().find(|line| line.product_id.to_string() == product_id);
    line.expect("the product is in the cart").id.to_string()
}

async fn add_to_cart(visitor: &mut Visitor<'_>, task: &Task) {
    let product = wanted(task, "product_id");
    let slug = slug(visitor, &product);
    // By the way a person goes: the search finds the name the task gives.
    let name = quoted(task)[0];
    let found = visitor.get(&format!("/search?q={}", name.replace(' ', "+").replace('&', "%26"))).await;
    assert!(found.text.contains(&format!("href=\"/p/{slug}\"")), "the search does not find {name}");
    let page = visitor.get(&format!("/p/{slug}")).await;
    assert!(page.text.contains("action=\"/cart/add\""));
    let options = wanted(task, "options");
    let quantity = wanted(task, "quantity");
    let mut fields = vec![("product_id".to_owned(), product), ("quantity".to_owned(), quantity)];
    for part in options.split(", ").filter(|part| !part.is_empty()) {
        let (name, value) = part.split_once(": ").expect("a pair");
        fields.push((name.to_lowercase(), value.to_owned()));
    }
    let fields: Vec<(&str, &str)> =
        fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    visitor.done("/cart/add", &fields).await;
}

async fn place_order(visitor: &mut Visitor<'_>, task: &Task) {
    let street = wanted(task, "/shipping_address/street");
    let shop = visitor.practice.shop.state(&visitor.space);
    let address = shop.addresses.iter().find(|one| one.street == street).expect("the address").id.to_string();
    let first = visitor.get("/checkout").await;
    assert_eq!(first.at, "/checkout/address");
    let page = visitor.done("/checkout/address", &[("address", &address)]).await;
    assert_eq!(page.at, "/checkout/delivery");
    let page = visitor.done("/checkout/delivery", &[("method", &wanted(task, "shipping_method"))]).await;
    assert_eq!(page.at, "/checkout/payment");
    let page = visitor.done("/checkout/payment", &[("method", &wanted(task, "payment_method"))]).await;
    assert_eq!(page.at, "/checkout/review");
    let page = visitor.done("/checkout/place", &[("note", "")]).await;
    assert!(page.at.starts_with("/checkout/done/"), "{}", page.at);
    let number = page.element("data-field=\"order-number\"").expect("a number");
    assert_eq!(order_id(visitor, &number).parse::<u32>().map(|id| id > 10_000), Ok(true));
}
