//! Almost-JSON as JSON: what models write when nobody holds them to the grammar.
//!
//! Read are: comments, trailing and missing commas, single and curly quotes, keys without quotes, `True`,
//! `None`, line breaks within strings, quotes within strings that do not end them. Brackets that stay open are
//! closed only where that is asked for: an answer that was cut off must not become a call.

use serde_json::{Map, Value};

/// What to do about an end that is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Open {
    Close,
    Refuse,
}

/// Nested deeper than this is nonsense.
const DEPTH: usize = 64;

/// A JSON value that was read, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Read {
    pub value: Value,
    /// It was no clean JSON.
    pub repaired: bool,
    /// Bytes of the text up to its end.
    pub end: usize,
}

/// The value that the text begins with. None where nothing of it can be read.
pub fn value(text: &str, open: Open) -> Option<Read> {
    let mut clean = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    if let Some(Ok(value)) = clean.next() {
        return Some(Read { value, repaired: false, end: clean.byte_offset() });
    }
    let mut reader = Reader { text, at: 0, open };
    let value = reader.value(0)?;
    Some(Read { value, repaired: true, end: reader.at })
}

/// The first object or array in a text with words around it; code fences count as words.
pub fn within(text: &str, open: Open) -> Option<Read> {
    let mut from = 0;
    while let Some(at) = text[from..].find(['{', '[']).map(|at| at + from) {
        if let Some(read) = value(&text[at..], open)
            && !(read.repaired && read.value == Value::Array(Vec::new()))
        {
            let repaired = read.repaired || !text[..at].trim().is_empty();
            return Some(Read { end: at + read.end, repaired, ..read });
        }
        from = at + 1;
    }
    None
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    open: Open,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    /// Spaces and comments.
    fn skip(&mut self) {
        loop {
            let rest = self.rest();
            let trimmed = rest.trim_start();
            self.at += rest.len() - trimmed.len();
            let comment = if trimmed.starts_with("//") {
                Some(trimmed.find('\n').unwrap_or(trimmed.len()))
            } else if trimmed.starts_with("/*") {
                Some(trimmed.find("*/").map_or(trimmed.len(), |end| end + 2))
            } else {
                None
            };
            match comment {
                Some(length) => self.at += length,
                None => return,
            }
        }
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        if depth > DEPTH {
            return None;
        }
        self.skip();
        match self.peek()? {
            '{' => self.object(depth),
            '[' => self.array(depth),
            c if closing(c).is_some() => self.string().map(Value::String),
            _ => self.bare(),
        }
    }

    fn object(&mut self, depth: usize) -> Option<Value> {
        self.next();
        let mut fields = Map::new();
        loop {
            self.skip();
            match self.peek() {
                None => return (self.open == Open::Close).then_some(Value::Object(fields)),
                Some('}') => {
                    self.next();
                    return Some(Value::Object(fields));
                }
                Some(',') => {
                    self.next();
                    continue;
                }
                Some(_) => {}
            }
            let key = self.key()?;
            self.skip();
            if !matches!(self.peek(), Some(':' | '=')) {
                // A key at the very end of what was cut off.
                return (self.open == Open::Close && self.peek().is_none()).then_some(Value::Object(fields));
            }
            self.next();
            self.skip();
            match self.value(depth + 1) {
                Some(value) => {
                    fields.insert(key, value);
                }
                None if self.open == Open::Close && self.rest().trim().is_empty() => {}
                None => return None,
            }
        }
    }

    fn array(&mut self, depth: usize) -> Option<Value> {
        self.next();
        let mut items = Vec::new();
        loop {
            self.skip();
            match self.peek() {
                None => return (self.open == Open::Close).then_some(Value::Array(items)),
                Some(']') => {
                    self.next();
                    return Some(Value::Array(items));
                }
                Some(',') => {
                    self.next();
                }
                Some(_) => items.push(self.value(depth + 1)?),
            }
        }
    }

    fn key(&mut self) -> Option<String> {
        if self.peek().is_some_and(|c| closing(c).is_some()) {
            return self.string();
        }
        let rest = self.rest();
        let end = rest.find(|c: char| !(c.is_alphanumeric() || "_-$.".contains(c))).unwrap_or(rest.len());
        let key = rest[..end].to_owned();
        self.at += end;
        (!key.is_empty()).then_some(key)
    }

    fn string(&mut self) -> Option<String> {
        let close = closing(self.next()?)?;
        let mut out = String::new();
        loop {
            let Some(c) = self.next() else {
                return (self.open == Open::Close).then_some(out);
            };
            if c == '\\' {
                self.escape(&mut out);
            } else if c == close && self.ends_here() {
                return Some(out);
            } else {
                out.push(c);
            }
        }
    }

    /// What comes behind the quote belongs to no string.
    fn ends_here(&self) -> bool {
        let rest = self.rest();
        let near = rest.trim_start();
        match near.chars().next() {
            None => true,
            Some('}' | ']' | ':') => true,
            // A comma within a sentence is followed by words, one between values by a value.
            Some(',') => {
                let after = near[1..].trim_start();
                after.is_empty()
                    || after.starts_with(|c: char| {
                        closing(c).is_some() || "{}[]-/".contains(c) || c.is_ascii_digit()
                    })
                    || ["true", "false", "null", "True", "False", "None"].iter().any(|w| after.starts_with(w))
                    || after.split_once([':', '\n']).is_some_and(|(key, _)| is_bare_key(key))
            }
            Some(c) => rest.starts_with('\n') && closing(c).is_some(),
        }
    }

    fn escape(&mut self, out: &mut String) {
        match self.next() {
            Some('n') => out.push('\n'),
            Some('t') => out.push('\t'),
            Some('r') => out.push('\r'),
            Some('b') => out.push('\u{8}'),
            Some('f') => out.push('\u{c}'),
            Some('u') => out.push(self.unicode().unwrap_or('\u{fffd}')),
            Some(c @ ('"' | '\'' | '\\' | '/')) => out.push(c),
            Some(c) => {
                out.push('\\');
                out.push(c);
            }
            None => {}
        }
    }

    fn unicode(&mut self) -> Option<char> {
        let first = self.four()?;
        if !(0xD800..0xDC00).contains(&first) {
            return char::from_u32(first);
        }
        if !self.rest().starts_with("\\u") {
            return None;
        }
        self.at += 2;
        let second = self.four()?;
        char::from_u32(0x1_0000 + ((first - 0xD800) << 10) + second.checked_sub(0xDC00)?)
    }

    fn four(&mut self) -> Option<u32> {
        let digits = self.rest().get(..4)?;
        let code = u32::from_str_radix(digits, 16).ok()?;
        self.at += 4;
        Some(code)
    }

    /// Numbers, and the words of JSON and Python.
    fn bare(&mut self) -> Option<Value> {
        let rest = self.rest();
        let end = rest.find([',', '}', ']', '\n', '/']).unwrap_or(rest.len());
        let word = rest[..end].trim();
        let cut_off = end == rest.len() && self.open == Open::Refuse;
        let value = match word {
            "true" | "True" | "TRUE" => Value::Bool(true),
            "false" | "False" | "FALSE" => Value::Bool(false),
            "null" | "None" | "undefined" | "NaN" => Value::Null,
            _ => {
                let number = word.trim_start_matches('+');
                let read = number.parse::<i64>().map(Value::from);
                read.ok().or_else(|| number.parse::<f64>().ok().filter(|n| n.is_finite()).map(Value::from))?
            }
        };
        if cut_off {
            return None;
        }
        self.at += end;
        Some(value)
    }
}

fn is_bare_key(text: &str) -> bool {
    let text = text.trim();
    !text.is_empty() && text.len() <= 40 && text.chars().all(|c| c.is_alphanumeric() || c == '_')
}

const fn closing(c: char) -> Option<char> {
    match c {
        '"' => Some('"'),
        '\'' => Some('\''),
        '“' | '„' | '”' => Some('”'),
        '‘' => Some('’'),
        '`' => Some('`'),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    #[test]
    fn what_models_write() {
        for (text, meant) in [
            (r"{'a': 'b', c: True, d: None,}", json!({ "a": "b", "c": true, "d": null })),
            ("{\"a\": \"one\ntwo\", \"b\": [1, 2.5, +3,]}", json!({ "a": "one\ntwo", "b": [1, 2.5, 3] })),
            (r#"{"say": "he said "yes" to me", "n": 1}"#, json!({ "say": "he said \"yes\" to me", "n": 1 })),
            ("{“a”: “b”} // done", json!({ "a": "b" })),
            ("{\"a\": 1 /* one */, // two\n \"b\": 2}", json!({ "a": 1, "b": 2 })),
            (r#"{"a": "x, y and "z", maybe", "b": "c"}"#, json!({ "a": "x, y and \"z\", maybe", "b": "c" })),
            (r#"{"path": "C:\new", "u": "\u00e4\ud83d\ude00"}"#, json!({ "path": "C:\new", "u": "ä😀" })),
        ] {
            let read = value(text, Open::Refuse).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(read.value, meant, "{text}");
        }
    }

    #[test]
    fn an_open_end_is_closed_only_when_asked() {
        for text in [r#"{"a": [1, {"b": "c"#, r#"{"a": "b""#, r#"{"a": 12"#, r#"{"a": "b", "c"#, r#"{"a": "#]
        {
            assert!(value(text, Open::Refuse).is_none(), "{text}");
            assert!(value(text, Open::Close).is_some_and(|read| read.repaired), "{text}");
        }
        assert_eq!(
            value(r#"{"a": [1, {"b": "c"#, Open::Close).unwrap().value,
            json!({ "a": [1, { "b": "c" }] })
        );
    }

    #[test]
    fn found_among_words() {
        let text = "Sure! Here it is:\n```json\n{\"a\": 1}\n```\nAnything else?";
        let read = within(text, Open::Refuse).unwrap();
        assert_eq!(read.value, json!({ "a": 1 }));
        assert!(text[read.end..].starts_with("\n```"));
        assert!(within("no [sic] braces here", Open::Refuse).is_none());
    }

    proptest! {
        #[test]
        fn clean_json_is_itself(a in ".*", n in any::<i64>()) {
            let clean = json!({ "a": a, "n": [n, null, { "b": true }] });
            let read = value(&clean.to_string(), Open::Refuse).unwrap();
            prop_assert_eq!(read.value, clean);
            prop_assert!(!read.repaired);
        }

        #[test]
        fn single_quoted_json_is_read(a in "[a-z ,.:]{0,20}") {
            let read = value(&format!("{{'a': '{a}'}}"), Open::Refuse);
            prop_assert_eq!(read.unwrap().value, json!({ "a": a }));
        }

        #[test]
        fn never_panics(text in ".{0,80}", close in any::<bool>()) {
            let open = if close { Open::Close } else { Open::Refuse };
            let _ = value(&text, open);
            let _ = within(&text, open);
        }
    }
}
