//! Skills of an imagined forum and shop, with what people asked for when they were recorded.

use std::path::Path;
use std::sync::LazyLock;

use atelier_core::skill::{ParameterKind, Skill};
use atelier_embed::{Cached, EmbedError, Embedder, MemoryCache, MiniLm};

use crate::bench::{parameter, skill, source};

/// A bag of hashed words: enough for a similarity, no weights needed.
pub struct Bag;

impl Embedder for Bag {
    fn model_id(&self) -> &'static str {
        "bag"
    }

    fn dimensions(&self) -> usize {
        256
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        Ok(texts.iter().map(|text| vector(text)).collect())
    }
}

fn vector(text: &str) -> Vec<f32> {
    let mut out = vec![0.05_f32; 256];
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()) {
        let hash = word
            .to_lowercase()
            .bytes()
            .fold(2_166_136_261_u32, |h, b| (h ^ u32::from(b)).wrapping_mul(16_777_619));
        out[(hash % 256) as usize] += 1.0;
    }
    let norm = out.iter().map(|x| x * x).sum::<f32>().sqrt();
    out.iter().map(|x| x / norm).collect()
}

type Asked<'a> = (&'a str, &'a [(&'a str, &'a str)]);

fn made(name: &str, description: &str, at: &str, parameters: &[&str], asked: &[Asked<'_>]) -> Skill {
    let mut made = skill(name, description, at);
    made.parameters = parameters
        .iter()
        .map(|p| {
            let examples: Vec<&str> =
                asked.iter().flat_map(|(_, a)| a.iter().filter(|(n, _)| n == p).map(|(_, v)| *v)).collect();
            parameter(p, &examples)
        })
        .collect();
    made.provenance.intents = asked.iter().map(|(text, a)| source(text, a)).collect();
    made
}

fn options(mut skill: Skill, name: &str, options: &[&str]) -> Skill {
    for p in skill.parameters.iter_mut().filter(|p| p.name == name) {
        p.options = options.iter().map(|o| (*o).to_owned()).collect();
    }
    skill
}

fn whole(mut skill: Skill, name: &str) -> Skill {
    for p in skill.parameters.iter_mut().filter(|p| p.name == name) {
        p.kind = ParameterKind::Integer;
    }
    skill
}

pub fn forum() -> Vec<Skill> {
    vec![
        made(
            "subscribe_forum",
            "Subscribe to a forum.",
            "forum",
            &["forum"],
            &[
                ("Subscribe to the forum books", &[("forum", "books")]),
                ("Join f/gardening so that its posts show up", &[("forum", "gardening")]),
            ],
        ),
        made(
            "upvote_post",
            "Upvote a post in a forum.",
            "forum",
            &["title", "forum"],
            &[(
                "Upvote the post \"A year of letters\" in the forum books",
                &[("title", "A year of letters"), ("forum", "books")],
            )],
        ),
        made(
            "comment_on_post",
            "Write a comment under a post.",
            "forum",
            &["title", "text"],
            &[
                (
                    "Comment \"I agree\" on the post \"A year of letters\"",
                    &[("title", "A year of letters"), ("text", "I agree")],
                ),
                (
                    "Leave a comment on \"Slow trains\" saying \"Well put\"",
                    &[("title", "Slow trains"), ("text", "Well put")],
                ),
            ],
        ),
        made(
            "submit_text_post",
            "Submit a text post to a forum.",
            "forum/submit",
            &["title", "body", "forum"],
            &[(
                "Post \"Which tea?\" with the text \"Green or black\" to the forum food",
                &[("title", "Which tea?"), ("body", "Green or black"), ("forum", "food")],
            )],
        ),
        made(
            "search_posts",
            "Search the forum for posts.",
            "forum",
            &["query"],
            &[
                ("Search for posts about sourdough", &[("query", "sourdough")]),
                ("Find posts that mention \"slow trains\"", &[("query", "slow trains")]),
            ],
        ),
        options(
            made(
                "sort_forum",
                "Sort the posts of a forum.",
                "forum/f/*",
                &["forum", "order"],
                &[
                    ("Sort the forum books by new", &[("forum", "books"), ("order", "New")]),
                    ("Show the top posts of the forum movies", &[("forum", "movies"), ("order", "Top")]),
                ],
            ),
            "order",
            &["Hot", "New", "Top"],
        ),
        made(
            "open_forum",
            "Open a forum.",
            "forum",
            &["forum"],
            &[("Go to the forum books", &[("forum", "books")])],
        ),
        made(
            "count_comments",
            "Read how many comments a post has.",
            "forum",
            &["title"],
            &[("How many comments does the post \"Slow trains\" have?", &[("title", "Slow trains")])],
        ),
        made(
            "block_user",
            "Block a user.",
            "forum/user/*",
            &["user"],
            &[("Block the user ada_byron", &[("user", "ada_byron")])],
        ),
        made(
            "send_message",
            "Send a private message to a user.",
            "forum/user/*",
            &["user", "text"],
            &[(
                "Send the user grace a private message saying \"See you at noon\"",
                &[("user", "grace"), ("text", "See you at noon")],
            )],
        ),
        made(
            "edit_biography",
            "Change the biography of one's profile.",
            "forum/account",
            &["text"],
            &[("Change my biography to \"Reader of maps\"", &[("text", "Reader of maps")])],
        ),
        made("open_inbox", "Open the message inbox.", "forum/messages", &[], &[("Show my messages", &[])]),
    ]
}

pub fn shop() -> Vec<Skill> {
    vec![
        whole(
            made(
                "add_to_cart",
                "Add a product to the cart.",
                "shop",
                &["quantity", "product"],
                &[
                    (
                        "Add 2 of \"Copper Kettle\" to the cart",
                        &[("quantity", "2"), ("product", "Copper Kettle")],
                    ),
                    ("Put 3 Walnut Board in the cart", &[("quantity", "3"), ("product", "Walnut Board")]),
                ],
            ),
            "quantity",
        ),
        made(
            "read_price",
            "Read the price of a product.",
            "shop",
            &["product"],
            &[("What is the price of \"Copper Kettle\"?", &[("product", "Copper Kettle")])],
        ),
        made(
            "add_to_wishlist",
            "Add a product to the wish list.",
            "shop",
            &["product"],
            &[("Add \"Copper Kettle\" to my wish list", &[("product", "Copper Kettle")])],
        ),
        whole(
            made(
                "write_review",
                "Write a review of a product.",
                "shop",
                &["stars", "product", "text"],
                &[(
                    "Review \"Copper Kettle\" with 4 stars and the text \"Boils fast\"",
                    &[("stars", "4"), ("product", "Copper Kettle"), ("text", "Boils fast")],
                )],
            ),
            "stars",
        ),
        options(
            made(
                "browse_category",
                "Open a category sorted by price.",
                "shop",
                &["category"],
                &[("Show the category Kitchen from the cheapest on", &[("category", "Kitchen")])],
            ),
            "category",
            &["Kitchen", "Garden", "Office"],
        ),
        made(
            "order_status",
            "Read the status of an order.",
            "shop/orders",
            &["order"],
            &[("What is the status of order #1204?", &[("order", "1204")])],
        ),
        made(
            "newsletter",
            "Sign up for the newsletter.",
            "shop",
            &["email"],
            &[("Subscribe ada@example.org to the newsletter", &[("email", "ada@example.org")])],
        ),
    ]
}

/// The bundled model, each text embedded once for all tests.
pub fn mini_lm() -> &'static dyn Embedder {
    static MODEL: LazyLock<Cached<MiniLm, MemoryCache>> = LazyLock::new(|| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/all-MiniLM-L6-v2");
        let model =
            MiniLm::load(&folder).expect("run `cargo xtask doctor`, which fetches the embedding model");
        Cached::new(model, MemoryCache::default())
    });
    &*MODEL
}
