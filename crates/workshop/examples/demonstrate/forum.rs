//! Demonstrations on the forum: what a member does there, well and less well.

use crate::script::Do::{Answer, AnswerWithIt, Because, Check, Click, Fill, Go, Press, Read, Select};
use crate::script::{By, Demo, Do, End, button, link};

/// The search field of every page.
const SEARCH: By = By::Role("searchbox", "Search query");

/// Links that the foot of each page repeats.
const WIKI: By = By::Css(".site-nav a[href='/wiki/index']");
const COMMENTS: By = By::Css(".site-nav a[href='/comments']");

/// To a forum by the list of forums.
fn to_forum(name: &'static str) -> Vec<Do> {
    vec![
        Because("Forums are listed under Forums"),
        Click(link("Forums")),
        Fill(By::Label("Filter"), name),
        Press("Enter"),
        Click(link(name)),
    ]
}

/// To a post by searching for its title.
fn to_post(title: &'static str) -> Vec<Do> {
    vec![
        Because("The search finds a post by its title"),
        Fill(SEARCH, title),
        Press("Enter"),
        Click(link(title)),
    ]
}

fn then(mut steps: Vec<Do>, more: impl IntoIterator<Item = Do>) -> Vec<Do> {
    steps.extend(more);
    steps
}

fn demo(capability: &'static str, task: &'static str, steps: Vec<Do>) -> Demo {
    Demo::new(capability, task, "/", steps)
}

pub fn all() -> Vec<Demo> {
    [forums(), posts(), votes(), reading(), people(), wiki(), lessons()].concat()
}

fn forums() -> Vec<Demo> {
    let subscribe = |forum| then(to_forum(forum), [Click(button("Subscribe"))]);
    let top = |forum, range| then(to_forum(forum), [Click(link("Top")), Click(link(range))]);
    vec![
        demo("subscribe_forum", "Subscribe to the forum hiking", subscribe("hiking")),
        demo("subscribe_forum", "Please subscribe me to baking", subscribe("baking")).recorder(),
        demo("subscribe_forum", "I would like to follow the forum tea", subscribe("tea")),
        demo(
            "unsubscribe_forum",
            "Unsubscribe from the forum astronomy",
            then(to_forum("astronomy"), [Click(button("Unsubscribe"))]),
        ),
        demo(
            "unsubscribe_forum",
            "Stop following the trains forum",
            then(to_forum("trains"), [Click(button("Unsubscribe"))]),
        ),
        demo(
            "sort_forum_top",
            "Show the top posts of the past month in the movies forum",
            top("movies", "Past month"),
        ),
        demo(
            "sort_forum_top",
            "Top posts of the past year in the knitting forum, please",
            top("knitting", "Past year"),
        ),
        demo(
            "sort_forum_new",
            "Sort the posts in the cats forum by new",
            then(to_forum("cats"), [Click(link("New"))]),
        ),
        demo(
            "sort_forum_new",
            "Show the newest submissions in the forum sewing",
            then(to_forum("sewing"), [Click(link("New"))]),
        )
        .recorder(),
        demo(
            "sort_forum_list",
            "List the forums sorted by submissions",
            vec![Click(link("Forums")), Select(By::Label("Sort by"), "Submissions")],
        ),
        demo(
            "create_forum",
            "Create a forum named kites with the title \"Kites and wind\", the description \"For everybody who looks up.\" and the sidebar \"No line over roads.\"",
            vec![
                Because("Creating a forum is in the menu of my name"),
                Click(button("ada ▾")),
                Click(link("Create forum")),
                Fill(By::Label("Name"), "kites"),
                Fill(By::Label("Title"), "Kites and wind"),
                Fill(By::Label("Description"), "For everybody who looks up."),
                Fill(By::Label("Sidebar"), "No line over roads."),
                Click(button("Create forum")),
            ],
        ),
        demo(
            "edit_forum_sidebar",
            "Set the sidebar of my forum cityplanning to \"Maps are welcome.\"",
            then(
                to_forum("cityplanning"),
                [
                    Click(link("Edit forum")),
                    Fill(By::Label("Sidebar"), "Maps are welcome."),
                    Click(button("Save changes")),
                ],
            ),
        ),
        demo(
            "edit_forum_title",
            "Change the title of my forum mechanicalkeyboards to \"Switches and springs\"",
            then(
                to_forum("mechanicalkeyboards"),
                [
                    Click(link("Edit forum")),
                    Fill(By::Label("Title"), "Switches and springs"),
                    Click(button("Save changes")),
                ],
            ),
        ),
        demo(
            "open_moderation_log",
            "Show the moderation log of the forum running",
            then(to_forum("running"), [Click(link("Moderation log"))]),
        ),
    ]
}

fn posts() -> Vec<Demo> {
    let text_post = |forum: &'static str, title: &'static str, body: &'static str| {
        vec![
            Because("Submit is at the top of every page"),
            Click(link("Submit")),
            Check(By::Label("Text")),
            Fill(By::Label("Title"), title),
            Fill(By::Label("Body"), body),
            Click(By::Css(".combobox__value")),
            Fill(By::Label("Filter the list"), forum),
            Click(By::Role("option", forum)),
            Click(button("Create submission")),
        ]
    };
    vec![
        demo(
            "create_text_post",
            "Create a text post in the cooking forum with the title \"What goes into your stock?\" and the body \"Mine is mostly onion peel.\"",
            text_post("cooking", "What goes into your stock?", "Mine is mostly onion peel."),
        ),
        demo(
            "create_text_post",
            "Post a text titled \"Rain on the platform\" to the forum trains that says \"Which station has the best roof?\"",
            text_post("trains", "Rain on the platform", "Which station has the best roof?"),
        ),
        demo(
            "create_text_post",
            "Write a new text submission \"Two left gloves\" in knitting with the text \"How do you keep count?\"",
            text_post("knitting", "Two left gloves", "How do you keep count?"),
        )
        .recorder(),
        demo(
            "create_link_post",
            "Submit the link https://tidetables.example/spring with the title \"Spring tides this year\" to the weather forum",
            vec![
                Click(link("Submit")),
                Fill(By::Label("URL"), "https://tidetables.example/spring"),
                Fill(By::Label("Title"), "Spring tides this year"),
                Click(By::Css(".combobox__value")),
                Fill(By::Label("Filter the list"), "weather"),
                Click(By::Role("option", "weather")),
                Click(button("Create submission")),
            ],
        ),
        demo(
            "comment_on_post",
            "Comment \"This helped me a lot.\" on the post \"A beginner's question about blocking lace\"",
            then(to_post("A beginner's question about blocking lace"), [Fill(By::Label("Comment"), "This helped me a lot."), Click(button("Post"))]),
        ),
        demo(
            "comment_on_post",
            "Leave the comment \"I asked myself the same.\" under the submission \"Monthly thread: recall training\"",
            then(to_post("Monthly thread: recall training"), [Fill(By::Label("Comment"), "I asked myself the same."), Click(button("Post"))]),
        ),
        demo("open_post", "Open the post \"A field guide to expired film\"", to_post("A field guide to expired film")),
        demo("open_post", "Go to the submission \"What changed your mind about sea breezes?\"", to_post("What changed your mind about sea breezes?")),
        demo("search_posts", "Search for \"router jigs\"", vec![Fill(SEARCH, "router jigs"), Press("Enter")]),
        demo(
            "search_posts",
            "Find posts about \"vet visits\"",
            vec![Fill(SEARCH, "vet visits"), Click(By::Css(".site-search__button"))],
        ),
        demo("lock_post", "Lock the submission \"Ten charts about early potatoes\" in my forum gardening", then(to_post("Ten charts about early potatoes"), [Click(button("Lock"))])),
    ]
}

fn votes() -> Vec<Demo> {
    let vote = |title: &'static str, way: &'static str| {
        vec![
            Because("The search result has the voting buttons already"),
            Fill(SEARCH, title),
            Press("Enter"),
            Click(By::RoleIn("button", way, title)),
        ]
    };
    vec![
        demo(
            "upvote_post",
            "Upvote the post \"Spotted on my walk: string gauges\"",
            vote("Spotted on my walk: string gauges", "Upvote"),
        ),
        demo(
            "upvote_post",
            "Give the submission \"The people who keep nano tanks alive\" an upvote",
            vote("The people who keep nano tanks alive", "Upvote"),
        ),
        demo(
            "downvote_post",
            "Downvote the post \"Interview: a lifetime spent on gongfu brewing\"",
            vote("Interview: a lifetime spent on gongfu brewing", "Downvote"),
        ),
        demo(
            "downvote_post",
            "Give a downvote to \"Still worth caring about no-spend months in 2026?\"",
            vote("Still worth caring about no-spend months in 2026?", "Downvote"),
        ),
    ]
}

fn reading() -> Vec<Demo> {
    let of_post = |title: &'static str, what: By| then(to_post(title), [Read(what), AnswerWithIt]);
    let of_forum = |name: &'static str, what: By| then(to_forum(name), [Read(what), AnswerWithIt]);
    let of_user = |path: &'static str, what: By| vec![Go(path), Read(what), AnswerWithIt];
    vec![
        demo(
            "read_comment_count",
            "How many comments does the post \"Tell me your worst story about gauge swatches\" have?",
            of_post("Tell me your worst story about gauge swatches", By::Css(".submission__comment-count")),
        ),
        demo(
            "read_comment_count",
            "Count the comments on the submission \"Why does nobody talk about router jigs?\"",
            of_post("Why does nobody talk about router jigs?", By::Css(".submission__comment-count")),
        ),
        demo(
            "read_post_score",
            "What is the score of the post \"What is your routine when it comes to the long take?\"?",
            of_post("What is your routine when it comes to the long take?", By::Css(".submission__score")),
        ),
        demo(
            "read_post_author",
            "Who submitted the post \"Rules of thumb for pinhole cameras, please add yours\"?",
            of_post("Rules of thumb for pinhole cameras, please add yours", By::Css(".submission__author")),
        ),
        demo(
            "read_post_author",
            "Who is the author of the submission \"A study in rewriting in another language\"?",
            of_post("A study in rewriting in another language", By::Css(".submission__author")),
        ),
        demo(
            "read_subscriber_count",
            "How many subscribers does the forum aquariums have?",
            of_forum("aquariums", By::Css(".forum__subscribers")),
        ),
        demo(
            "read_subscriber_count",
            "Tell me the number of subscribers of the frugal forum",
            of_forum("frugal", By::Css(".forum__subscribers")),
        ),
        demo(
            "read_forum_created",
            "On which date was the history forum created?",
            of_forum("history", By::Css(".forum__created")),
        ),
        demo(
            "read_biography",
            "What does the biography of the user hollis say?",
            of_user("/user/hollis", By::Css(".user__biography")),
        ),
        demo(
            "read_biography",
            "Read me the biography of foxglove",
            of_user("/user/foxglove", By::Css(".user__biography")),
        ),
        demo(
            "read_joined_date",
            "When did inkwell join Commons?",
            of_user("/user/inkwell", By::Css(".user__joined")),
        ),
        demo(
            "read_user_submission_count",
            "How many submissions has the user rosehip made?",
            of_user("/user/rosehip", By::Css(".user__submission-count")),
        ),
    ]
}

fn people() -> Vec<Demo> {
    let message = |to: &'static str, subject: &'static str, text: &'static str| {
        vec![
            Because("Messages are in the menu of my name"),
            Click(button("ada ▾")),
            Click(link("Messages")),
            Click(link("Write a message")),
            Fill(By::Label("To"), to),
            Fill(By::Label("Subject"), subject),
            Fill(By::Label("Message"), text),
            Click(button("Send message")),
        ]
    };
    let biography = |text: &'static str| {
        vec![
            Click(button("ada ▾")),
            Click(link("Profile")),
            Click(link("Edit biography")),
            Fill(By::Label("Biography"), text),
            Click(button("Save")),
        ]
    };
    vec![
        demo(
            "send_message",
            "Send a message to birgit_s with the subject \"Lost scarf\" and the text \"I found a green one at the meeting.\"",
            message("birgit_s", "Lost scarf", "I found a green one at the meeting."),
        ),
        demo(
            "send_message",
            "Write umberto a message with the subject \"Borrowed barometer\" saying \"I bring it back on Monday.\"",
            message("umberto", "Borrowed barometer", "I bring it back on Monday."),
        ),
        demo(
            "change_biography",
            "Change my biography to \"Reader, gardener, early riser.\"",
            biography("Reader, gardener, early riser."),
        ),
        demo("change_biography", "Set my bio to \"I answer on Sundays.\"", biography("I answer on Sundays."))
            .recorder(),
        demo(
            "block_user",
            "Block the user velvetworm",
            vec![Go("/user/velvetworm"), Click(link("Block user")), Click(button("Block"))],
        ),
        demo(
            "block_user",
            "Please block deckchair for me",
            vec![Go("/user/deckchair"), Click(link("Block user")), Click(button("Block"))],
        ),
        demo(
            "unblock_user",
            "Unblock hassan_i in my block list",
            vec![
                Click(button("ada ▾")),
                Click(link("Block list")),
                Click(By::RoleIn("button", "Unblock", "hassan_i")),
            ],
        ),
        demo(
            "open_user_comments",
            "Show all comments written by greta_b",
            vec![Go("/user/greta_b"), Click(By::Css("nav[aria-label=Profile] a[href$='/comments']"))],
        ),
        demo(
            "open_message_thread",
            "Open the conversation \"Weekend plans\" in my messages",
            vec![Click(button("ada ▾")), Click(link("Messages")), Click(link("Weekend plans"))],
        ),
        demo(
            "answer_message",
            "Answer the conversation \"Book loan\" in my messages with \"I have read it twice.\"",
            vec![
                Click(button("ada ▾")),
                Click(link("Messages")),
                Click(link("Book loan")),
                Fill(By::Label("Reply"), "I have read it twice."),
                Click(button("Send reply")),
            ],
        ),
        demo(
            "change_email",
            "Change the e-mail address of my account to ada@looms.example",
            vec![
                Click(button("ada ▾")),
                Click(link("Account settings")),
                Fill(By::Label("E-mail address"), "ada@looms.example"),
                Click(By::Css("form:has(#user_settings_email) button")),
            ],
        ),
    ]
}

fn wiki() -> Vec<Demo> {
    let page = |title: &'static str| vec![Click(WIKI), Click(link("All pages")), Click(link(title))];
    vec![
        demo("open_wiki_page", "Open the wiki page \"Formatting text\"", page("Formatting text")),
        demo(
            "open_wiki_page",
            "Show me the wiki page \"Choosing a telescope\"",
            page("Choosing a telescope"),
        ),
        demo(
            "open_wiki_history",
            "Show the history of the wiki page \"Style of this wiki\"",
            then(page("Style of this wiki"), [Click(link("History"))]),
        ),
        demo(
            "read_wiki_editor",
            "Who last edited the wiki page \"Buying a first keyboard\"?",
            then(page("Buying a first keyboard"), [Read(By::Css(".wiki__editor")), AnswerWithIt]),
        ),
    ]
}

/// What the filters are for: too little, too much, abandoned, gone wrong.
fn lessons() -> Vec<Demo> {
    vec![
        demo("atomic_open_forums", "Go to the list of forums", vec![Click(link("Forums"))]),
        demo("atomic_open_wiki", "Open the wiki", vec![Click(WIKI)]),
        demo("atomic_home", "Go to the front page", vec![Go("/all")]),
        demo(
            "bundle_subscribe_and_message",
            "Subscribe to the forum music and send kiran_v a message with the subject \"New here\" and the text \"Where do I start?\"",
            then(
                then(to_forum("music"), [Click(button("Subscribe"))]),
                [
                    Click(button("ada ▾")),
                    Click(link("Messages")),
                    Click(link("Write a message")),
                    Fill(By::Label("To"), "kiran_v"),
                    Fill(By::Label("Subject"), "New here"),
                    Fill(By::Label("Message"), "Where do I start?"),
                    Click(button("Send message")),
                ],
            ),
        ),
        demo(
            "bundle_vote_bio_block",
            "Upvote \"The quiet comeback of phrasebooks\", change my biography to \"On holiday.\" and block tramline",
            vec![
                Fill(SEARCH, "The quiet comeback of phrasebooks"),
                Press("Enter"),
                Click(By::RoleIn("button", "Upvote", "The quiet comeback of phrasebooks")),
                Click(button("ada ▾")),
                Click(link("Profile")),
                Click(link("Edit biography")),
                Fill(By::Label("Biography"), "On holiday."),
                Click(button("Save")),
                Go("/user/tramline"),
                Click(link("Block user")),
                Click(button("Block")),
            ],
        ),
        demo(
            "unfinished_message",
            "Send a message to jackdaw with the subject \"Feathers\" and the text \"Are these yours?\"",
            vec![Click(button("ada ▾")), Click(link("Messages")), Click(link("Write a message")), Fill(By::Label("To"), "jackdaw"), Fill(By::Label("Subject"), "Feathers")],
        )
        .ends(End::Unfinished),
        demo(
            "unfinished_post",
            "Create a text post in the dogs forum with the title \"Snow socks\" and the body \"Do they stay on?\"",
            vec![Click(link("Submit")), Check(By::Label("Text")), Fill(By::Label("Title"), "Snow socks")],
        )
        .ends(End::Unfinished),
        demo(
            "failed_message",
            "Send a message to nobody_at_all with the subject \"Hello\" and the text \"Is anybody there?\"",
            vec![
                Click(button("ada ▾")),
                Click(link("Messages")),
                Click(link("Write a message")),
                Fill(By::Label("To"), "nobody_at_all"),
                Fill(By::Label("Subject"), "Hello"),
                Fill(By::Label("Message"), "Is anybody there?"),
                Click(button("Send message")),
                Because("There is no such member"),
            ],
        )
        .ends(End::Failure),
        demo(
            "failed_create_forum",
            "Create a forum named books with the title \"Books again\"",
            vec![Click(button("ada ▾")), Click(link("Create forum")), Fill(By::Label("Name"), "books"), Fill(By::Label("Title"), "Books again"), Click(button("Create forum"))],
        )
        .ends(End::Failure),
        demo(
            "extra_read_subscribers",
            "How many subscribers does the forum writing have?",
            then(to_forum("writing"), [Read(By::Css(".forum__subscribers")), Click(COMMENTS), Click(WIKI), Answer("see above")]),
        )
        .ends(End::Unfinished),
        demo(
            "extra_subscribe",
            "Subscribe to the forum parenting",
            then(to_forum("parenting"), [Click(button("Subscribe")), Click(COMMENTS), Click(WIKI)]),
        ),
    ]
}
