//! The cart of one customer.

use super::{FieldErrors, MOST_ROWS, Shop};
use crate::shop::model::{CartLine, Product, Totals};
use crate::shop::pricing;

/// Most pieces of one thing in a cart.
pub const MOST_PIECES: u32 = 99;

impl Shop {
    pub fn cart_of(&self, customer_id: u32) -> impl Iterator<Item = &CartLine> {
        self.cart.iter().filter(move |line| line.customer_id == customer_id)
    }

    pub fn cart_pieces(&self, customer_id: u32) -> u32 {
        self.cart_of(customer_id).map(|line| line.quantity).sum()
    }

    /// Code of the coupon in use, or nothing.
    pub fn coupon_of(&self, customer_id: u32) -> &str {
        self.checkouts
            .iter()
            .find(|checkout| checkout.customer_id == customer_id)
            .map_or("", |checkout| &checkout.coupon)
    }

    /// The cart's sums with a shipping method (empty: none chosen yet).
    pub fn cart_totals(&self, customer_id: u32, shipping_key: &str) -> Totals {
        let lines = self.cart_of(customer_id).filter_map(|line| {
            self.product(line.product_id).map(|product| (product.price_cents, line.quantity))
        });
        pricing::totals(lines, self.coupon_of(customer_id), shipping_key)
    }

    /// Puts `quantity` pieces in, on top of what is there with the same options.
    pub fn add_to_cart(
        &mut self,
        customer_id: u32,
        product_id: u32,
        chosen: &[(String, String)],
        quantity: u32,
    ) -> Result<(), FieldErrors> {
        let Some(product) = self.product(product_id).filter(|product| product.enabled) else {
            return Err(FieldErrors::single("product", "This product is no longer sold."));
        };
        let options = choose(product, chosen)?;
        let name = product.name.clone();
        let stock = product.stock;
        let present: u32 = self
            .cart_of(customer_id)
            .filter(|line| line.product_id == product_id)
            .map(|line| line.quantity)
            .sum();
        check_quantity(quantity, present, stock)?;
        let same = |line: &&mut CartLine| {
            line.customer_id == customer_id && line.product_id == product_id && line.options == options
        };
        if let Some(line) = self.cart.iter_mut().find(same) {
            line.quantity += quantity;
        } else {
            if self.cart.len() >= MOST_ROWS {
                return Err(FieldErrors::single("quantity", "The cart is full."));
            }
            let id = self.fresh_id();
            self.cart.push(CartLine { id, customer_id, product_id, product: name, options, quantity });
        }
        Ok(())
    }

    /// Sets a line's quantity; 0 takes it out.
    pub fn set_quantity(&mut self, customer_id: u32, line_id: u32, quantity: u32) -> Result<(), FieldErrors> {
        let Some(line) = self.cart_of(customer_id).find(|line| line.id == line_id) else {
            return Err(FieldErrors::single("quantity", "This line is no longer in the cart."));
        };
        if quantity == 0 {
            self.cart.retain(|line| line.id != line_id);
            return Ok(());
        }
        let product_id = line.product_id;
        let others: u32 = self
            .cart_of(customer_id)
            .filter(|line| line.product_id == product_id && line.id != line_id)
            .map(|line| line.quantity)
            .sum();
        let stock = self.product(product_id).map_or(0, |product| product.stock);
        check_quantity(quantity, others, stock)?;
        if let Some(line) = self.cart.iter_mut().find(|line| line.id == line_id) {
            line.quantity = quantity;
        }
        Ok(())
    }

    /// Uses a coupon; an empty code removes the one in use.
    pub fn apply_coupon(&mut self, customer_id: u32, code: &str) -> Result<(), FieldErrors> {
        let code = if code.trim().is_empty() {
            String::new()
        } else {
            pricing::coupon(code)
                .ok_or_else(|| {
                    let shown: String = code.trim().chars().take(40).collect();
                    FieldErrors::single("coupon", format!("The coupon code “{shown}” is not valid."))
                })?
                .code
                .to_owned()
        };
        self.checkout_mut(customer_id).coupon = code;
        Ok(())
    }

    pub fn empty_cart(&mut self, customer_id: u32) {
        self.cart.retain(|line| line.customer_id != customer_id);
    }
}

fn check_quantity(wanted: u32, present: u32, stock: u32) -> Result<(), FieldErrors> {
    let message = if wanted == 0 || wanted > MOST_PIECES {
        format!("Please enter a quantity from 1 to {MOST_PIECES}.")
    } else if stock == 0 {
        "This product is out of stock.".to_owned()
    } else if wanted + present > stock {
        format!("Only {stock} left in stock.")
    } else {
        return Ok(());
    };
    Err(FieldErrors::single("quantity", message))
}

/// Turns the form's choices into the line's text, in the product's order: `Size: M, Colour: Navy`.
fn choose(product: &Product, chosen: &[(String, String)]) -> Result<String, FieldErrors> {
    let mut errors = FieldErrors::default();
    let mut parts = Vec::new();
    for group in &product.options {
        let value = chosen
            .iter()
            .find(|(name, _)| name.eq_ignore_ascii_case(group.name))
            .and_then(|(_, value)| group.values.iter().find(|known| *known == value));
        match value {
            Some(value) => parts.push(format!("{}: {value}", group.name)),
            None => errors.add(group.name, format!("Please choose a {}.", group.name.to_lowercase())),
        }
    }
    errors.into_result()?;
    Ok(parts.join(", "))
}
