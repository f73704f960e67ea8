//! Near misses: every word near a skill, the wish another one.

use super::paraphrases::wrong;
use super::skills::{forum, mini_lm, shop};

const FORUM: &[&str] = &[
    "Unsubscribe from the forum books",
    "Unsubscribe from books",
    "Leave the forum books",
    "Stop following f/books",
    "Do not subscribe to books",
    "Subscribe to books and block the user eve",
    "Subscribe to books and movies",
    "How many subscribers does the forum books have?",
    "Which forums am I subscribed to?",
    "Downvote the post \"Slow trains\" in the forum travel",
    "Remove my upvote from the post \"Slow trains\" in travel",
    "How many upvotes has the post \"Slow trains\" in the forum travel?",
    "Upvote the comment of eve on \"Slow trains\" in travel",
    "Upvote every post in the forum travel",
    "Delete my comment on \"Slow trains\"",
    "Edit my comment on \"Slow trains\" to \"Well said\"",
    "Who wrote the comment \"I agree\" on the post \"Slow trains\"?",
    "Show the comments on \"Slow trains\"",
    "Delete the post \"Slow trains\"",
    "Open the post \"Slow trains\"",
    "Report the post \"Slow trains\" as spam",
    "Submit the link \"https://a.example/x\" titled \"X\" to the forum food",
    "Sort the forum books by controversial",
    "Unblock the user eve",
    "List the users I have blocked",
    "Block the forum books",
    "Delete the message from eve",
    "How many messages has eve sent me?",
    "Change my password to \"secret words\"",
    "Delete my biography",
    "What does my biography say?",
    "Create a new forum named books",
    "Open the wiki",
    "Open the profile of eve",
    "Log out",
    "Translate the post \"Slow trains\" into French",
    "Book a table for two at eight",
    "What is the weather in Paris?",
    "Search for users named eve",
    "Who moderates the forum books?",
    "Change the title of the post \"Slow trains\" to \"Fast trains\"",
    "Summarise the forum books",
    "If the forum books has more than 10 posts, subscribe to it",
    "Save the post \"Slow trains\"",
    "Hide the post \"Slow trains\" in the forum travel",
    "Invite eve to the forum books",
];

const SHOP: &[&str] = &[
    "Remove \"Oak Stool\" from the cart",
    "Remove \"Oak Stool\" from my wish list",
    "Add \"Oak Stool\" to the comparison list",
    "How many \"Oak Stool\" are in my cart?",
    "Change the quantity of \"Oak Stool\" in the cart to 4",
    "What is the price of shipping?",
    "Which product is the cheapest?",
    "Is the \"Oak Stool\" in stock?",
    "Change the price of \"Oak Stool\" to 20",
    "Delete my review of \"Oak Stool\"",
    "How many reviews does \"Oak Stool\" have?",
    "Show the category Garden from the dearest on",
    "Cancel order 77",
    "Reorder order 77",
    "What is the total of order 77?",
    "Unsubscribe eve@example.org from the newsletter",
    "Buy the \"Oak Stool\" and pay with the voucher",
    "Empty the cart",
    "Show my cart",
    "Add a new address in Lyon",
    "Compare \"Oak Stool\" with \"Copper Kettle\"",
];

#[test]
fn near_misses_are_refused() {
    let refused = |intents: &[&'static str]| intents.iter().map(|i| (*i, "-")).collect::<Vec<_>>();
    let mut all = wrong(mini_lm(), &forum(), &refused(FORUM));
    all.extend(wrong(mini_lm(), &shop(), &refused(SHOP)));
    assert!(all.is_empty(), "{} acted on:\n{}", all.len(), all.join("\n"));
}
