//! Orders: from the cart to the grid.

use super::{ADA, FieldErrors, LONGEST_TEXT, MOST_ROWS, Shop};
use crate::shop::model::{Checkout, Order, OrderComment, OrderLine, OrderStatus};
use crate::shop::pricing;

impl Shop {
    pub fn checkout_of(&self, customer_id: u32) -> Checkout {
        self.checkouts
            .iter()
            .find(|checkout| checkout.customer_id == customer_id)
            .cloned()
            .unwrap_or_else(|| Checkout { customer_id, ..Checkout::default() })
    }

    pub(in crate::shop) fn checkout_mut(&mut self, customer_id: u32) -> &mut Checkout {
        let index =
            self.checkouts.iter().position(|checkout| checkout.customer_id == customer_id).unwrap_or_else(
                || {
                    self.checkouts.push(Checkout { customer_id, ..Checkout::default() });
                    self.checkouts.len() - 1
                },
            );
        &mut self.checkouts[index]
    }

    /// Turns the cart into an order and returns its number. Everything must have been chosen before.
    pub fn place_order(&mut self, customer_id: u32, note: &str) -> Result<String, FieldErrors> {
        let checkout = self.checkout_of(customer_id);
        let mut errors = FieldErrors::default();
        errors.cap("note", note, LONGEST_TEXT);
        let shipping = pricing::shipping(&checkout.shipping_method);
        let payment = pricing::payment(&checkout.payment_method);
        if self.cart_of(customer_id).next().is_none() {
            errors.add("cart", "Your cart is empty.");
        }
        if self.orders.len() >= MOST_ROWS {
            errors.add("cart", "The shop takes no more orders today.");
        }
        for line in self.cart_of(customer_id) {
            let wanted: u32 = self
                .cart_of(customer_id)
                .filter(|other| other.product_id == line.product_id)
                .map(|other| other.quantity)
                .sum();
            if self.product(line.product_id).is_none_or(|product| !product.enabled || product.stock < wanted)
            {
                errors.add("cart", format!("“{}” is not available in that quantity any more.", line.product));
            }
        }
        let (Some(address), Some(shipping), Some(payment)) = (checkout.address, shipping, payment) else {
            errors.add("checkout", "Please choose an address, a delivery method and a way to pay first.");
            return Err(errors);
        };
        errors.into_result()?;
        let totals = self.cart_totals(customer_id, shipping.key);
        let lines: Vec<OrderLine> = self
            .cart_of(customer_id)
            .filter_map(|line| {
                self.product(line.product_id).map(|product| OrderLine {
                    product_id: line.product_id,
                    product: product.name.clone(),
                    sku: product.sku.clone(),
                    options: line.options.clone(),
                    unit_cents: product.price_cents,
                    quantity: line.quantity,
                })
            })
            .collect();
        for line in &lines {
            if let Some(product) = self.products.iter_mut().find(|product| product.id == line.product_id) {
                product.stock = product.stock.saturating_sub(line.quantity);
            }
        }
        let (name, email) = self.customer(customer_id).map_or_else(
            || (address.name.clone(), String::new()),
            |customer| (customer.name(), customer.email.clone()),
        );
        let placed_at = self.tick();
        let number = self.next_order_number();
        let id = self.fresh_id();
        self.orders.push(Order {
            id,
            number: number.clone(),
            customer_id,
            customer: name,
            email,
            placed_at,
            status: OrderStatus::Pending,
            pieces: lines.iter().map(|line| line.quantity).sum(),
            lines,
            shipping_address: address,
            shipping_method: shipping.key,
            payment_method: payment.key,
            coupon: checkout.coupon,
            note: note.trim().to_owned(),
            totals,
            comments: Vec::new(),
        });
        self.empty_cart(customer_id);
        self.checkouts.retain(|checkout| checkout.customer_id != customer_id);
        Ok(number)
    }

    fn next_order_number(&self) -> String {
        let last =
            self.orders.iter().filter_map(|order| order.number.parse::<u32>().ok()).max().unwrap_or(100_000);
        (last + 1).to_string()
    }

    /// Cancels a pending order of this customer and puts its goods back into stock.
    pub fn cancel_order(&mut self, customer_id: u32, number: &str) -> Result<(), FieldErrors> {
        let status =
            self.order(number).filter(|order| order.customer_id == customer_id).map(|order| order.status);
        match status {
            None => Err(FieldErrors::single("order", "There is no such order on your account.")),
            Some(OrderStatus::Pending) => {
                self.change_status(number, OrderStatus::Cancelled, "Cancelled by the customer.", false)
            }
            Some(other) => Err(FieldErrors::single(
                "order",
                format!(
                    "Order #{number} is {} and can no longer be cancelled.",
                    other.label().to_lowercase()
                ),
            )),
        }
    }

    /// Sets an order's status and notes why. Goods go back to stock when it becomes cancelled.
    pub fn change_status(
        &mut self,
        number: &str,
        status: OrderStatus,
        comment: &str,
        notified: bool,
    ) -> Result<(), FieldErrors> {
        let mut errors = FieldErrors::default();
        errors.cap("comment", comment, LONGEST_TEXT);
        errors.into_result()?;
        let at = self.tick();
        let Some(order) = self.orders.iter_mut().find(|order| order.number == number) else {
            return Err(FieldErrors::single("order", "There is no such order."));
        };
        if order.comments.len() >= 200 {
            return Err(FieldErrors::single("comment", "This order has too many comments."));
        }
        let restock = status == OrderStatus::Cancelled && order.status != OrderStatus::Cancelled;
        order.status = status;
        order.comments.push(OrderComment { status, text: comment.trim().to_owned(), notified, at });
        if restock {
            for line in &order.lines {
                if let Some(product) = self.products.iter_mut().find(|product| product.id == line.product_id)
                {
                    product.stock = product.stock.saturating_add(line.quantity);
                }
            }
        }
        Ok(())
    }

    /// Puts an old order's goods into the cart again. Returns the names of what could not be had.
    pub fn reorder(&mut self, customer_id: u32, number: &str) -> Result<Vec<String>, FieldErrors> {
        let Some(order) = self.order(number).filter(|order| order.customer_id == customer_id) else {
            return Err(FieldErrors::single("order", "There is no such order on your account."));
        };
        let lines = order.lines.clone();
        let mut missing = Vec::new();
        for line in lines {
            let chosen: Vec<(String, String)> = line
                .options
                .split(", ")
                .filter_map(|part| part.split_once(": "))
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect();
            if self.add_to_cart(customer_id, line.product_id, &chosen, line.quantity).is_err() {
                missing.push(line.product);
            }
        }
        Ok(missing)
    }

    /// A customer's orders, newest first.
    pub fn orders_of(&self, customer_id: u32) -> Vec<&Order> {
        let mut orders: Vec<&Order> =
            self.orders.iter().filter(|order| order.customer_id == customer_id).collect();
        orders.sort_by_key(|order| (std::cmp::Reverse(order.placed_at), order.id));
        orders
    }

    /// Ada's latest order that can still be cancelled, if any.
    pub fn pending_of_ada(&self) -> Option<&Order> {
        self.orders_of(ADA).into_iter().find(|order| order.status == OrderStatus::Pending)
    }
}
