//! Sentence material. `{s}` stands for a subject of the forum, `{o}` for another one.

#[rustfmt::skip]
pub const TEXT_TITLES: &[&str] = &[
    "What changed your mind about {s}?", "A beginner's question about {s}", "I kept notes on {s} for a year and here is what I learned",
    "Does anyone else struggle with {s}?", "Unpopular opinion: we give {s} too little credit", "How do you explain {s} to a newcomer?",
    "Three mistakes I made with {s}", "Looking for advice on {s} before the weekend", "Still worth caring about {s} in 2026?",
    "Small victory today, thanks to {s}", "Monthly thread: {s}", "Help me choose between {s} and {o}", "Why does nobody talk about {s}?",
    "My honest thoughts on {s} after six months", "What is your routine when it comes to {s}?", "The best advice I ever got about {s}",
    "Am I overthinking {s}?", "Tell me your worst story about {s}", "From {o} to {s}: how I got here", "Rules of thumb for {s}, please add yours",
];

#[rustfmt::skip]
pub const LINK_TITLES: &[&str] = &[
    "A long read on the history of {s}", "New study takes a fresh look at {s}", "The quiet comeback of {s}", "A field guide to {s}",
    "Interview: a lifetime spent on {s}", "What we still get wrong about {s}", "An illustrated introduction to {s}",
    "The people who keep {s} alive", "Ten charts about {s}", "The unlikely economics of {s}", "Notes from a conference on {s}",
    "Podcast episode about {s} and {o}", "A museum devoted to {s} opens next month", "Why {s} and {o} belong together",
];

#[rustfmt::skip]
pub const PICTURE_TITLES: &[&str] = &[
    "Found this today: {s}", "My first attempt at {s}", "Before and after: {s}", "A close look at {s}", "Spotted on my walk: {s}",
    "A study in {s}", "Sunday afternoon, {s}", "Here is my corner for {s}",
];

#[rustfmt::skip]
pub const BODY_STARTS: &[&str] = &[
    "I have been reading this forum for months and finally made an account to ask about {s}.",
    "Last weekend I spent far too long on {s}, and I would like to compare notes.",
    "My neighbour got me interested in {s} and now I cannot stop thinking about it.",
    "There is plenty of advice about {s} out there, but most of it contradicts itself.",
    "A bit of background: I came here for {o} and stayed for {s}.",
    "I promised to report back on {s}, so here we go.",
    "For context, I have dealt with {s} on and off since about 2019.",
    "We had a long discussion about {s} at home and could not agree.",
];

#[rustfmt::skip]
pub const BODY_MIDDLES: &[&str] = &[
    "What surprised me most was how much patience it takes.", "The short version is that the cheap option did the job.",
    "I tried the usual approach first and it simply did not work for me.", "Half of what I believed turned out to be habit rather than knowledge.",
    "It took three attempts, one of them rather embarrassing.", "Everyone I asked had a strong opinion and none of them agreed.",
    "I wrote down what I did each week, which helped more than any guide.", "The part about {o} deserves its own thread.",
    "Cost matters to me, so please do not suggest the most expensive answer.", "I am aware that this comes up regularly, and I did read the wiki.",
];

#[rustfmt::skip]
pub const BODY_ENDS: &[&str] = &[
    "What would you have done differently?", "I am happy to answer questions in the comments.", "Any pointers are welcome, however small.",
    "Let me know if you want more detail.", "Thanks for reading this far.", "Curious to hear how others see it.",
    "Please be kind, this is my first post here.", "I will post an update in a few weeks.",
];

#[rustfmt::skip]
pub const COMMENTS: &[&str] = &[
    "This matches my experience with {s} almost exactly.", "I would start smaller and see how it goes.", "Have you looked at the wiki? There is a page on this.",
    "Thanks for writing this up, I learned something.", "I disagree, but I enjoyed reading it.", "The first year is always the hardest.",
    "Saving this for later.", "My grandmother swore by the opposite and she was usually right.", "Could you say more about the second part?",
    "It depends on where you live, to be honest.", "I gave up on {s} twice before it clicked.", "That is a very diplomatic way to put it.",
    "Source? I would like to read more.", "Came here to say this.", "You can borrow the equipment before you buy anything.",
    "The trick is to do it a little every day.", "I had the same problem until I stopped rushing.", "Please post an update, I am invested now.",
    "Not everything needs to be optimised.", "For {s} I would ask at a local club first.", "I tried this and it cost me a whole weekend.",
    "Honestly, ignore the reviews and trust your own judgement.", "There was a good discussion about {o} last month, too.",
    "Seconded. Simple and cheap wins.", "I think the question is framed the wrong way round.", "What a lovely thing to read on a Monday.",
    "I keep a notebook for exactly this reason.", "Ask me again in a year.", "This is why I love this forum.", "Two words: take notes.",
    "My results were mixed, but I would do it again.", "It works, though the smell takes getting used to.", "Nobody warned me about {s} and I am still upset.",
    "The older guides are better than the new ones.", "You are not overthinking it.", "You may be overthinking it.",
    "Counterpoint: leave it alone and it will sort itself out.", "I teach this, and you explained it better than I do.",
];

#[rustfmt::skip]
pub const COMMENT_TAILS: &[&str] = &[
    "", "", "", "", " Hope that helps.", " Your mileage may vary.", " Good luck!", " Let us know how it went.", " At least that is what worked for me.",
    " I wrote about it in an older thread.", " Ask away if anything is unclear.", " Just my two cents.",
];

#[rustfmt::skip]
pub const SITES: &[&str] = &[
    "theslowreview.example", "dailyledger.example", "fieldnotes.example", "northernpost.example", "openarchive.example", "commonscience.example",
    "longform.example", "workshopmag.example", "radiohour.example", "citybulletin.example", "thecuriousweekly.example", "handbook.example",
];

#[rustfmt::skip]
pub const USER_NAMES: &[&str] = &[
    "marta_k", "slowriver", "TinCanAlley", "piotr88", "quietharbor", "juniper_lane", "old_oak", "benedikt", "night_owl_42", "saltmarsh",
    "copperkettle", "wren_and_ivy", "lucaferri", "paper_moon", "hollis", "greta_b", "thirdshelf", "mossgarden", "okonkwo", "inkwell",
    "foxglove", "dusty_atlas", "anselm", "tramline", "harriet_o", "northstar7", "peppercorn", "sandpiper", "velvetworm", "yuki_t",
    "cobblestone", "brassbutton", "kiran_v", "longwayround", "silverbirch", "tomas_h", "plumtree", "early_riser", "caffeinated_cat", "deckchair",
    "nils_holm", "marginalia", "rosehip", "sundial", "teacup_storm", "ursula_p", "windowseat", "zephyrine", "amberlight", "bricolage",
    "cedarbox", "driftwood_dan", "elderflower", "fennelseed", "gullwing", "hedgerow", "ironbridge", "jackdaw", "kestrel_9", "lanternfish",
    "meadowlark", "nettle_soup", "orchard_end", "patchwork", "quillpen", "rainbarrel", "starling", "thimble", "umbrella_stand", "vole_patrol",
    "wicker", "xylo_phone", "yarnspinner", "zinc_bar", "aldo_m", "birgit_s", "chiara", "dorian_w", "esme_r", "farid_n",
    "gwen_a", "hassan_i", "ilse_d", "joaquin", "katya_l", "leopold", "mireille", "nadir", "oona", "pascal_g",
    "quincy", "rashida", "stellan", "tove", "umberto", "viola_c", "wilhelm", "ximena", "yannick", "zainab",
    "atlas_minor", "bookworm_beth", "candlewick", "dialtone", "echo_park", "flatwhite", "gravelroad", "homebody", "idlehands", "jukebox_jo",
    "keelboat", "lowtide", "midnight_oil", "nutmeg", "offbeat", "pinecone", "quartz", "roundabout", "snowmelt",
];

#[rustfmt::skip]
pub const BIOGRAPHIES: &[&str] = &[
    "Retired {job} with too many hobbies. Ask me about {s}.", "{job} by day, reader by night. Here mostly for {s}.",
    "Living near {city}. I collect stories about {s}.", "Slow replies, long comments. Former {job}.",
    "Learning about {s} one mistake at a time.", "{job} from {city}. Opinions are my own and subject to change.",
    "I moderate, therefore I am tired. Fond of {s}.", "Mostly lurking. Will talk for hours about {s}.",
    "Parent of two, {job}, reluctant owner of a very old car.", "Grew up in {city}, still looking for a decent bakery.",
];

#[rustfmt::skip]
pub const JOBS: &[&str] = &[
    "surveyor", "nurse", "bus driver", "archivist", "electrician", "translator", "school cook", "geologist", "piano tuner", "postwoman",
    "carpenter", "lighting technician", "vet", "chemist", "librarian", "gardener",
];

#[rustfmt::skip]
pub const BAN_REASONS: &[&str] = &[
    "Repeated advertising", "Insulting other members", "Posting the same link everywhere", "Vote manipulation", "Ignoring the picture rules",
    "Spoilers in titles",
];

#[rustfmt::skip]
pub const SUBJECT_LINES: &[&str] = &[
    "Your comment about {s}", "Meeting next month", "Swap offer", "A question about moderation", "Thank you!", "The {s} thread", "Typo in the wiki",
    "Weekend plans", "Book loan", "Photo permission", "Re: {s}", "Seeds for you", "Joining the team", "Old map",
];
