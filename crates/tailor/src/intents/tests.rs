use proptest::prelude::*;

use super::*;

fn forms(log: &[&str]) -> Vec<String> {
    normalise(log).into_iter().map(|n| n.form).collect()
}

#[test]
fn what_varies_between_intents_otherwise_alike_is_a_slot() {
    let log = [
        "Subscribe to the forum tea",
        "Subscribe to the forum black and white photography",
        "Delete my last comment",
        "Unsubscribe from the forum tea",
    ];
    let found = normalise(&log);
    assert_eq!(found[0].form, "subscribe to the forum <val>");
    assert_eq!(found[1].form, found[0].form);
    assert_eq!(found[1].slots[0].text, "black and white photography");
    assert_eq!(found[2].form, "delete my last comment");
    assert_ne!(found[3].form, found[0].form);
}

#[test]
fn another_verb_is_another_wish_however_long_the_rest() {
    let found = forms(&[
        "Upvote the newest post in the forum about growing vegetables",
        "Downvote the newest post in the forum about growing vegetables",
    ]);
    assert_ne!(found[0], found[1]);
}

#[test]
fn slots_stand_beside_their_masks() {
    let found = normalise(&[
        "Compare the price of red shoes with that of 'old hats' in my cart",
        "Compare the price of lamps with that of Big Ben in my cart",
    ]);
    assert_eq!(found[0].form, "compare the price of <val> with that of <val> in my cart");
    let texts = |n: &Normalised| n.slots.iter().map(|s| s.text.clone()).collect::<Vec<_>>();
    assert_eq!(texts(&found[0]), ["red shoes", "old hats"]);
    assert_eq!(texts(&found[1]), ["lamps", "Big Ben"]);
}

#[test]
fn a_lone_intent_keeps_its_words() {
    assert_eq!(forms(&["Show the orders of last month"]), ["show the orders of last month"]);
    assert!(forms(&[]).is_empty());
}

proptest! {
    #[test]
    fn forms_are_common_to_their_group_and_masks_have_slots(
        log in proptest::collection::vec("(show|open|count) (the )?(red|blue|Ann|7|\"x\") (cart|post|order)( of (tea|art|Bo))?", 0..12),
    ) {
        let log: Vec<&str> = log.iter().map(String::as_str).collect();
        let found = normalise(&log);
        prop_assert_eq!(&found, &normalise(&log));
        for (intent, one) in log.iter().zip(&found) {
            let words: Vec<String> = intent::tokens(intent).into_iter().map(|t| t.form).collect();
            let mut rest = words.iter();
            let mut masks = 0;
            for word in one.form.split(' ') {
                if mask_of(word).is_some() {
                    masks += 1;
                } else {
                    prop_assert!(rest.any(|w| w == word), "{} in {intent}", one.form);
                }
            }
            prop_assert_eq!(masks, one.slots.len());
        }
    }
}
