//! The skill graph as a tree: sites, below them URL patterns within one another, on each the skills that start
//! there.

use std::collections::BTreeMap;
use std::sync::Arc;

use atelier_core::ipc::SkillRow;
use leptos::children::ViewFn;
use leptos::prelude::*;

use crate::components::badge::{EffectBadge, StageBadge};
use crate::components::icon::{Icon, Sign};
use crate::components::panel::Unfold;
use crate::words;

/// With more skills than this, patterns are closed until they are opened.
const OPEN: usize = 160;

/// A pattern with its skills, and the patterns below it.
#[derive(Clone, Debug, Default, PartialEq)]
struct Node {
    pattern: String,
    skills: Vec<SkillRow>,
    below: Vec<Node>,
}

impl Node {
    fn count(&self) -> usize {
        self.skills.len() + self.below.iter().map(Node::count).sum::<usize>()
    }

    /// Takes a pattern in, below the longest one that it lies in. Patterns come in their order, so what holds
    /// others comes first.
    fn insert(&mut self, pattern: &str, skills: Vec<SkillRow>) {
        match self.below.iter_mut().find(|node| lies_in(pattern, &node.pattern)) {
            Some(node) => node.insert(pattern, skills),
            None => self.below.push(Self { pattern: pattern.to_owned(), skills, below: Vec::new() }),
        }
    }
}

/// True where the pages of `inner` are below those of `outer`, segment by segment.
fn lies_in(inner: &str, outer: &str) -> bool {
    let path = |pattern: &str| pattern.split('?').next().unwrap_or_default().to_owned();
    let (inner_path, outer_path) = (path(inner), path(outer));
    let mut segments = inner_path.split('/');
    let within = outer_path.split('/').all(|segment| segments.next() == Some(segment));
    within && inner != outer && !outer.contains('?')
}

/// A tree for each site.
fn trees(rows: &[SkillRow], filter: &str) -> Vec<(String, Node)> {
    let filter = filter.to_lowercase();
    let fits = |row: &&SkillRow| {
        let text =
            format!("{} {} {} {}", row.name, row.name.replace('_', " "), row.description, row.url_pattern)
                .to_lowercase();
        filter.split_whitespace().all(|word| text.contains(word))
    };
    let mut sites: BTreeMap<&str, BTreeMap<&str, Vec<SkillRow>>> = BTreeMap::new();
    for row in rows.iter().filter(fits) {
        sites.entry(&row.site).or_default().entry(&row.url_pattern).or_default().push(row.clone());
    }
    let grow = |(site, patterns): (&str, BTreeMap<&str, Vec<SkillRow>>)| {
        let mut root = Node::default();
        for (pattern, skills) in patterns {
            root.insert(pattern, skills);
        }
        (site.to_owned(), root)
    };
    sites.into_iter().map(grow).collect()
}

#[component]
pub fn Tree(
    #[prop(into)] rows: Signal<Arc<Vec<SkillRow>>>,
    filter: RwSignal<String>,
    #[prop(into)] selected: Signal<Option<String>>,
    open: Callback<String>,
) -> impl IntoView {
    let trees = Memo::new(move |_| rows.with(|rows| trees(rows, &filter.get())));
    let wide = Memo::new(move |_| {
        trees.with(|trees| trees.iter().map(|(_, root)| root.count()).sum::<usize>() > OPEN)
    });
    let show = Show { selected, open };
    view! {
        <div class="tree" tabindex="0" role="region" aria-label="Skills by page">
            {move || trees.get().into_iter().map(|(site, root)| {
                let (total, pages) = (root.count(), pages(&root));
                view! {
                    <section>
                        <h2><Sign icon=Icon::Page/>{site}
                            <span class="muted num">{words::counted(total, "skill")}" on "{words::counted(pages, "page pattern")}</span></h2>
                        <ul class="patterns">{root.below.into_iter().map(|node| branch(node, show, !wide.get())).collect_view()}</ul>
                    </section>
                }
            }).collect_view()}
            {move || trees.with(Vec::is_empty).then(|| view! { <p class="waiting">"Nothing matches the filter."</p> })}
        </div>
    }
}

#[derive(Clone, Copy)]
struct Show {
    selected: Signal<Option<String>>,
    open: Callback<String>,
}

fn pages(node: &Node) -> usize {
    node.below.iter().map(|below| 1 + pages(below)).sum()
}

fn branch(node: Node, show: Show, open: bool) -> AnyView {
    let count = node.count();
    let (pattern, own) = (node.pattern.clone(), node.skills.len());
    let head = move || {
        let below = (count > own).then(|| format!(", {} with what is below", words::count(count)));
        view! {
            <Sign icon=Icon::Open/><span class="mono">{pattern}</span>
            <span class="muted small num">{words::counted(own, "skill")}{below}</span>
        }
    };
    let body: ViewFn = (move || {
        let skills: Vec<_> = node.skills.iter().cloned().map(|row| leaf(row, show)).collect();
        let below: Vec<_> = node.below.iter().cloned().map(|node| branch(node, show, open)).collect();
        view! {
            <ul class="leaves">{skills}</ul>
            {(!below.is_empty()).then(|| view! { <ul class="patterns">{below}</ul> })}
        }
    })
    .into();
    view! { <li><Unfold class="pattern" open head body/></li> }.into_any()
}

fn leaf(row: SkillRow, show: Show) -> impl IntoView {
    let key = row.id.to_string();
    let own = key.clone();
    view! {
        <li>
            <button class="leaf" aria-current=move || (show.selected.get().as_ref() == Some(&own)).then_some("true")
                on:click=move |_| show.open.run(key.clone())>
                <span class="mono">{row.name}</span>
                <span class="muted clip grow">{row.description}</span>
                <EffectBadge effect=row.effect/>
                <StageBadge stage=row.stage/>
            </button>
        </li>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_stand_below_those_they_lie_in() {
        let mut root = Node::default();
        for pattern in ["forum", "forum/f/*", "forum/f/*/edit", "forum/forums", "forum/search?q"] {
            root.insert(pattern, Vec::new());
        }
        let names = |node: &Node| node.below.iter().map(|below| below.pattern.clone()).collect::<Vec<_>>();
        assert_eq!(names(&root), ["forum"]);
        assert_eq!(names(&root.below[0]), ["forum/f/*", "forum/forums", "forum/search?q"]);
        assert_eq!(names(&root.below[0].below[0]), ["forum/f/*/edit"]);
        assert!(!lies_in("forum/forums", "forum/f"), "a segment is not a beginning of one");
    }
}
