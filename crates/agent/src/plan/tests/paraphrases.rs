//! Wordings that fit: the right skill with the right arguments.

use super::skills::{forum, mini_lm, shop};
use super::*;

const FORUM: &[(&str, &str)] = &[
    ("Subscribe to the forum movies", "subscribe_forum(forum=movies)"),
    ("Please subscribe me to f/movies", "subscribe_forum(forum=movies)"),
    ("Join the movies community", "subscribe_forum(forum=movies)"),
    ("I want to follow /f/movies", "subscribe_forum(forum=movies)"),
    ("Could you subscribe to \"movies\"?", "subscribe_forum(forum=movies)"),
    ("Go to the forum movies and subscribe to it", "subscribe_forum(forum=movies)"),
    ("Upvote the post \"Slow trains\" in the forum travel", "upvote_post(forum=travel, title=Slow trains)"),
    ("In the forum travel, upvote \"Slow trains\"", "upvote_post(forum=travel, title=Slow trains)"),
    (
        "Give the submission \"Slow trains\" in f/travel an upvote",
        "upvote_post(forum=travel, title=Slow trains)",
    ),
    ("Vote up the thread “Slow trains” in travel", "upvote_post(forum=travel, title=Slow trains)"),
    (
        "Comment \"So true\" on the post \"Night ferries\"",
        "comment_on_post(text=So true, title=Night ferries)",
    ),
    (
        "On the post \"Night ferries\", leave the comment \"So true\"",
        "comment_on_post(text=So true, title=Night ferries)",
    ),
    (
        "Reply to the post \"Night ferries\" saying \"So true\"",
        "comment_on_post(text=So true, title=Night ferries)",
    ),
    (
        "Write a comment on \"Night ferries\": so true, I was there",
        "comment_on_post(text=so true, I was there, title=Night ferries)",
    ),
    (
        "Create a post titled \"Bread\" with the text \"Rye?\" in the forum food",
        "submit_text_post(body=Rye?, forum=food, title=Bread)",
    ),
    (
        "In food, post \"Bread\" with the body \"Rye?\"",
        "submit_text_post(body=Rye?, forum=food, title=Bread)",
    ),
    ("Submit \"Bread\" with text \"Rye?\" to f/food", "submit_text_post(body=Rye?, forum=food, title=Bread)"),
    ("Search for posts about night ferries", "search_posts(query=night ferries)"),
    ("Look for posts about \"night ferries\"", "search_posts(query=night ferries)"),
    ("Find all posts mentioning ferries", "search_posts(query=ferries)"),
    ("Sort f/travel by top", "sort_forum(forum=travel, order=Top)"),
    ("Show the newest posts of the forum travel", "sort_forum(forum=travel, order=New)"),
    ("Show the hot posts in travel", "sort_forum(forum=travel, order=Hot)"),
    ("Open the forum travel", "open_forum(forum=travel)"),
    ("Take me to f/travel", "open_forum(forum=travel)"),
    ("Visit the travel forum", "open_forum(forum=travel)"),
    ("What is the number of comments on the post \"Night ferries\"?", "count_comments(title=Night ferries)"),
    ("Tell me how many comments \"Night ferries\" has", "count_comments(title=Night ferries)"),
    ("Count the comments of the post \"Night ferries\"", "count_comments(title=Night ferries)"),
    ("Block the user grace_hopper", "block_user(user=grace_hopper)"),
    ("Please ban user eve99", "block_user(user=eve99)"),
    ("Send eve99 a message saying \"Hello\"", "send_message(text=Hello, user=eve99)"),
    ("Send a private message to the user eve99: Hello there", "send_message(text=Hello there, user=eve99)"),
    ("Message the user eve99 saying \"Hello\"", "send_message(text=Hello, user=eve99)"),
    ("Set my biography to \"Walks a lot\"", "edit_biography(text=Walks a lot)"),
    ("Update my bio: walks a lot", "edit_biography(text=walks a lot)"),
    ("View my messages", "open_inbox()"),
];

const SHOP: &[(&str, &str)] = &[
    ("Add 4 of \"Oak Stool\" to the cart", "add_to_cart(product=Oak Stool, quantity=4)"),
    ("Put four Oak Stool in my basket", "add_to_cart(product=Oak Stool, quantity=4)"),
    ("Please add 1 of the \"Oak Stool\" to my shopping cart", "add_to_cart(product=Oak Stool, quantity=1)"),
    ("How much does the \"Oak Stool\" cost?", "read_price(product=Oak Stool)"),
    ("Tell me the price of the product \"Oak Stool\"", "read_price(product=Oak Stool)"),
    ("Price of \"Oak Stool\"?", "read_price(product=Oak Stool)"),
    ("Put \"Oak Stool\" on my wishlist", "add_to_wishlist(product=Oak Stool)"),
    (
        "Write a review for \"Oak Stool\" with 5 stars and the text \"Sturdy\"",
        "write_review(product=Oak Stool, stars=5, text=Sturdy)",
    ),
    ("Show the category Garden from the cheapest on", "browse_category(category=Garden)"),
    ("Tell me the status of my order 77", "order_status(order=77)"),
    ("Sign up eve@example.org for the newsletter", "newsletter(email=eve@example.org)"),
];

/// Wordings that came out otherwise, as lines.
pub fn wrong(embedder: &dyn Embedder, skills: &[Skill], cases: &[(&str, &str)]) -> Vec<String> {
    cases
        .iter()
        .filter_map(|(intent, expected)| {
            let (got, reason) = plan_line(embedder, skills, intent);
            (got != *expected)
                .then(|| format!("{intent}\n    wanted {expected}\n    got    {got} [{reason}]"))
        })
        .collect()
}

#[test]
fn paraphrases_find_their_skill() {
    let mut all = wrong(mini_lm(), &forum(), FORUM);
    all.extend(wrong(mini_lm(), &shop(), SHOP));
    // A refusal is bearable where the words are unusual; another skill or argument never is.
    let allowed = (FORUM.len() + SHOP.len()) / 12;
    assert!(all.len() <= allowed, "{} of {} wrong:\n{}", all.len(), FORUM.len() + SHOP.len(), all.join("\n"));
    let acted: Vec<&String> =
        all.iter().filter(|line| !line.contains("got    -") && !line.contains('?')).collect();
    assert!(acted.is_empty(), "wrong actions:\n{acted:?}");
}
