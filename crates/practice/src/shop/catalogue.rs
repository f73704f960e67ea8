//! Finding products: search, facets, sorting, pages. Pure: from the state and a query to a listing.

use super::model::Product;
use super::money::Cents;
use super::richtext;
use super::state::Shop;
use std::fmt::Write as _;

/// Products on one page of a listing.
pub const PAGE_SIZE: usize = 12;

/// The price ranges offered as links, in whole dollars; the last has no upper end.
pub const PRICE_RANGES: [(i64, Option<i64>); 5] =
    [(0, Some(25)), (25, Some(50)), (50, Some(100)), (100, Some(200)), (200, None)];

/// Orders of a listing: key and name.
pub const SORTS: [(&str, &str); 6] = [
    ("best", "Best match"),
    ("price-asc", "Price: low to high"),
    ("price-desc", "Price: high to low"),
    ("name", "Name"),
    ("rating", "Customer rating"),
    ("newest", "Newest first"),
];

/// What the visitor asked to see, as it stands in the address.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wanted {
    pub q: String,
    pub category: String,
    pub department: String,
    pub brands: Vec<String>,
    pub colours: Vec<String>,
    /// Whole dollars, inclusive.
    pub price_min: Option<i64>,
    /// Whole dollars, inclusive.
    pub price_max: Option<i64>,
    pub rating: u32,
    pub in_stock: bool,
    pub sort: String,
    pub list: bool,
    /// From 1 on.
    pub page: usize,
}

impl Wanted {
    /// Reads the pairs of a query; what makes no sense counts as not given.
    pub fn read<'a>(pairs: impl Iterator<Item = (&'a str, &'a str)>) -> Self {
        let mut wanted = Self { page: 1, ..Self::default() };
        let dollars = |text: &str| Cents::parse(text).map(|amount| amount.0 / 100);
        for (name, value) in pairs {
            match name {
                "q" => wanted.q = value.trim().chars().take(100).collect(),
                "brand" if wanted.brands.len() < 30 => wanted.brands.push(value.to_owned()),
                "colour" if wanted.colours.len() < 30 => wanted.colours.push(value.to_owned()),
                "price_min" => wanted.price_min = dollars(value),
                "price_max" => wanted.price_max = dollars(value),
                "rating" => wanted.rating = value.parse().ok().filter(|stars| *stars <= 5).unwrap_or(0),
                "stock" => wanted.in_stock = value == "in",
                "sort" if SORTS.iter().any(|(key, _)| *key == value) => value.clone_into(&mut wanted.sort),
                "view" => wanted.list = value == "list",
                "page" => wanted.page = value.parse().ok().filter(|page| *page > 0).unwrap_or(1),
                _ => {}
            }
        }
        wanted
    }

    /// The query that reads back as this, starting with `?`, or nothing.
    pub fn query(&self) -> String {
        let mut pairs: Vec<(&str, String)> = Vec::new();
        if !self.q.is_empty() {
            pairs.push(("q", self.q.clone()));
        }
        pairs.extend(self.brands.iter().map(|brand| ("brand", brand.clone())));
        pairs.extend(self.colours.iter().map(|colour| ("colour", colour.clone())));
        pairs.extend(self.price_min.map(|dollars| ("price_min", dollars.to_string())));
        pairs.extend(self.price_max.map(|dollars| ("price_max", dollars.to_string())));
        if self.rating > 0 {
            pairs.push(("rating", self.rating.to_string()));
        }
        if self.in_stock {
            pairs.push(("stock", "in".to_owned()));
        }
        if !self.sort.is_empty() && self.sort != "best" {
            pairs.push(("sort", self.sort.clone()));
        }
        if self.list {
            pairs.push(("view", "list".to_owned()));
        }
        if self.page > 1 {
            pairs.push(("page", self.page.to_string()));
        }
        let mut out = String::new();
        for (name, value) in pairs {
            out.push(if out.is_empty() { '?' } else { '&' });
            let _ = write!(out, "{name}={}", encode(&value));
        }
        out
    }

    /// The same with one thing changed, back on the first page.
    #[must_use]
    pub fn with(&self, change: impl FnOnce(&mut Self)) -> Self {
        let mut other = Self { page: 1, ..self.clone() };
        change(&mut other);
        other
    }

    fn within(&self, product: &Product) -> bool {
        product.enabled
            && (self.category.is_empty() || product.category == self.category)
            && (self.department.is_empty() || product.department == self.department)
    }

    fn passes(&self, product: &Product, except: Facet) -> bool {
        let price = product.price_cents.0;
        (except == Facet::Brand
            || self.brands.is_empty()
            || self.brands.iter().any(|brand| brand == product.brand))
            && (except == Facet::Colour
                || self.colours.is_empty()
                || self.colours.iter().any(|colour| product.has_colour(colour)))
            && (except == Facet::Price
                || (self.price_min.is_none_or(|least| price >= least * 100)
                    && self.price_max.is_none_or(|most| price <= most * 100)))
            && (except == Facet::Rating || product.rating_tenths >= self.rating * 10)
            && (except == Facet::Stock || !self.in_stock || product.in_stock())
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Facet {
    None,
    Brand,
    Colour,
    Price,
    Rating,
    Stock,
}

/// A page of products with the counts for the facets beside it.
#[derive(Debug)]
pub struct Listing<'a> {
    pub products: Vec<&'a Product>,
    pub total: usize,
    pub pages: usize,
    /// The page shown; an asked one beyond the end becomes the last.
    pub page: usize,
    pub brands: Vec<(&'a str, usize)>,
    pub colours: Vec<(&'a str, usize)>,
    /// One count per entry of [`PRICE_RANGES`].
    pub prices: Vec<usize>,
    /// Products with at least 4, 3, 2 stars.
    pub ratings: Vec<(u32, usize)>,
    pub in_stock: usize,
}

pub fn list<'a>(state: &'a Shop, wanted: &Wanted) -> Listing<'a> {
    let words = words_of(&wanted.q);
    let found: Vec<(&Product, u32)> = state
        .products
        .iter()
        .filter(|product| wanted.within(product))
        .filter_map(|product| match_strength(product, &words, &wanted.q).map(|strength| (product, strength)))
        .collect();
    let beside = |facet: Facet| {
        found.iter().map(|(product, _)| *product).filter(move |product| wanted.passes(product, facet))
    };
    let mut hits: Vec<(&Product, u32)> =
        found.iter().copied().filter(|(product, _)| wanted.passes(product, Facet::None)).collect();
    sort(&mut hits, &wanted.sort);
    let total = hits.len();
    let pages = total.div_ceil(PAGE_SIZE).max(1);
    let page = wanted.page.clamp(1, pages);
    let products =
        hits.into_iter().map(|(product, _)| product).skip((page - 1) * PAGE_SIZE).take(PAGE_SIZE).collect();
    let prices = PRICE_RANGES
        .iter()
        .map(|(low, high)| {
            beside(Facet::Price)
                .filter(|product| {
                    product.price_cents.0 >= low * 100
                        && high.is_none_or(|high| product.price_cents.0 <= high * 100)
                })
                .count()
        })
        .collect();
    Listing {
        products,
        total,
        pages,
        page,
        brands: tally(beside(Facet::Brand).map(|product| vec![product.brand])),
        colours: tally(beside(Facet::Colour).map(Product::colours)),
        prices,
        ratings: [4, 3, 2]
            .into_iter()
            .map(|stars| {
                (stars, beside(Facet::Rating).filter(|product| product.rating_tenths >= stars * 10).count())
            })
            .collect(),
        in_stock: beside(Facet::Stock).filter(|product| product.in_stock()).count(),
    }
}

/// Products and categories whose name begins with, or has a word that begins with, what was typed.
pub fn suggest<'a>(state: &'a Shop, typed: &str, most: usize) -> Vec<&'a Product> {
    let words = words_of(typed);
    if words.is_empty() {
        return Vec::new();
    }
    let mut hits: Vec<(&Product, u32)> = state
        .products
        .iter()
        .filter(|product| product.enabled)
        .filter_map(|product| {
            let name = product.name.to_lowercase();
            words
                .iter()
                .all(|word| starts_a_word(&name, word))
                .then_some((product, u32::from(name.starts_with(&words[0]))))
        })
        .collect();
    hits.sort_by(|(one, first), (other, second)| second.cmp(first).then_with(|| one.name.cmp(&other.name)));
    hits.into_iter().map(|(product, _)| product).take(most).collect()
}

fn words_of(text: &str) -> Vec<String> {
    text.to_lowercase().split_whitespace().take(12).map(str::to_owned).collect()
}

fn starts_a_word(text: &str, word: &str) -> bool {
    text.match_indices(word)
        .any(|(at, _)| text[..at].chars().next_back().is_none_or(|before| !before.is_alphanumeric()))
}

/// How well a product matches: all words must occur; the name counts most. `None` when it does not.
fn match_strength(product: &Product, words: &[String], whole: &str) -> Option<u32> {
    if words.is_empty() {
        return Some(0);
    }
    let name = product.name.to_lowercase();
    let around =
        format!("{} {} {} {}", product.brand, product.sku, product.colour, product.category).to_lowercase();
    let mut text = None;
    let mut strength = 0;
    for word in words {
        if starts_a_word(&name, word) {
            strength += 10;
        } else if starts_a_word(&around, word) {
            strength += 4;
        } else if starts_a_word(
            text.get_or_insert_with(|| richtext::plain(&product.description).to_lowercase()),
            word,
        ) {
            strength += 1;
        } else {
            return None;
        }
    }
    if name == whole.trim().to_lowercase() {
        strength += 1_000;
    }
    Some(strength)
}

fn sort(hits: &mut [(&Product, u32)], key: &str) {
    match key {
        "price-asc" => hits.sort_by_key(|(product, _)| (product.price_cents, product.id)),
        "price-desc" => hits.sort_by_key(|(product, _)| (std::cmp::Reverse(product.price_cents), product.id)),
        "name" => hits.sort_by(|(one, _), (other, _)| one.name.cmp(&other.name)),
        "rating" => {
            hits.sort_by_key(|(product, _)| {
                (std::cmp::Reverse((product.rating_tenths, product.review_count)), product.id)
            });
        }
        "newest" => hits.sort_by_key(|(product, _)| (std::cmp::Reverse(product.added_at), product.id)),
        _ => hits.sort_by_key(|(product, strength)| {
            (std::cmp::Reverse(*strength), std::cmp::Reverse(product.review_count), product.id)
        }),
    }
}

/// Counts values, sorted by name.
fn tally<'a>(values: impl Iterator<Item = Vec<&'a str>>) -> Vec<(&'a str, usize)> {
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for value in values.flatten() {
        match counts.iter_mut().find(|(known, _)| *known == value) {
            Some((_, count)) => *count += 1,
            None => counts.push((value, 1)),
        }
    }
    counts.sort_unstable();
    counts
}

/// Percent-encodes a query value.
pub fn encode(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => out.push(char::from(byte)),
            b' ' => out.push('+'),
            _ => {
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}
