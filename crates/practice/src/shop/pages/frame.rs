//! Header, menu, footer: what surrounds every page of the shop.

use maud::{DOCTYPE, Markup, html};

use crate::{
    Visit, layout,
    shop::{
        pages::customer_of,
        state::{ADA, GUEST, Shop},
    },
};

/// A whole page. `title` stands in the tab and nowhere else.
pub(super) fn page(visit: &Visit<Shop>, title: &str, body: &Markup) -> Markup {
    let shop = visit.state();
    let id = customer_of(visit);
    let inside = html! {
            a.skip href="#main" { "Skip to content" }
            (promo())
            (header(visit, &shop, id))
            (menu(&shop, &visit.here))
            main #main .wrap {
                (layout::flash(visit.flash.as_deref()))
                (body)
            }
            (footer(visit, &shop, id))
    };
    document(title, false, &inside)
}

/// The document around a body.
pub(super) fn document(title: &str, admin: bool, inside: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) " · Harbour Goods" }
                link rel="icon" href="/favicon.svg" type="image/svg+xml";
                link rel="stylesheet" href="/assets/shop.css";
                script src="/assets/shop.js" defer {}
                @if admin { script src="/assets/shop-admin.js" defer {} }
            }
            body.admin[admin] { (inside) }
        }
    }
}

fn promo() -> Markup {
    html! {
        div.promo { "Free standard delivery from $75 · Use " strong { "HARBOUR10" } " for 10 % off this month" }
    }
}

fn header(visit: &Visit<Shop>, shop: &Shop, id: u32) -> Markup {
    let pieces = shop.cart_pieces(id);
    let wishes = shop.wishes.iter().filter(|wish| wish.customer_id == id).count();
    html! {
        header.masthead {
            div.wrap.masthead__row {
                a.brand href="/" {
                    svg.brand__mark viewBox="0 0 32 32" aria-hidden="true" {
                        path d="M16 3v21M16 6l9 12H16M14 9l-7 9h7M4 22h24l-3 6H7z" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round" {}
                    }
                    span { "Harbour Goods" }
                }
                form.finder action="/search" method="get" role="search" data-suggest {
                    label.quiet for="search" { "Search the shop" }
                    input #search type="search" name="q" value=(visit.query.text("q")) placeholder="Search the shop"
                        autocomplete="off" maxlength="100" role="combobox" aria-expanded="false" aria-controls="suggestions" aria-autocomplete="list";
                    button type="submit" aria-label="Search" {
                        svg viewBox="0 0 20 20" aria-hidden="true" { circle cx="8.5" cy="8.5" r="5.5" fill="none" stroke="currentColor" stroke-width="2" {} path d="M13 13l5 5" stroke="currentColor" stroke-width="2" {} }
                    }
                    div #suggestions .suggestions role="listbox" aria-label="Suggestions" hidden {}
                }
                nav.tools aria-label="Account" {
                    @if id == GUEST {
                        a href="/login" { "Sign in" }
                        a href="/register" { "Create an account" }
                    } @else {
                        a.tools__me href="/account" data-signed-in=(visit.account.as_deref().unwrap_or_default()) {
                            (shop.customer(id).map(|customer| customer.first_name.as_str()).unwrap_or("Account"))
                        }
                        @if id == ADA { a href="/admin" { "Admin" } }
                    }
                    a href="/wishlist" { "Wish list" @if wishes > 0 { " (" (wishes) ")" } }
                    a.tools__cart href="/cart" { "Cart" span.count data-cart-count=(pieces) aria-label={ (pieces) " items in cart" } { (pieces) } }
                }
            }
        }
    }
}

fn menu(shop: &Shop, here: &str) -> Markup {
    html! {
        nav.menu aria-label="Departments" {
            ul.wrap.menu__row {
                @for (slug, name) in shop.departments() {
                    @let path = format!("/d/{slug}");
                    li.menu__item {
                        a href=(path) aria-current=[(here.split('?').next() == Some(path.as_str())).then_some("page")] { (name) }
                        ul.menu__drop {
                            @for category in shop.categories_of(slug) {
                                li { a href={ "/c/" (category.slug) } { (category.name) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn footer(visit: &Visit<Shop>, shop: &Shop, id: u32) -> Markup {
    html! {
        footer.footer {
            div.wrap.footer__row {
                section {
                    h2 { "Help" }
                    ul {
                        li { a href="/contact" { "Contact us" } }
                        li { a href="/info/delivery" { "Delivery" } }
                        li { a href="/info/returns" { "Returns" } }
                        li { a href="/info/about" { "About the shop" } }
                    }
                }
                section {
                    h2 { "Your account" }
                    ul {
                        li { a href="/account/orders" { "My orders" } }
                        li { a href="/account/addresses" { "Address book" } }
                        li { a href="/compare" { "Compare products" } }
                        @if id == GUEST {
                            li { a href="/login" { "Sign in" } }
                        } @else {
                            li {
                                form action="/logout" method="post" { button.linkish type="submit" { "Sign out" } }
                            }
                        }
                    }
                }
                section.footer__letter {
                    h2 { "Letters from the quay" }
                    p { "New arrivals and the odd story, once a week." }
                    form.letter action="/newsletter" method="post" {
                        input type="hidden" name="return" value=(visit.here);
                        input type="hidden" name="topic" value="weekly";
                        label.quiet for="letter-email" { "E-mail for the newsletter" }
                        input #letter-email type="email" name="email" placeholder="you@example.com" required;
                        button.button type="submit" { "Subscribe" }
                    }
                }
            }
            p.wrap.footer__small { "Harbour Goods is a practice shop: " (shop.products.len()) " products, none of which can be bought." }
        }
    }
}
