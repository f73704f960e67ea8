//! Reviews and the ratings that come of them.

use super::{FieldErrors, LONGEST_TEXT, MOST_ROWS, Shop};
use crate::shop::model::{Review, ReviewStatus};

impl Shop {
    /// A product's reviews of one status, newest first.
    pub fn reviews_of(&self, product_id: u32, status: ReviewStatus) -> Vec<&Review> {
        let mut reviews: Vec<&Review> = self
            .reviews
            .iter()
            .filter(|review| review.product_id == product_id && review.status == status)
            .collect();
        reviews.sort_by_key(|review| (std::cmp::Reverse(review.created_at), review.id));
        reviews
    }

    /// Takes in a review; it waits for approval.
    pub fn write_review(
        &mut self,
        customer_id: u32,
        product_id: u32,
        stars: u32,
        nickname: &str,
        title: &str,
        text: &str,
    ) -> Result<u32, FieldErrors> {
        let mut errors = FieldErrors::default();
        if !(1..=5).contains(&stars) {
            errors.add("stars", "Please give 1 to 5 stars.");
        }
        errors.need("nickname", nickname, 60);
        errors.need("title", title, 120);
        errors.need("text", text, LONGEST_TEXT);
        if self.reviews.len() >= MOST_ROWS {
            errors.add("text", "We take no more reviews today.");
        }
        errors.into_result()?;
        let Some(product) = self.product(product_id).map(|product| product.name.clone()) else {
            return Err(FieldErrors::single("title", "This product is no longer sold."));
        };
        let created_at = self.tick();
        let id = self.fresh_id();
        self.reviews.push(Review {
            id,
            product_id,
            product,
            customer_id,
            nickname: nickname.trim().to_owned(),
            stars,
            title: title.trim().to_owned(),
            text: text.trim().to_owned(),
            status: ReviewStatus::Pending,
            created_at,
        });
        Ok(id)
    }

    /// Approves or rejects a review. `false` when there is none of that id.
    pub fn judge_review(&mut self, id: u32, status: ReviewStatus) -> bool {
        let Some(review) = self.reviews.iter_mut().find(|review| review.id == id) else { return false };
        review.status = status;
        let product_id = review.product_id;
        self.refresh_rating(product_id);
        true
    }

    /// Works out a product's rating from its approved reviews.
    pub(in crate::shop) fn refresh_rating(&mut self, product_id: u32) {
        let (count, sum) = self
            .reviews
            .iter()
            .filter(|review| review.product_id == product_id && review.status == ReviewStatus::Approved)
            .fold((0_u32, 0_u32), |(count, sum), review| (count + 1, sum + review.stars));
        if let Some(product) = self.products.iter_mut().find(|product| product.id == product_id) {
            product.review_count = count;
            product.rating_tenths = if count == 0 { 0 } else { (sum * 20 + count) / (2 * count) };
        }
    }
}
