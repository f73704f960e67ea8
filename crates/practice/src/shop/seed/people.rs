//! Customers and what is theirs.

use crate::{
    seed::{DAY, Dice, NOW},
    shop::{
        model::{Address, ContactMessage, Customer, Product, Subscription, Wish},
        state::{ADA, account::TOPICS},
        words::{FIRST_NAMES, LAST_NAMES, PLACES, STREETS},
    },
};

const CUSTOMERS: u32 = 60;
const GROUPS: [&str; 3] = ["General", "Trade", "Friends of the house"];

/// Ada's address book: street, city, region, postcode, country.
const ADAS: [(&str, &str, &str, &str, &str); 3] = [
    ("12 Harbour Street", "Whitby", "North Yorkshire", "YO21 3PU", "United Kingdom"),
    ("7 Ropewalk", "Leith", "Edinburgh", "EH6 6QN", "United Kingdom"),
    ("4 Canal Terrace", "Galway", "Connacht", "H91 X4KP", "Ireland"),
];

pub(super) fn customers(seed: u64) -> (Vec<Customer>, Vec<Address>) {
    let mut dice = Dice::new(seed, "shop customers");
    let mut customers = vec![Customer {
        id: ADA,
        first_name: "Ada".to_owned(),
        last_name: "Byron".to_owned(),
        email: "ada@practice.test".to_owned(),
        phone: "+44 1947 555 010".to_owned(),
        group: GROUPS[0],
        joined_at: NOW - 640 * DAY,
        password: "practice".to_owned(),
        default_billing: 1,
        default_shipping: 1,
    }];
    let mut addresses: Vec<Address> = (1..)
        .zip(ADAS)
        .map(|(id, (street, city, region, postcode, country))| Address {
            id,
            customer_id: ADA,
            name: "Ada Byron".to_owned(),
            company: String::new(),
            street: street.to_owned(),
            city: city.to_owned(),
            region: region.to_owned(),
            postcode: postcode.to_owned(),
            country: country.to_owned(),
            phone: "+44 1947 555 010".to_owned(),
        })
        .collect();
    let mut lasts = LAST_NAMES.to_vec();
    dice.shuffle(&mut lasts);
    for id in 2..=CUSTOMERS {
        let at = id as usize;
        // Walking both lists at different speeds keeps full names unique.
        let first = FIRST_NAMES[at % FIRST_NAMES.len()];
        let last = lasts[(at * 7 + at / FIRST_NAMES.len()) % lasts.len()];
        let (city, region, stem, country) = PLACES[dice.below(PLACES.len())];
        let name = format!("{first} {last}");
        let phone = format!("+44 20 7946 {:04}", 100 + id * 13);
        let address_id = 100 + id;
        addresses.push(Address {
            id: address_id,
            customer_id: id,
            name,
            company: if dice.chance(15) { format!("{last} & Co.") } else { String::new() },
            street: format!("{} {}", 1 + dice.below(120), STREETS[dice.below(STREETS.len())]),
            city: city.to_owned(),
            region: region.to_owned(),
            postcode: stem.to_owned(),
            country: country.to_owned(),
            phone: phone.clone(),
        });
        customers.push(Customer {
            id,
            first_name: first.to_owned(),
            last_name: last.to_owned(),
            email: format!("{}.{}@mail.test", first.to_lowercase(), last.to_lowercase()),
            phone,
            group: GROUPS[if dice.chance(75) { 0 } else { 1 + dice.below(2) }],
            joined_at: NOW - i64::try_from(20 + dice.below(900)).unwrap_or(0) * DAY,
            password: "practice".to_owned(),
            default_billing: address_id,
            default_shipping: address_id,
        });
    }
    (customers, addresses)
}

pub(super) fn wishes(seed: u64, products: &[Product], customers: &[Customer]) -> Vec<Wish> {
    let mut dice = Dice::new(seed, "shop wishes");
    let mut wishes: Vec<Wish> = Vec::new();
    for customer in customers {
        let count = if customer.id == ADA { 3 } else { dice.below(3) };
        for _ in 0..count {
            let product = &products[dice.below(products.len())];
            let wish =
                Wish { customer_id: customer.id, product_id: product.id, product: product.name.clone() };
            if !wishes.contains(&wish) {
                wishes.push(wish);
            }
        }
    }
    wishes
}

pub(super) fn subscriptions(seed: u64, customers: &[Customer]) -> Vec<Subscription> {
    let mut dice = Dice::new(seed, "shop newsletters");
    let mut rows = Vec::new();
    // Ada gets none yet.
    for customer in customers.iter().skip(1) {
        if dice.chance(40) {
            let since = customer.joined_at + DAY;
            rows.push(Subscription {
                email: customer.email.clone(),
                topic: TOPICS[dice.below(TOPICS.len())].0,
                since,
            });
        }
    }
    rows
}

pub(super) fn messages() -> Vec<ContactMessage> {
    [
        ("Stellan Brandt", "stellan@mail.test", "product", "Do the lanterns come with a spare wick?"),
        (
            "Inés Vasquez",
            "ines@mail.test",
            "wholesale",
            "We run a café and would like forty mugs. Is there a trade price?",
        ),
        ("Oona Galloway", "oona@mail.test", "other", "Your window display made my morning. Thank you."),
    ]
    .into_iter()
    .zip(1_u32..)
    .map(|((name, email, topic, text), id)| ContactMessage {
        id,
        name: name.to_owned(),
        email: email.to_owned(),
        topic,
        order_number: String::new(),
        text: text.to_owned(),
        sent_at: NOW - i64::from(id) * 3 * DAY,
    })
    .collect()
}
