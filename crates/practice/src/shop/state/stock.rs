//! What the admin area changes about products.

use super::{FieldErrors, LONGEST_LINE, Shop};
use crate::shop::model::Product;
use crate::shop::money::Cents;

/// More pieces than this are a typing slip.
pub const MOST_STOCK: u32 = 99_999;

/// A product form as typed.
#[derive(Debug, Clone, Default)]
pub struct ProductForm {
    pub name: String,
    pub sku: String,
    pub price: String,
    pub stock: String,
    pub category: String,
    pub enabled: bool,
    /// Sanitised HTML.
    pub description: String,
}

impl Shop {
    fn product_mut(&mut self, id: u32) -> Option<&mut Product> {
        self.products.iter_mut().find(|product| product.id == id)
    }

    /// Changes one cell of the product grid: `name`, `price` or `stock`. Returns the cell's new text.
    pub fn change_cell(&mut self, id: u32, field: &str, value: &str) -> Result<String, FieldErrors> {
        let none = || FieldErrors::single("value", "There is no such product.");
        match field {
            "price" => {
                let price = read_price("value", value)?;
                self.product_mut(id).ok_or_else(none)?.price_cents = price;
                Ok(price.to_string())
            }
            "stock" => {
                let stock = read_stock("value", value)?;
                self.product_mut(id).ok_or_else(none)?.stock = stock;
                Ok(stock.to_string())
            }
            "name" => {
                let mut errors = FieldErrors::default();
                errors.need("value", value, LONGEST_LINE);
                errors.into_result()?;
                value.trim().clone_into(&mut self.product_mut(id).ok_or_else(none)?.name);
                Ok(value.trim().to_owned())
            }
            _ => Err(FieldErrors::single("value", "This column cannot be edited here.")),
        }
    }

    pub fn save_product(&mut self, id: u32, form: ProductForm) -> Result<(), FieldErrors> {
        let mut errors = FieldErrors::default();
        errors.need("name", &form.name, LONGEST_LINE);
        errors.need("sku", &form.sku, 40);
        let price = read_price("price", &form.price).map_err(|more| errors.0.extend(more.0));
        let stock = read_stock("stock", &form.stock).map_err(|more| errors.0.extend(more.0));
        let category =
            self.category(&form.category).map(|category| (category.slug, category.department_slug));
        if category.is_none() {
            errors.add("category", "Please choose a category from the list.");
        }
        if form.description.len() > 20_000 {
            errors.add("description", "The description is too long.");
        }
        if self.product(id).is_none() {
            errors.add("name", "There is no such product.");
        }
        let (Ok(price), Ok(stock), Some((category, department)), true) =
            (price, stock, category, errors.0.is_empty())
        else {
            return Err(errors);
        };
        if let Some(product) = self.product_mut(id) {
            product.name = form.name.trim().to_owned();
            product.sku = form.sku.trim().to_owned();
            product.price_cents = price;
            product.stock = stock;
            product.category = category;
            product.department = department;
            product.enabled = form.enabled;
            product.description = form.description;
        }
        Ok(())
    }

    /// Switches products on or off. Returns how many changed.
    pub fn set_enabled(&mut self, ids: &[u32], enabled: bool) -> usize {
        let mut changed = 0;
        for product in self.products.iter_mut().filter(|product| ids.contains(&product.id)) {
            changed += usize::from(product.enabled != enabled);
            product.enabled = enabled;
        }
        changed
    }
}

fn read_price(field: &'static str, text: &str) -> Result<Cents, FieldErrors> {
    Cents::parse(text)
        .filter(|price| *price > Cents::ZERO)
        .ok_or_else(|| FieldErrors::single(field, "Please enter a price such as 24.90."))
}

fn read_stock(field: &'static str, text: &str) -> Result<u32, FieldErrors> {
    text.trim().parse().ok().filter(|stock| *stock <= MOST_STOCK).ok_or_else(|| {
        FieldErrors::single(field, format!("Please enter a whole number from 0 to {MOST_STOCK}."))
    })
}
