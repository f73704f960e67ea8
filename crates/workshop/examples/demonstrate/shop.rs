//! Demonstrations in the shop: what a customer and the people of its back office do.

use crate::script::Do::{AnswerWithIt, Because, Check, Click, Fill, Press, Read, Select};
use crate::script::{By, Demo, Do, End, button, link};

/// The search field of every page.
const SEARCH: By = By::Role("combobox", "Search the shop");

/// The buttons of the product itself; related products below have the same.
const BUY: By = By::Css(".buy button[type=submit]");
const WISH: By = By::Css(".product__more form[action='/wishlist/add'] button");

/// The menu of the account; the foot of each page repeats it.
const ORDERS: By = By::Css("nav[aria-label='My account'] a[href='/account/orders']");
const ADDRESSES: By = By::Css("nav[aria-label='My account'] a[href='/account/addresses']");

/// To a product by searching for its name.
fn to_product(name: &'static str) -> Vec<Do> {
    vec![
        Because("The search finds a product by its name"),
        Fill(SEARCH, name),
        Click(button("Search")),
        Click(By::CssIn(".card__name", name)),
    ]
}

/// To one of the signed-in customer's orders.
fn to_order(view: &'static str) -> Vec<Do> {
    vec![Click(link("Ada")), Click(ORDERS), Click(link(view))]
}

fn then(mut steps: Vec<Do>, more: impl IntoIterator<Item = Do>) -> Vec<Do> {
    steps.extend(more);
    steps
}

fn demo(capability: &'static str, task: &'static str, steps: Vec<Do>) -> Demo {
    Demo::new(capability, task, "/", steps)
}

pub fn all() -> Vec<Demo> {
    [finding(), reading(), buying(), own(), office(), lessons()].concat()
}

fn finding() -> Vec<Demo> {
    vec![
        demo(
            "search_products",
            "Search the shop for \"linen\"",
            vec![Fill(SEARCH, "linen"), Click(button("Search"))],
        ),
        demo(
            "search_products",
            "Look for \"lantern\" in the shop",
            vec![Fill(SEARCH, "lantern"), Press("Enter")],
        ),
        demo("open_product", "Open the page of the \"Copper Stockpot\"", to_product("Copper Stockpot")),
        demo("open_product", "Show me the product \"Tide Round Mirror\"", to_product("Tide Round Mirror"))
            .recorder(),
    ]
}

fn reading() -> Vec<Demo> {
    let product =
        |name: &'static str, what: &'static str| then(to_product(name), [Read(By::Css(what)), AnswerWithIt]);
    let order =
        |view: &'static str, what: &'static str| then(to_order(view), [Read(By::Css(what)), AnswerWithIt]);
    vec![
        demo(
            "read_product_price",
            "How much does the \"Dockside Pendant\" cost?",
            product("Dockside Pendant", "[itemprop=price]"),
        ),
        demo(
            "read_product_price",
            "Tell me the price of the \"Striped Throw\"",
            product("Striped Throw", "[itemprop=price]"),
        ),
        demo(
            "read_product_stock",
            "How many pieces of the \"Slatted Hammock\" are in stock?",
            product("Slatted Hammock", "[data-field=stock]"),
        ),
        demo(
            "count_product_reviews",
            "How many customer reviews does the \"Slim Tumbler\" have?",
            product("Slim Tumbler", "[itemprop=reviewCount]"),
        ),
        demo(
            "read_product_rating",
            "What is the average star rating of the \"Folding Armchair\"?",
            product("Folding Armchair", "[itemprop=ratingValue]"),
        ),
        demo(
            "read_product_sku",
            "What is the SKU of the \"Storm Head Torch\"?",
            product("Storm Head Torch", "[itemprop=sku]"),
        ),
        demo(
            "read_order_total",
            "What was the total of my order #100352?",
            order("View order 100352", "[data-sum=grand]"),
        ),
        demo(
            "read_order_total",
            "Tell me the order total of my order #100371",
            order("View order 100371", "[data-sum=grand]"),
        ),
        demo(
            "find_customer_email",
            "Look up the e-mail address of the customer Cormac Sorensen in the back office",
            vec![
                Click(link("Admin")),
                Click(link("Customers")),
                Fill(By::Label("Filter Name"), "Cormac Sorensen"),
                Click(button("Search")),
                Read(By::CssIn("td[data-col=email]", "Cormac Sorensen")),
                AnswerWithIt,
            ],
        ),
    ]
}

fn buying() -> Vec<Demo> {
    let add = |name: &'static str, quantity: &'static str| {
        then(to_product(name), [Fill(By::Label("Quantity"), quantity), Click(BUY)])
    };
    let with_options = |name: &'static str, size: &'static str, colour: &'static str| {
        then(
            to_product(name),
            [Select(By::Label("Size"), size), Check(By::Role("radio", colour)), Click(BUY)],
        )
    };
    let review = |name: &'static str,
                  stars: &'static str,
                  who: &'static str,
                  summary: &'static str,
                  text: &'static str| {
        then(
            to_product(name),
            [
                Check(By::Role("radio", stars)),
                Fill(By::Label("Nickname"), who),
                Fill(By::Label("Summary"), summary),
                Fill(By::Label("Review"), text),
                Click(button("Submit review")),
            ],
        )
    };
    vec![
        demo(
            "add_to_cart",
            "Put 3 of the \"Everyday Bread Knife\" into my cart",
            add("Everyday Bread Knife", "3"),
        ),
        demo(
            "add_to_cart",
            "Add 2 pieces of the \"Porthole Alarm Clock\" to the cart",
            add("Porthole Alarm Clock", "2"),
        ),
        demo(
            "add_to_cart_with_options",
            "Add the \"Cable Jumper\" in size M and colour Green to the shopping cart",
            with_options("Cable Jumper", "M", "Green"),
        ),
        demo(
            "add_to_cart_with_options",
            "Put a \"Summit Rucksack\" in size 28 L and colour Navy into my cart",
            with_options("Summit Rucksack", "28 L", "Navy"),
        ),
        demo(
            "add_to_wish_list",
            "Add the \"Heritage Border Fork\" to my wish list",
            then(to_product("Heritage Border Fork"), [Click(WISH)]),
        ),
        demo(
            "add_to_wish_list",
            "Put \"Brass-bodied Ink Bottle\" on my wish list",
            then(to_product("Brass-bodied Ink Bottle"), [Click(WISH)]),
        )
        .recorder(),
        demo(
            "change_cart_quantity",
            "Change the quantity of \"Dotted Desk Diary\" in my cart to 4",
            vec![
                Click(By::Css("a[href='/cart']")),
                Fill(By::Label("Quantity of Dotted Desk Diary"), "4"),
                Click(button("Update cart")),
            ],
        ),
        demo(
            "apply_coupon",
            "Use the coupon code CREW25 for my cart",
            vec![
                Click(By::Css("a[href='/cart']")),
                Fill(By::Label("Coupon code"), "CREW25"),
                Click(button("Apply coupon")),
            ],
        ),
        demo(
            "write_review",
            "Review the \"Classic Fountain Pen\" with 4 stars as \"Ada\", summary \"Writes at once\", text \"No skipping, even after a week in the drawer.\"",
            review(
                "Classic Fountain Pen",
                "4 stars",
                "Ada",
                "Writes at once",
                "No skipping, even after a week in the drawer.",
            ),
        ),
        demo(
            "write_review",
            "Review the \"Oak Bench\" with 5 stars as \"Byron\", summary \"Sits well\", text \"Two people and a dog, no wobble.\"",
            review("Oak Bench", "5 stars", "Byron", "Sits well", "Two people and a dog, no wobble."),
        ),
    ]
}

fn own() -> Vec<Demo> {
    let address =
        |street: &'static str, city: &'static str, postcode: &'static str, country: &'static str| {
            vec![
                Click(link("Ada")),
                Click(ADDRESSES),
                Click(link("Add new address")),
                Fill(By::Label("Street address"), street),
                Fill(By::Label("City"), city),
                Fill(By::Label("Postcode"), postcode),
                Select(By::Label("Country"), country),
                Click(button("Save address")),
            ]
        };
    let letter = |mail: &'static str| {
        vec![Fill(By::Label("E-mail for the newsletter"), mail), Click(button("Subscribe"))]
    };
    let contact = |topic: &'static str, text: &'static str| {
        vec![
            Click(link("Contact us")),
            Select(By::Label("Subject"), topic),
            Fill(By::Label("What is on your mind?"), text),
            Click(button("Send message")),
        ]
    };
    vec![
        demo(
            "add_address",
            "Add a new address to my address book: 5 Lamp Street, Berlin, postcode 10115, Germany",
            address("5 Lamp Street", "Berlin", "10115", "Germany"),
        ),
        demo(
            "add_address",
            "Add to my address book the address 18 Fjord Road, Bergen, postcode 5003, Norway",
            address("18 Fjord Road", "Bergen", "5003", "Norway"),
        ),
        demo("subscribe_newsletter", "Subscribe tom@quay.test to the newsletter", letter("tom@quay.test")),
        demo("subscribe_newsletter", "Sign lise@north.test up for the newsletter", letter("lise@north.test")),
        demo(
            "send_contact_message",
            "Write to the shop through the contact form with the subject \"Wholesale\": \"Do you sell forty mugs at once?\"",
            contact("Wholesale", "Do you sell forty mugs at once?"),
        ),
        demo(
            "send_contact_message",
            "Use the contact form, subject \"An order\", and ask: \"May I still add a candle?\"",
            contact("An order", "May I still add a candle?"),
        ),
        demo(
            "change_phone",
            "Change the phone number of my account to +44 1947 555 900",
            vec![
                Click(link("Ada")),
                Click(link("Account information")),
                Fill(By::Label("Phone number"), "+44 1947 555 900"),
                Click(button("Save")),
            ],
        ),
        demo(
            "cancel_order",
            "Cancel my order #100423",
            then(to_order("View order 100423"), [Click(button("Cancel order"))]),
        ),
        demo(
            "reorder",
            "Put everything from my order #100327 into the cart again",
            vec![Click(link("Ada")), Click(ORDERS), Click(button("Reorder 100327"))],
        ),
        demo("open_order", "Show the details of my order #100402", to_order("View order 100402")),
        demo(
            "delete_address",
            "Delete the address 4 Canal Terrace from my address book",
            vec![Click(link("Ada")), Click(ADDRESSES), Click(button("Delete the address 4 Canal Terrace"))],
        ),
    ]
}

fn office() -> Vec<Demo> {
    let product = |name: &'static str, edit: &'static str| {
        vec![
            Click(link("Admin")),
            Click(link("Products")),
            Fill(By::Label("Filter Name"), name),
            Click(button("Search")),
            Click(link(edit)),
        ]
    };
    let status = |number: &'static str, view: &'static str, status: &'static str, comment: &'static str| {
        vec![
            Click(link("Admin")),
            Click(link("Orders")),
            Fill(By::Label("Filter Order #"), number),
            Click(button("Search")),
            Click(link(view)),
            Select(By::Label("Status"), status),
            Fill(By::Label("Comment"), comment),
            Click(button("Submit comment")),
        ]
    };
    vec![
        demo(
            "change_product_price",
            "In the back office, set the price of the \"Fig Leaf Candle Holder\" to $19.90",
            then(
                product("Fig Leaf Candle Holder", "Edit Fig Leaf Candle Holder"),
                [Fill(By::Label("Price"), "19.90"), Click(button("Save"))],
            ),
        ),
        demo(
            "change_product_price",
            "Change the price of \"Apprentice Bench Plane\" to $88.00 in the back office",
            then(
                product("Apprentice Bench Plane", "Edit Apprentice Bench Plane"),
                [Fill(By::Label("Price"), "88.00"), Click(button("Save"))],
            ),
        ),
        demo(
            "change_product_stock",
            "In the back office, set the quantity in stock of the \"Coastal Herb Seeds\" to 64",
            then(
                product("Coastal Herb Seeds", "Edit Coastal Herb Seeds"),
                [Fill(By::Label("Quantity"), "64"), Click(button("Save"))],
            ),
        ),
        demo(
            "change_order_status",
            "In the back office, set order #100425 to Processing with the comment \"Waiting for the glazier.\"",
            status("100425", "View order 100425", "Processing", "Waiting for the glazier."),
        ),
        demo(
            "change_order_status",
            "In the back office, set order #100428 to Shipped with the comment \"Left with the night ferry.\"",
            status("100428", "View order 100428", "Shipped", "Left with the night ferry."),
        ),
        demo(
            "filter_orders_by_status",
            "In the back office, list all refunded orders",
            vec![
                Click(link("Admin")),
                Click(link("Orders")),
                Select(By::Label("Filter Status"), "Refunded"),
                Click(button("Search")),
            ],
        ),
        demo(
            "filter_orders_by_status",
            "Show the shipped orders in the back office",
            vec![
                Click(link("Admin")),
                Click(link("Orders")),
                Select(By::Label("Filter Status"), "Shipped"),
                Click(button("Search")),
            ],
        ),
    ]
}

/// What the filters are for: too little, too much, abandoned, gone wrong.
fn lessons() -> Vec<Demo> {
    vec![
        demo("atomic_open_cart", "Open the cart", vec![Click(By::Css("a[href='/cart']"))]),
        demo("atomic_open_admin", "Go to the back office", vec![Click(link("Admin"))]),
        demo(
            "bundle_wish_and_letter",
            "Add the \"Fair Isle Gilet\" to my wish list and subscribe ada@quay.test to the newsletter",
            then(
                to_product("Fair Isle Gilet"),
                [
                    Click(WISH),
                    Fill(By::Label("E-mail for the newsletter"), "ada@quay.test"),
                    Click(button("Subscribe")),
                ],
            ),
        ),
        demo(
            "unfinished_checkout",
            "Order what is in my cart",
            vec![Click(By::Css("a[href='/cart']")), Click(link("Proceed to checkout"))],
        )
        .ends(End::Unfinished),
        demo(
            "failed_add_without_options",
            "Add the \"Ribbed Breakfast Bowl\" to my cart",
            then(to_product("Ribbed Breakfast Bowl"), [Click(BUY)]),
        )
        .ends(End::Failure),
        demo(
            "extra_wish_list",
            "Add the \"Pocket Sketchbook\" to my wish list",
            then(
                to_product("Pocket Sketchbook"),
                [Click(WISH), Click(link("Delivery")), Click(link("Returns"))],
            ),
        ),
    ]
}
