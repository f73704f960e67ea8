//! Categories, products, reviews.

use crate::{
    seed::{DAY, Dice, HOUR, NOW, slug},
    shop::{
        model::{Category, Customer, OptionGroup, OptionStyle, Product, Review, ReviewStatus},
        money::Cents,
        words::{BENEFITS, BRANDS, CATEGORIES, CategoryWords, OPENINGS, VERDICTS},
    },
};

/// Reviews that wait for a decision at the start.
const PENDING: u32 = 24;

pub(super) fn categories() -> Vec<Category> {
    (1..)
        .zip(CATEGORIES)
        .map(|(id, words)| Category {
            id,
            slug: words.slug,
            name: words.name,
            department: words.department,
            department_slug: words.department_slug,
            glyph: words.glyph,
        })
        .collect()
}

pub(super) fn products(seed: u64, categories: &[Category]) -> Vec<Product> {
    let mut dice = Dice::new(seed, "shop products");
    let mut products = Vec::with_capacity(300);
    for (words, category) in CATEGORIES.iter().zip(categories) {
        let mut pairs: Vec<(&str, &str)> = Vec::new();
        for style in words.styles {
            pairs.extend(words.nouns.iter().map(|noun| (*style, *noun)));
        }
        dice.shuffle(&mut pairs);
        for (style, noun) in pairs.into_iter().take(words.count) {
            let id = u32::try_from(products.len()).unwrap_or(0) + 1;
            products.push(product(&mut dice, id, words, category, (style, noun)));
        }
    }
    products
}

fn product(
    dice: &mut Dice,
    id: u32,
    words: &CategoryWords,
    category: &Category,
    name: (&'static str, &str),
) -> Product {
    let (style, noun) = name;
    let name = format!("{style} {noun}");
    let (low, high) = words.prices;
    // Most things are nearer the cheap end; prices end as shops like them to.
    let span = usize::try_from(high - low).unwrap_or(0) + 1;
    let dollars = low + i64::try_from(dice.below(span).min(dice.below(span))).unwrap_or(0);
    let ending = [0, 50, 90, 95][dice.below(4)];
    let brand = dice.pick(BRANDS);
    let mut options = Vec::new();
    if !words.sizes.is_empty() {
        options.push(OptionGroup { name: "Size", style: OptionStyle::Select, values: words.sizes.to_vec() });
    }
    let mut colours = words.colours.to_vec();
    dice.shuffle(&mut colours);
    let colour = colours[0];
    if words.swatches {
        colours.truncate(2 + dice.below(3));
        options.push(OptionGroup { name: "Colour", style: OptionStyle::Swatch, values: colours });
    }
    let stock = match dice.below(12) {
        0 => 0,
        1 => u32::try_from(2 + dice.below(4)).unwrap_or(3),
        _ => u32::try_from(8 + dice.below(140)).unwrap_or(20),
    };
    let mut benefits = BENEFITS.to_vec();
    dice.shuffle(&mut benefits);
    let description = format!(
        "<p>{}</p><p>Our {} from {brand} belongs to the {} range.</p><ul><li>{}</li><li>{}</li><li>{}</li></ul>",
        dice.pick(OPENINGS),
        name.to_lowercase(),
        category.name.replace('&', "and").to_lowercase(),
        benefits[0],
        benefits[1],
        benefits[2],
    );
    let stem: String = category.slug.chars().filter(char::is_ascii_alphabetic).take(3).collect();
    Product {
        id,
        sku: format!("{}-{:04}", stem.to_uppercase(), 1000 + id * 7),
        slug: slug(&name),
        name,
        category: category.slug,
        department: category.department_slug,
        brand,
        colour,
        material: style,
        price_cents: Cents(dollars * 100 + ending),
        stock,
        enabled: true,
        options,
        description,
        weight_grams: u32::try_from(80 + dice.below(60) * 45).unwrap_or(500),
        added_at: NOW - i64::try_from(dice.below(700)).unwrap_or(0) * DAY,
        rating_tenths: 0,
        review_count: 0,
    }
}

pub(super) fn reviews(seed: u64, products: &[Product], customers: &[Customer]) -> Vec<Review> {
    let mut dice = Dice::new(seed, "shop reviews");
    let mut reviews = Vec::with_capacity(640);
    for product in products {
        // A few things are talked about much, a few not at all.
        let count = if dice.chance(8) { 6 + dice.below(4) } else { dice.below(5) };
        let mut verdicts: Vec<usize> = (0..VERDICTS.len()).collect();
        dice.shuffle(&mut verdicts);
        for verdict in verdicts.into_iter().take(count) {
            push(&mut reviews, &mut dice, product, customers, verdict, ReviewStatus::Approved);
        }
    }
    for _ in 0..PENDING {
        let product = &products[dice.below(products.len())];
        let verdict = dice.below(VERDICTS.len());
        push(&mut reviews, &mut dice, product, customers, verdict, ReviewStatus::Pending);
    }
    reviews
}

fn push(
    reviews: &mut Vec<Review>,
    dice: &mut Dice,
    product: &Product,
    customers: &[Customer],
    verdict: usize,
    status: ReviewStatus,
) {
    // Ada (the first) has written nothing yet.
    let customer = &customers[1 + dice.below(customers.len() - 1)];
    let (title, text, stars) = VERDICTS[verdict];
    let age =
        if status == ReviewStatus::Pending { dice.below(6 * 24) } else { 7 * 24 + dice.below(500 * 24) };
    reviews.push(Review {
        id: u32::try_from(reviews.len()).unwrap_or(0) + 1,
        product_id: product.id,
        product: product.name.clone(),
        customer_id: customer.id,
        nickname: customer.first_name.clone(),
        stars,
        title: title.to_owned(),
        text: text.to_owned(),
        status,
        created_at: NOW - i64::try_from(age).unwrap_or(0) * HOUR,
    });
}
