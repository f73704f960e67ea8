//! Customers and what belongs to them.

use super::{FieldErrors, LONGEST_LINE, LONGEST_TEXT, MOST_ROWS, Shop};
use crate::shop::model::{Address, ContactMessage, Customer, Subscription, Wish};

/// Countries the shop delivers to.
pub static COUNTRIES: [&str; 9] = [
    "Australia",
    "Canada",
    "Germany",
    "Ireland",
    "Netherlands",
    "Norway",
    "Sweden",
    "United Kingdom",
    "United States",
];

/// Newsletters: key and name.
pub static TOPICS: [(&str, &str); 3] =
    [("weekly", "Weekly letter"), ("sales", "Sales and offers"), ("new", "New arrivals")];

/// What a message to the shop can be about: key and name.
pub static CONTACT_TOPICS: [(&str, &str); 5] = [
    ("order", "An order"),
    ("return", "Returning something"),
    ("product", "A product"),
    ("wholesale", "Wholesale"),
    ("other", "Something else"),
];

/// Which of an account's two lists of products.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shelf {
    Wishes,
    Comparison,
}

/// What the comparison holds at most.
pub const MOST_COMPARED: usize = 4;

/// What a registration form holds.
#[derive(Debug, Clone, Default)]
pub struct Registration {
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    pub password: String,
    pub again: String,
}

impl Shop {
    pub fn customer_by_email(&self, email: &str) -> Option<&Customer> {
        self.customers.iter().find(|customer| customer.email.eq_ignore_ascii_case(email.trim()))
    }

    /// The account that this e-mail and password open.
    pub fn sign_in(&self, email: &str, password: &str) -> Option<u32> {
        self.customer_by_email(email)
            .filter(|customer| customer.password == password)
            .map(|customer| customer.id)
    }

    pub fn register(&mut self, form: &Registration) -> Result<u32, FieldErrors> {
        let mut errors = FieldErrors::default();
        errors.need("first_name", &form.first_name, 60);
        errors.need("last_name", &form.last_name, 60);
        errors.need_email("email", &form.email);
        if self.customer_by_email(&form.email).is_some() {
            errors.add("email", "There is already an account with this e-mail address.");
        }
        let length = form.password.chars().count();
        if !(8..=LONGEST_LINE).contains(&length) {
            errors.add("password", "The password needs 8 characters at least.");
        }
        if form.password != form.again {
            errors.add("password_again", "The two passwords differ.");
        }
        if self.customers.len() >= MOST_ROWS {
            errors.add("email", "The shop takes no more accounts today.");
        }
        errors.into_result()?;
        let joined_at = self.tick();
        let id = self.fresh_id();
        self.customers.push(Customer {
            id,
            first_name: form.first_name.trim().to_owned(),
            last_name: form.last_name.trim().to_owned(),
            email: form.email.trim().to_lowercase(),
            phone: String::new(),
            group: "General",
            joined_at,
            password: form.password.clone(),
            default_billing: 0,
            default_shipping: 0,
        });
        Ok(id)
    }

    /// Changes name, e-mail and phone of an account.
    pub fn change_customer(
        &mut self,
        id: u32,
        first: &str,
        last: &str,
        email: &str,
        phone: &str,
    ) -> Result<(), FieldErrors> {
        let mut errors = FieldErrors::default();
        errors.need("first_name", first, 60);
        errors.need("last_name", last, 60);
        errors.need_email("email", email);
        errors.cap("phone", phone, 40);
        if self.customer_by_email(email).is_some_and(|other| other.id != id) {
            errors.add("email", "There is already an account with this e-mail address.");
        }
        errors.into_result()?;
        if let Some(customer) = self.customers.iter_mut().find(|customer| customer.id == id) {
            first.trim().clone_into(&mut customer.first_name);
            last.trim().clone_into(&mut customer.last_name);
            customer.email = email.trim().to_lowercase();
            phone.trim().clone_into(&mut customer.phone);
        }
        Ok(())
    }

    pub fn change_password(
        &mut self,
        id: u32,
        current: &str,
        new: &str,
        again: &str,
    ) -> Result<(), FieldErrors> {
        let mut errors = FieldErrors::default();
        if self.customer(id).is_none_or(|customer| customer.password != current) {
            errors.add("current_password", "This is not your current password.");
        }
        if !(8..=LONGEST_LINE).contains(&new.chars().count()) {
            errors.add("new_password", "The password needs 8 characters at least.");
        }
        if new != again {
            errors.add("password_again", "The two passwords differ.");
        }
        errors.into_result()?;
        if let Some(customer) = self.customers.iter_mut().find(|customer| customer.id == id) {
            new.clone_into(&mut customer.password);
        }
        Ok(())
    }

    pub fn addresses_of(&self, customer_id: u32) -> Vec<&Address> {
        self.addresses.iter().filter(|address| address.customer_id == customer_id).collect()
    }

    /// Stores an address: a new one when its id is 0, otherwise over the old one. Returns its id.
    pub fn save_address(&mut self, mut address: Address) -> Result<u32, FieldErrors> {
        check_address(&address)?;
        trim_address(&mut address);
        if address.id == 0 {
            if self.addresses.len() >= MOST_ROWS {
                return Err(FieldErrors::single("name", "The address book is full."));
            }
            address.id = self.fresh_id();
            let id = address.id;
            let customer_id = address.customer_id;
            self.addresses.push(address);
            if let Some(customer) = self.customers.iter_mut().find(|customer| customer.id == customer_id) {
                if customer.default_billing == 0 {
                    customer.default_billing = id;
                }
                if customer.default_shipping == 0 {
                    customer.default_shipping = id;
                }
            }
            return Ok(id);
        }
        let id = address.id;
        match self.addresses.iter_mut().find(|old| old.id == id && old.customer_id == address.customer_id) {
            Some(old) => {
                *old = address;
                Ok(id)
            }
            None => Err(FieldErrors::single("name", "This address is no longer in your book.")),
        }
    }

    /// Deletes an address. The two default addresses stay.
    pub fn delete_address(&mut self, customer_id: u32, id: u32) -> Result<(), FieldErrors> {
        if self
            .customer(customer_id)
            .is_some_and(|customer| customer.default_billing == id || customer.default_shipping == id)
        {
            return Err(FieldErrors::single(
                "address",
                "A default address cannot be deleted. Make another one the default first.",
            ));
        }
        let before = self.addresses.len();
        self.addresses.retain(|address| address.customer_id != customer_id || address.id != id);
        if self.addresses.len() == before {
            return Err(FieldErrors::single("address", "This address is no longer in your book."));
        }
        Ok(())
    }

    pub fn set_default_address(
        &mut self,
        customer_id: u32,
        id: u32,
        billing: bool,
        shipping: bool,
    ) -> Result<(), FieldErrors> {
        if !self.addresses.iter().any(|address| address.customer_id == customer_id && address.id == id) {
            return Err(FieldErrors::single("address", "This address is no longer in your book."));
        }
        if let Some(customer) = self.customers.iter_mut().find(|customer| customer.id == customer_id) {
            if billing {
                customer.default_billing = id;
            }
            if shipping {
                customer.default_shipping = id;
            }
        }
        Ok(())
    }

    pub fn shelf(&self, shelf: Shelf) -> &[Wish] {
        match shelf {
            Shelf::Wishes => &self.wishes,
            Shelf::Comparison => &self.comparisons,
        }
    }

    /// Puts a product on a shelf. `Ok(false)` when it was there already.
    pub fn shelve(&mut self, shelf: Shelf, customer_id: u32, product_id: u32) -> Result<bool, FieldErrors> {
        let Some(name) = self.product(product_id).map(|product| product.name.clone()) else {
            return Err(FieldErrors::single("product", "This product is no longer sold."));
        };
        let own = self.shelf(shelf).iter().filter(|wish| wish.customer_id == customer_id);
        if own.clone().any(|wish| wish.product_id == product_id) {
            return Ok(false);
        }
        let most = if shelf == Shelf::Comparison { MOST_COMPARED } else { 200 };
        if own.count() >= most {
            return Err(FieldErrors::single("product", format!("This list holds {most} products at most.")));
        }
        let list = match shelf {
            Shelf::Wishes => &mut self.wishes,
            Shelf::Comparison => &mut self.comparisons,
        };
        list.push(Wish { customer_id, product_id, product: name });
        Ok(true)
    }

    pub fn unshelve(&mut self, shelf: Shelf, customer_id: u32, product_id: u32) {
        let list = match shelf {
            Shelf::Wishes => &mut self.wishes,
            Shelf::Comparison => &mut self.comparisons,
        };
        list.retain(|wish| wish.customer_id != customer_id || wish.product_id != product_id);
    }

    /// Subscribes an e-mail address to newsletters. `Ok(0)` when it had them all already.
    pub fn subscribe(&mut self, email: &str, topics: &[&str]) -> Result<usize, FieldErrors> {
        let mut errors = FieldErrors::default();
        errors.need_email("email", email);
        let known: Vec<&'static str> =
            TOPICS.iter().map(|(key, _)| *key).filter(|key| topics.contains(key)).collect();
        if known.is_empty() {
            errors.add("topic", "Please choose one newsletter at least.");
        }
        if self.subscriptions.len() >= MOST_ROWS {
            errors.add("email", "Our list is full today.");
        }
        errors.into_result()?;
        let since = self.tick();
        let email = email.trim().to_lowercase();
        let mut added = 0;
        for topic in known {
            if !self.subscriptions.iter().any(|row| row.email == email && row.topic == topic) {
                self.subscriptions.push(Subscription { email: email.clone(), topic, since });
                added += 1;
            }
        }
        Ok(added)
    }

    /// Leaves an address with exactly these newsletters.
    pub fn set_subscriptions(&mut self, email: &str, topics: &[&str]) {
        self.subscriptions.retain(|row| row.email != email || topics.contains(&row.topic));
        if !topics.is_empty() {
            // The address comes from an account, so it is valid; an unknown topic changes nothing.
            let _ = self.subscribe(email, topics);
        }
    }

    pub fn send_message(
        &mut self,
        name: &str,
        email: &str,
        topic: &str,
        order: &str,
        text: &str,
    ) -> Result<u32, FieldErrors> {
        let mut errors = FieldErrors::default();
        errors.need("name", name, LONGEST_LINE);
        errors.need_email("email", email);
        errors.need("message", text, LONGEST_TEXT);
        let order = order.trim().trim_start_matches('#');
        if !order.is_empty() && self.order(order).is_none() {
            errors.add("order_number", "We know no order with this number.");
        }
        let topic = CONTACT_TOPICS.iter().map(|(key, _)| *key).find(|key| *key == topic);
        if topic.is_none() {
            errors.add("topic", "Please choose a subject.");
        }
        if self.messages.len() >= MOST_ROWS {
            errors.add("message", "Our letter box is full today.");
        }
        errors.into_result()?;
        let sent_at = self.tick();
        let id = self.fresh_id();
        self.messages.push(ContactMessage {
            id,
            name: name.trim().to_owned(),
            email: email.trim().to_owned(),
            topic: topic.unwrap_or("other"),
            order_number: order.to_owned(),
            text: text.trim().to_owned(),
            sent_at,
        });
        Ok(id)
    }
}

/// Whether an address can be delivered to.
pub fn check_address(address: &Address) -> Result<(), FieldErrors> {
    let mut errors = FieldErrors::default();
    errors.need("name", &address.name, 120);
    errors.cap("company", &address.company, 120);
    errors.need("street", &address.street, 160);
    errors.need("city", &address.city, 80);
    errors.cap("region", &address.region, 80);
    errors.need("postcode", &address.postcode, 20);
    errors.cap("phone", &address.phone, 40);
    if !COUNTRIES.contains(&address.country.as_str()) {
        errors.add("country", "Please choose a country from the list.");
    }
    errors.into_result()
}

fn trim_address(address: &mut Address) {
    for field in [
        &mut address.name,
        &mut address.company,
        &mut address.street,
        &mut address.city,
        &mut address.region,
        &mut address.postcode,
        &mut address.phone,
    ] {
        *field = field.trim().to_owned();
    }
}
