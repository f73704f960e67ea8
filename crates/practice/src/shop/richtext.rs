//! What the rich text field may hold. The editor sends HTML; this keeps a short list of bare tags and
//! escapes the rest, so a stored description can be shown as it is.

/// Tags that stay, always without attributes. `div` becomes `p`, as editors write paragraphs both ways.
const KEPT: [(&str, &str); 15] = [
    ("p", "p"),
    ("div", "p"),
    ("br", "br"),
    ("b", "strong"),
    ("strong", "strong"),
    ("i", "em"),
    ("em", "em"),
    ("u", "u"),
    ("s", "s"),
    ("ul", "ul"),
    ("ol", "ol"),
    ("li", "li"),
    ("h2", "h3"),
    ("h3", "h3"),
    ("blockquote", "blockquote"),
];

/// Elements whose content goes with them.
const DROPPED: [&str; 6] = ["script", "style", "iframe", "object", "template", "textarea"];

/// Sanitises submitted HTML. The result has balanced tags from the list only.
pub fn sanitise(html: &str) -> String {
    let mut out = String::with_capacity(html.len());
    let mut open: Vec<&'static str> = Vec::new();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        push_text(&mut out, &rest[..at]);
        let Some(end) = rest[at..].find('>').map(|length| at + length) else {
            push_text(&mut out, &rest[at..]);
            rest = "";
            break;
        };
        let inside = &rest[at + 1..end];
        rest = &rest[end + 1..];
        let (closing, inside) = inside.strip_prefix('/').map_or((false, inside), |inside| (true, inside));
        let name: String =
            inside.chars().take_while(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
        if !closing && DROPPED.contains(&name.as_str()) {
            rest = after_element(rest, &name);
            continue;
        }
        let Some((_, kept)) = KEPT.iter().find(|(from, _)| *from == name) else { continue };
        if *kept == "br" {
            out.push_str("<br>");
        } else if closing {
            close(&mut out, &mut open, kept);
        } else {
            out.push('<');
            out.push_str(kept);
            out.push('>');
            open.push(kept);
        }
    }
    push_text(&mut out, rest);
    while let Some(tag) = open.pop() {
        end_tag(&mut out, tag);
    }
    out
}

/// The text of sanitised HTML, for search and short descriptions.
pub fn plain(html: &str) -> String {
    let mut out = String::with_capacity(html.len());
    let mut inside = false;
    for letter in html.chars() {
        match letter {
            '<' => {
                inside = true;
                if !out.ends_with(' ') && !out.is_empty() {
                    out.push(' ');
                }
            }
            '>' => inside = false,
            _ if !inside => out.push(letter),
            _ => {}
        }
    }
    out.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&amp;", "&")
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

fn push_text(out: &mut String, text: &str) {
    for letter in text.chars() {
        match letter {
            '>' => out.push_str("&gt;"),
            '<' => out.push_str("&lt;"),
            '"' => out.push_str("&quot;"),
            _ => out.push(letter),
        }
    }
}

fn close(out: &mut String, open: &mut Vec<&'static str>, tag: &str) {
    if !open.contains(&tag) {
        return;
    }
    while let Some(top) = open.pop() {
        end_tag(out, top);
        if top == tag {
            break;
        }
    }
}

fn end_tag(out: &mut String, tag: &str) {
    out.push_str("</");
    out.push_str(tag);
    out.push('>');
}

/// What follows the end tag of `name`; nothing when it never ends.
fn after_element<'a>(rest: &'a str, name: &str) -> &'a str {
    let lower = rest.to_ascii_lowercase();
    let Some(at) = lower.find(&format!("</{name}")) else { return "" };
    rest[at..].find('>').map_or("", |end| &rest[at + end + 1..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn formatting_stays_and_the_rest_goes() {
        assert_eq!(sanitise("<p>A <b>bold</b> claim</p>"), "<p>A <strong>bold</strong> claim</p>");
        assert_eq!(sanitise("<div style='x'>one</div>"), "<p>one</p>");
        assert_eq!(sanitise("a<script>alert(1)</script>b"), "ab");
        assert_eq!(sanitise("<img src=x onerror=alert(1)>c"), "c");
        assert_eq!(sanitise("<ul><li>open"), "<ul><li>open</li></ul>");
        assert_eq!(sanitise("</p>1 < 2"), "1 &lt; 2");
        assert_eq!(plain("<p>A <strong>bold</strong> claim</p><p>next</p>"), "A bold claim next");
    }

    proptest! {
        #[test]
        fn nothing_gets_through(html in "[<>/a-z \"'=!-]{0,80}") {
            let clean = sanitise(&html);
            let mut rest = clean.as_str();
            while let Some(at) = rest.find('<') {
                let end = rest[at..].find('>').expect("a kept tag ends") + at;
                let name = rest[at + 1..end].trim_start_matches('/');
                prop_assert!(KEPT.iter().any(|(_, kept)| *kept == name), "`{}` in {}", name, clean);
                rest = &rest[end + 1..];
            }
            prop_assert_eq!(sanitise(&clean), clean);
        }
    }
}
