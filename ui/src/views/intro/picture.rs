//! What Atelier does, in one picture.

use leptos::prelude::*;

/// Recordings, the pipeline that cuts and sorts them, and a page on which a skill works.
#[component]
pub fn Story() -> impl IntoView {
    let recordings = [0, 1, 2].map(|at| {
        let y = 34 + at * 52;
        view! {
            <g transform=format!("translate(20 {y})")>
                <rect class="story-paper" width="150" height="40" rx="6"></rect>
                <path class="story-thread" d="M14 26c16 3 8-16 24-14s14 18 32 14 16-16 34-13 20 4 32 2"></path>
                <circle class="story-dot" cx="14" cy="26" r="3"></circle>
                <circle class="story-dot" cx="136" cy="15" r="3"></circle>
            </g>
        }
    });
    let skills = [("search_posts", 34), ("upvote_post", 86), ("add_to_cart", 138)].map(|(name, y)| {
        view! {
            <g transform=format!("translate(282 {y})")>
                <rect class="story-skill" width="164" height="40" rx="6"></rect>
                <path class="story-sign" d="M20 12l8 4.5v8l-8 4.5-8-4.5v-8zM12 16.5l8 4.5 8-4.5M20 21v8"></path>
                <text class="story-mono" x="38" y="25">{name}</text>
            </g>
        }
    });
    view! {
        <svg class="story" viewBox="0 0 720 226" role="img"
            aria-label="Recordings are cut into skills; a skill works on a page when you ask for a task">
            {Vec::from(recordings)}
            <path class="story-flow" d="M178 54c50 0 50 0 98 0M178 106c50 0 50 0 98 0M178 158c50 0 50 0 98 0M178 158c60 0 40-52 98-52M178 54c60 0 40 52 98 52"></path>
            {Vec::from(skills)}
            <path class="story-flow strong" d="M454 106h52m-8-6l9 6-9 6"></path>
            <g transform="translate(520 34)">
                <rect class="story-paper" width="180" height="144" rx="8"></rect>
                <path class="story-line" d="M0 24h180M12 12h.1M22 12h.1M32 12h.1M16 44h90M16 58h120M16 84h148v18H16z"></path>
                <rect class="story-press" x="16" y="114" width="76" height="18" rx="4"></rect>
                <path class="story-check" d="M44 123l5 5 10-10"></path>
            </g>
            <text class="story-word" x="95" y="212">"What was recorded"</text>
            <text class="story-word" x="364" y="212">"What was learnt from it"</text>
            <text class="story-word" x="610" y="212">"What it does for you"</text>
        </svg>
    }
}
