//! Account, addresses, letters, reviews.

use super::{plenty, spread};
use crate::{
    shop::state::{ADA, Shop},
    tasks::{StateCheck, TaskKind::Write, TaskList, Verifier},
};

pub(super) fn add(shop: &Shop, list: &mut TaskList) {
    letters(shop, list);
    reviews(shop, list);
    addresses(shop, list);
    for phone in ["+44 1947 555 222", "+353 91 555 804", "+44 131 555 377"] {
        let intent = format!("Change the phone number of my account to {phone}.");
        let changed = StateCheck::exists("/customers")
            .equals("id", ADA)
            .equals("phone", phone)
            .equals("first_name", "Ada")
            .equals("email", "ada@practice.test");
        list.add(("account_phone", "change_phone", Write), intent, "/", Verifier::state(vec![changed]));
    }
}

fn letters(shop: &Shop, list: &mut TaskList) {
    for (place, email) in
        ["mara.holt@mail.test", "office@saltworks.test", "teo@lantern.test", "nina@quay.test"]
            .into_iter()
            .enumerate()
    {
        let intent = if place % 2 == 0 {
            format!("Subscribe {email} to the newsletter.")
        } else {
            format!("Sign up {email} for the weekly newsletter of the shop.")
        };
        let checks = vec![
            StateCheck::exists("/subscriptions").equals("email", email).equals("topic", "weekly"),
            StateCheck::count("/subscriptions", shop.subscriptions.len() + 1).not("email", ""),
        ];
        list.add(("newsletter", "subscribe_newsletter", Write), intent, "/", Verifier::state(checks));
    }
    let messages = [
        ("product", "A product", "Do you have the station clock in a smaller size?"),
        ("wholesale", "Wholesale", "We run a guest house and need thirty blankets."),
        ("return", "Returning something", "The parcel was damp when it arrived."),
        ("other", "Something else", "Are dogs welcome at the quay?"),
    ];
    for (topic, name, text) in messages {
        let intent =
            format!("Write to the shop through the contact form with the subject \"{name}\": \"{text}\"");
        let checks = vec![
            StateCheck::exists("/messages").equals("topic", topic).equals("text", text),
            StateCheck::count("/messages", shop.messages.len() + 1).not("text", ""),
        ];
        list.add(("contact", "send_contact_message", Write), intent, "/", Verifier::state(checks));
    }
}

fn reviews(shop: &Shop, list: &mut TaskList) {
    let texts = [
        (5, "Ada B", "A daily pleasure", "Used every day for a month and still like new."),
        (4, "Byron", "Nearly there", "Lovely work, only the packaging was too much."),
        (2, "AB", "Not for me", "Smaller than I thought and the lid sticks."),
        (3, "Ada", "Does what it should", "No surprises, good or bad."),
    ];
    for (product, (stars, nickname, title, text)) in
        spread(&plenty(shop), 23, texts.len()).into_iter().zip(texts)
    {
        let intent = format!(
            "Review the \"{}\" with {stars} stars as \"{nickname}\", summary \"{title}\", text \"{text}\"",
            product.name
        );
        let checks = vec![
            StateCheck::exists("/reviews")
                .equals("customer_id", ADA)
                .equals("product_id", product.id)
                .equals("stars", stars)
                .equals("nickname", nickname)
                .equals("title", title)
                .equals("text", text),
            StateCheck::count("/reviews", 1).equals("customer_id", ADA),
        ];
        list.add(("review_write", "write_review", Write), intent, "/", Verifier::state(checks));
    }
}

fn addresses(shop: &Shop, list: &mut TaskList) {
    let own = shop.addresses_of(ADA);
    let rows = |n: usize| StateCheck::count("/addresses", n).equals("customer_id", ADA);
    let new = [
        ("Ada Byron", "31 Mill Lane", "Whitby", "YO22 4BG", "United Kingdom"),
        ("Clara Byron", "9 Skippergate", "Bergen", "5003", "Norway"),
        ("Ada Byron", "210 Bow Street", "Portsmouth", "03801", "United States"),
        ("Tom Kettering", "55 Dockside", "Halifax", "B3H 2Y9", "Canada"),
    ];
    for (name, street, city, postcode, country) in new {
        let intent = format!(
            "Add a new address to my address book: {name}, {street}, {city}, postcode {postcode}, {country}."
        );
        let checks = vec![
            StateCheck::exists("/addresses")
                .equals("customer_id", ADA)
                .equals("name", name)
                .equals("street", street)
                .equals("city", city)
                .equals("postcode", postcode)
                .equals("country", country),
            rows(own.len() + 1),
        ];
        list.add(("address_add", "add_address", Write), intent, "/", Verifier::state(checks));
    }
    let default = shop.customer(ADA).map_or(0, |customer| customer.default_shipping);
    for address in own.iter().filter(|address| address.id != default) {
        let intent = format!("Make {} in {} my default delivery address.", address.street, address.city);
        let made = StateCheck::exists("/customers").equals("id", ADA).equals("default_shipping", address.id);
        list.add(("address_default", "set_default_address", Write), intent, "/", Verifier::state(vec![made]));
    }
    for address in own.iter().filter(|address| address.id != default) {
        let intent = format!("Delete the address {} from my address book.", address.street);
        let checks = vec![StateCheck::absent("/addresses").equals("id", address.id), rows(own.len() - 1)];
        list.add(("address_delete", "delete_address", Write), intent, "/", Verifier::state(checks));
    }
}
