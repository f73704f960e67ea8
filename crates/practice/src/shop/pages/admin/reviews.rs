//! Reviews and the decision over them.

use axum::{
    Router,
    extract::Path,
    http::StatusCode,
    response::{IntoResponse, Response},
    routing::{get, post},
};
use maud::html;

use super::{
    Routes,
    grid::{self, Column, Filter, ROWS, column},
    guard, page,
};
use crate::{
    Visit, layout,
    seed::dates,
    server::fields::Fields,
    shop::{
        model::{Review, ReviewStatus},
        pages::{bits, not_found},
        state::Shop,
    },
};

pub(super) fn routes() -> Routes {
    Router::new()
        .route("/admin/reviews", get(list))
        .route("/admin/reviews/bulk", post(bulk))
        .route("/admin/reviews/{id}", get(show).post(judge))
}

static COLUMNS: [Column; 8] = [
    column("id", "ID", Filter::Range),
    column("created", "Created", Filter::Dates),
    column(
        "status",
        "Status",
        Filter::Choice(&[("pending", "Pending"), ("approved", "Approved"), ("rejected", "Rejected")]),
    ),
    column("title", "Title", Filter::Text),
    column("nickname", "Nickname", Filter::Text),
    column("stars", "Stars", Filter::Range),
    column("product", "Product", Filter::Text),
    column("", "Action", Filter::None),
];

fn filtered<'a>(shop: &'a Shop, query: &Fields) -> Vec<&'a Review> {
    let mut reviews: Vec<&Review> = shop
        .reviews
        .iter()
        .filter(|review| {
            grid::count_within(query, "id", review.id)
                && grid::date_within(query, "created", review.created_at)
                && grid::is(query, "status", review.status.key())
                && grid::has(query, "title", &review.title)
                && grid::has(query, "nickname", &review.nickname)
                && grid::count_within(query, "stars", review.stars)
                && grid::has(query, "product", &review.product)
        })
        .collect();
    let (key, down) = grid::sorted(query);
    match key {
        "id" => reviews.sort_by_key(|review| review.id),
        "status" => reviews.sort_by_key(|review| (review.status.key(), review.id)),
        "title" => reviews.sort_by(|one, other| one.title.cmp(&other.title)),
        "nickname" => reviews.sort_by(|one, other| one.nickname.cmp(&other.nickname)),
        "stars" => reviews.sort_by_key(|review| (review.stars, review.id)),
        "product" => reviews.sort_by(|one, other| one.product.cmp(&other.product)),
        "created" => reviews.sort_by_key(|review| (review.created_at, review.id)),
        _ => reviews.sort_by_key(|review| (std::cmp::Reverse(review.created_at), review.id)),
    }
    if down {
        reviews.reverse();
    }
    reviews
}

async fn list(visit: Visit<Shop>) -> Response {
    if let Err(away) = guard(&visit) {
        return away;
    }
    let shop = visit.state();
    let query = &visit.query;
    let rows = layout::paged(filtered(&shop, query), visit.page(), ROWS);
    let body = html! {
        (grid::filter_form("/admin/reviews", query))
        (grid::bulk_bar("/admin/reviews/bulk", &visit.here, &[("approved", "Approve"), ("rejected", "Reject")], rows.total))
        div.scroll { table.table.grid-table {
            (grid::head("/admin/reviews", query, &COLUMNS, true))
            tbody {
                @for review in &rows.items {
                    tr data-review-id=(review.id) {
                        (grid::tick(review.id, &format!("review {}", review.id)))
                        td.num { (review.id) }
                        td { (dates::iso_date(review.created_at)) }
                        td data-col="status" { span class={ "tag tag--" (review.status.key()) } { (review.status.label()) } }
                        td data-col="title" { (review.title) }
                        td data-col="nickname" { (review.nickname) }
                        td.num data-col="stars" { (review.stars) }
                        td data-col="product" { (review.product) }
                        td { a href={ "/admin/reviews/" (review.id) } aria-label={ "Edit review " (review.id) } { "Edit" } }
                    }
                }
                @if rows.items.is_empty() { tr { td.empty colspan="9" { "We could not find any records." } } }
            }
        } }
        (layout::page_links("/admin/reviews", query, &rows))
    };
    page(&visit, "Reviews", StatusCode::OK, &body)
}

async fn show(visit: Visit<Shop>, Path(id): Path<String>) -> Response {
    if let Err(away) = guard(&visit) {
        return away;
    }
    let shop = visit.state();
    let review = id.parse::<u32>().ok().and_then(|id| shop.reviews.iter().find(|review| review.id == id));
    let Some(review) = review else { return not_found(&visit) };
    let body = html! {
        p { a href="/admin/reviews" { "‹ Back to the reviews" } }
        section.panel {
            p { strong { (review.product) } " · by " span data-field="nickname" { (review.nickname) } " · " (bits::date(review.created_at)) }
            p { (bits::stars(review.stars * 10)) }
            h2 { (review.title) }
            p { (review.text) }
            p { "Status: " strong data-field="status" { (review.status.label()) } }
            form.row action={ "/admin/reviews/" (review.id) } method="post" {
                button.button type="submit" name="status" value="approved" { "Approve" }
                button.button.button--plain type="submit" name="status" value="rejected" { "Reject" }
                button.button.button--plain type="submit" name="status" value="pending" { "Leave pending" }
            }
        }
    };
    page(&visit, &format!("Review {}", review.id), StatusCode::OK, &body)
}

async fn judge(visit: Visit<Shop>, Path(id): Path<String>) -> Response {
    if let Err(away) = guard(&visit) {
        return away;
    }
    let Some(status) = ReviewStatus::from_key(visit.form.text("status")) else {
        return visit
            .redirect(format!("/admin/reviews/{}", id.parse().unwrap_or(0_u32)))
            .flash("Please choose a status.")
            .into_response();
    };
    let found = id.parse().is_ok_and(|id| visit.change(|shop| shop.judge_review(id, status)));
    if !found {
        return not_found(&visit);
    }
    visit
        .redirect("/admin/reviews")
        .flash(format!("The review is now {}.", status.label().to_lowercase()))
        .into_response()
}

async fn bulk(visit: Visit<Shop>) -> Response {
    if let Err(away) = guard(&visit) {
        return away;
    }
    let ids = grid::ticked(&visit.form);
    let back = visit.redirect(visit.return_or("/admin/reviews"));
    let Some(status) = ReviewStatus::from_key(visit.form.text("action")) else {
        return back.flash("Please choose an action.").into_response();
    };
    if ids.is_empty() {
        return back.flash("Please tick some reviews first.").into_response();
    }
    let changed = visit.change(|shop| ids.iter().filter(|id| shop.judge_review(**id, status)).count());
    back.flash(format!("{changed} reviews are now {}.", status.label().to_lowercase())).into_response()
}
