//! The skill graph (WebXSkill §3.2): pages as nodes, and which skills start on them.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::url_pattern::UrlPattern;

/// One node: a pattern and the skills that bear it, by their positions in the list the graph was made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    pub pattern: UrlPattern,
    pub specificity: usize,
    pub skills: Vec<usize>,
}

/// Nodes by pattern.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SkillGraph {
    nodes: Vec<Node>,
    by_pattern: BTreeMap<String, usize>,
}

impl SkillGraph {
    /// From the pattern of each skill, in the order of the skills.
    pub fn new<'a>(patterns: impl IntoIterator<Item = &'a str>) -> Self {
        let mut graph = Self::default();
        for (skill, pattern) in patterns.into_iter().enumerate() {
            if let Some(at) = graph.by_pattern.get(pattern) {
                graph.nodes[*at].skills.push(skill);
                continue;
            }
            graph.by_pattern.insert(pattern.to_owned(), graph.nodes.len());
            let pattern = UrlPattern(pattern.to_owned());
            graph.nodes.push(Node { specificity: pattern.specificity(), pattern, skills: vec![skill] });
        }
        graph
    }

    /// Nodes in the order of their first skills.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Skills at a page, in order: those whose pattern is the page's key or its normalised form, then those
    /// whose pattern matches, the more segments without a wildcard the earlier, among equals in their order.
    /// Each skill once.
    pub fn at(&self, key: &str, normal: &str) -> Vec<usize> {
        let exact = |pattern: &str| self.by_pattern.get(pattern).copied();
        let mut first: Vec<usize> = exact(key).into_iter().chain(exact(normal)).collect();
        first.dedup();
        let mut out: Vec<usize> =
            first.iter().flat_map(|at| self.nodes[*at].skills.iter().copied()).collect();
        out.sort_unstable();
        let matching = self
            .nodes
            .iter()
            .enumerate()
            .filter(|(at, node)| !first.contains(at) && node.pattern.matches(key))
            .flat_map(|(_, node)| node.skills.iter().map(|skill| (Reverse(node.specificity), *skill)));
        let mut matching: Vec<_> = matching.collect();
        matching.sort_unstable();
        out.extend(matching.into_iter().map(|(_, skill)| skill));
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_first_then_by_specificity_then_in_order() {
        let graph = SkillGraph::new(["a/*", "a/b/*", "a/b/c", "a/*/c", "a/b/*", "x"]);
        assert_eq!(graph.nodes().len(), 5);
        assert_eq!(graph.at("a/b/c", "a/b/*"), [1, 2, 4, 3, 0]);
        assert_eq!(graph.at("a/z", "a/z"), [0]);
        assert_eq!(graph.at("x", "x"), [5]);
        assert!(graph.at("y", "y").is_empty());
    }
}
