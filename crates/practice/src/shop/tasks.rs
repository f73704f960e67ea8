//! What a person may want done in the shop. The instances take their values from the seeded state, so
//! their intents name things as the pages show them.
//!
//! - `reading`, `finding`: answers and pages
//! - `buying`: cart, wish list, orders
//! - `own`: account, addresses, letters, reviews
//! - `office`: the admin area
//! - `odd`: things hardly anybody asks for, one of each

mod buying;
mod finding;
mod odd;
mod office;
mod own;
mod reading;

use super::{
    model::{Order, OrderStatus, Product},
    state::{ADA, Shop},
};
use crate::tasks::{Task, TaskList};

pub(super) fn all(shop: &Shop) -> Vec<Task> {
    let mut list = TaskList::new("shop");
    reading::add(shop, &mut list);
    finding::add(shop, &mut list);
    buying::add(shop, &mut list);
    own::add(shop, &mut list);
    office::add(shop, &mut list);
    odd::add(shop, &mut list);
    list.finish()
}

/// `n` of the items, spread evenly and beginning at a place that differs with `from`.
fn spread<T: Clone>(items: &[T], from: usize, n: usize) -> Vec<T> {
    let step = (items.len() / n.max(1)).max(1);
    items.iter().skip(from % step).step_by(step).take(n).cloned().collect()
}

/// Products that nothing else in these tasks depends on: on sale, in stock, and not in Ada's cart.
fn plenty(shop: &Shop) -> Vec<&Product> {
    let in_cart = |id: u32| shop.cart_of(ADA).any(|line| line.product_id == id);
    shop.products
        .iter()
        .filter(|product| product.enabled && product.stock >= 8 && !in_cart(product.id))
        .collect()
}

fn ada_orders(shop: &Shop, status: OrderStatus) -> Vec<&Order> {
    shop.orders_of(ADA).into_iter().filter(|order| order.status == status).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::{
        space::Site,
        tasks::{Attempt, TaskKind, verify},
    };

    #[test]
    fn there_are_enough_of_each_kind() {
        for seed in [1, 2, 77] {
            let tasks = all(&Shop::seeded(seed));
            let templates: BTreeSet<_> = tasks.iter().map(|task| &task.template).collect();
            let capabilities: BTreeSet<_> = tasks.iter().map(|task| &task.capability).collect();
            let intents: BTreeSet<_> = tasks.iter().map(|task| &task.intent).collect();
            let ids: BTreeSet<_> = tasks.iter().map(|task| &task.id).collect();
            assert!(tasks.len() >= 100, "{} tasks with seed {seed}", tasks.len());
            assert!(templates.len() >= 30, "{} templates", templates.len());
            assert!(capabilities.len() >= 30, "{} capabilities", capabilities.len());
            assert_eq!(intents.len(), tasks.len(), "two tasks ask for the same thing");
            assert_eq!(ids.len(), tasks.len());
            for kind in [TaskKind::Read, TaskKind::Write, TaskKind::Navigate] {
                assert!(tasks.iter().filter(|task| task.kind == kind).count() >= 15, "{kind:?}");
            }
            // What is not odd has several instances, so that a skill can be learnt from some and tried on others.
            let odd = templates
                .iter()
                .filter(|template| tasks.iter().filter(|task| task.template == ***template).count() == 1)
                .count();
            assert!(odd <= 12, "{odd} templates have one instance");
        }
    }

    #[test]
    fn nothing_is_done_before_anyone_does_it() {
        for seed in [1, 2, 77] {
            let shop = Shop::seeded(seed);
            let state = shop.state_json();
            for task in all(&shop) {
                let attempt = Attempt {
                    url: format!("http://127.0.0.1:4200{}", task.start_path),
                    answer: None,
                    state: state.clone(),
                };
                assert!(verify(&task, &attempt).is_err(), "{} passes untouched: {}", task.id, task.intent);
            }
        }
    }
}
