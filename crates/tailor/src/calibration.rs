//! Pairs of docstrings of which it is known whether the skills do the same, for the calibration of thresholds.
//!
//! The wording is ours, after the skills of the practice sites: each line holds one chore in several wordings.
//! Wordings of one line are the same; lines of one block are near in words and not in meaning.

/// Chores in blocks of such as are easily confused.
const BLOCKS: &[&[&[&str]]] = &[
    &[
        &["Subscribe to a forum. Takes forum.", "Join a forum. Takes forum.", "Follow a forum. Takes forum."],
        &[
            "Unsubscribe from a forum. Takes forum.",
            "Leave a forum. Takes forum.",
            "Stop following a forum. Takes forum.",
        ],
        &[
            "How many subscribers does a forum have? Takes forum.",
            "Count the subscribers of a forum. Takes forum.",
        ],
        &[
            "Create a forum with a title, a description and a sidebar. Takes name, title, description, sidebar.",
            "Set up a new forum with title, description and sidebar. Takes name, title, description, sidebar.",
        ],
    ],
    &[
        &[
            "Upvote a post. Takes post.",
            "Give a post an upvote. Takes post.",
            "Vote a submission up. Takes post.",
        ],
        &["Downvote a post. Takes post.", "Give a submission a downvote. Takes post."],
        &[
            "Open a post. Takes post.",
            "Go to a submission. Takes post.",
            "Show the page of a post. Takes post.",
        ],
        &["Lock a submission. Takes post.", "Close a post for comments. Takes post."],
        &["What is the score of a post? Takes post.", "Read the score of a submission. Takes post."],
        &["Who submitted a post? Takes post.", "Find the author of a submission. Takes post."],
        &[
            "Comment on a post. Takes comment, post.",
            "Leave a comment under a submission. Takes comment, post.",
        ],
        &[
            "How many comments does a post have? Takes post.",
            "Count the comments on a submission. Takes post.",
        ],
    ],
    &[
        &[
            "Create a text post in a forum. Takes forum, title, body.",
            "Post a text with a title to a forum. Takes title, forum, body.",
        ],
        &[
            "Submit a link with a title to a forum. Takes url, title, forum.",
            "Post a link to a forum. Takes forum, url, title.",
        ],
        &["Show the newest posts of a forum. Takes forum.", "Sort the posts in a forum by new. Takes forum."],
        &[
            "Show the top posts of a forum in a range of time. Takes range, forum.",
            "List the best posts of a forum in the past month or year. Takes forum, range.",
        ],
    ],
    &[
        &["Block a user. Takes user.", "Put a user on the block list. Takes user."],
        &["Unblock a user. Takes user.", "Remove a user from the block list. Takes user."],
        &[
            "Send a message with a subject and a text to a user. Takes user, subject, text.",
            "Write a private message to a user. Takes user, subject, text.",
        ],
        &[
            "Answer a conversation in my messages. Takes conversation, reply.",
            "Reply to a message thread. Takes conversation, reply.",
        ],
        &["Read the biography of a user. Takes user.", "What does the biography of a user say? Takes user."],
        &["Change my biography. Takes biography.", "Set the text of my biography. Takes biography."],
        &["When did a user join? Takes user.", "Find the date a user signed up. Takes user."],
        &["Show all comments written by a user. Takes user.", "Open the comments of a user. Takes user."],
    ],
    &[
        &["Open a wiki page. Takes page.", "Show a page of the wiki. Takes page."],
        &["Show the history of a wiki page. Takes page.", "List the changes of a wiki page. Takes page."],
        &["Who last edited a wiki page? Takes page.", "Find the last editor of a wiki page. Takes page."],
    ],
    &[
        &[
            "Add a product to the cart. Takes product, quantity.",
            "Put a number of pieces of a product into my cart. Takes quantity, product.",
        ],
        &["Add a product to my wish list. Takes product.", "Put a product on the wish list. Takes product."],
        &[
            "Change the quantity of a product in my cart. Takes product, quantity.",
            "Set how many pieces of a product are in the cart. Takes product, quantity.",
        ],
        &[
            "How many pieces of a product are in stock? Takes product.",
            "Read the stock of a product. Takes product.",
        ],
        &["How much does a product cost? Takes product.", "Tell me the price of a product. Takes product."],
        &[
            "Change the price of a product in the back office. Takes product, price.",
            "Set a product's price in the back office. Takes price, product.",
        ],
        &[
            "What is the average star rating of a product? Takes product.",
            "Read the rating of a product. Takes product.",
        ],
        &[
            "Review a product with stars, a summary and a text. Takes product, stars, summary, text.",
            "Write a review of a product. Takes product, stars, summary, text.",
        ],
    ],
    &[
        &["Cancel my order. Takes order.", "Call off one of my orders. Takes order."],
        &["Show the details of my order. Takes order.", "Open one of my orders. Takes order."],
        &[
            "What was the total of my order? Takes order.",
            "Tell me the order total of my order. Takes order.",
        ],
        &[
            "Put everything from my order into the cart again. Takes order.",
            "Reorder one of my orders. Takes order.",
        ],
        &[
            "List the orders with a status in the back office. Takes status.",
            "Filter the orders in the back office by status. Takes status.",
        ],
        &[
            "Set the status of an order in the back office with a comment. Takes order, status, comment.",
            "Change an order's status in the back office. Takes order, status, comment.",
        ],
    ],
    &[
        &[
            "Add an address to my address book. Takes street, city, postcode, country.",
            "Save a new address in the address book. Takes street, city, postcode, country.",
        ],
        &[
            "Delete an address from my address book. Takes address.",
            "Remove an address from the address book. Takes address.",
        ],
        &[
            "Change the phone number of my account. Takes phone number.",
            "Update my phone number. Takes phone number.",
        ],
        &[
            "Change the e-mail address of my account. Takes email.",
            "Set another e-mail address for my account. Takes email.",
        ],
        &[
            "Subscribe an e-mail address to the newsletter. Takes email.",
            "Sign somebody up for the newsletter. Takes email.",
        ],
    ],
];

/// Two docstrings, and whether their skills do the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Labelled {
    pub a: &'static str,
    pub b: &'static str,
    pub same: bool,
}

/// Wordings of one chore are the same; the first wordings of chores of one block are not.
pub fn bundled() -> Vec<Labelled> {
    let mut out = Vec::new();
    for block in BLOCKS {
        for (at, chore) in block.iter().enumerate() {
            for (n, a) in chore.iter().enumerate() {
                out.extend(chore[n + 1..].iter().map(|b| Labelled { a, b, same: true }));
            }
            for other in &block[at + 1..] {
                if let (Some(a), Some(b)) = (chore.first(), other.first()) {
                    out.push(Labelled { a, b, same: false });
                }
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn both_kinds_are_there_and_no_pair_is_twice() {
        let pairs = bundled();
        assert!(pairs.iter().filter(|p| p.same).count() >= 40);
        assert!(pairs.iter().filter(|p| !p.same).count() >= 80);
        let distinct: BTreeSet<_> = pairs.iter().map(|p| (p.a, p.b)).collect();
        assert_eq!(distinct.len(), pairs.len());
        assert!(pairs.iter().all(|p| p.a != p.b));
    }
}
