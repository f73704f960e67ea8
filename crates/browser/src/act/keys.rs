//! Key chords and the protocol's key events.

use serde_json::{Value, json};

use crate::error::BrowserError;

/// A key with its modifiers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Chord {
    modifiers: Vec<Key>,
    key: Key,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Key {
    key: String,
    code: String,
    number: u32,
    text: Option<String>,
    bit: u8,
}

/// Name, code, virtual key number, text.
const NAMED: [(&str, &str, u32, Option<&str>); 31] = [
    ("Enter", "Enter", 13, Some("\r")),
    ("Tab", "Tab", 9, None),
    ("Escape", "Escape", 27, None),
    ("Backspace", "Backspace", 8, None),
    ("Delete", "Delete", 46, None),
    ("Insert", "Insert", 45, None),
    ("Home", "Home", 36, None),
    ("End", "End", 35, None),
    ("PageUp", "PageUp", 33, None),
    ("PageDown", "PageDown", 34, None),
    ("ArrowUp", "ArrowUp", 38, None),
    ("ArrowDown", "ArrowDown", 40, None),
    ("ArrowLeft", "ArrowLeft", 37, None),
    ("ArrowRight", "ArrowRight", 39, None),
    ("Space", "Space", 32, Some(" ")),
    ("F1", "F1", 112, None),
    ("F2", "F2", 113, None),
    ("F3", "F3", 114, None),
    ("F4", "F4", 115, None),
    ("F5", "F5", 116, None),
    ("F6", "F6", 117, None),
    ("F7", "F7", 118, None),
    ("F8", "F8", 119, None),
    ("F9", "F9", 120, None),
    ("F10", "F10", 121, None),
    ("F11", "F11", 122, None),
    ("F12", "F12", 123, None),
    ("Alt", "AltLeft", 18, None),
    ("Control", "ControlLeft", 17, None),
    ("Meta", "MetaLeft", 91, None),
    ("Shift", "ShiftLeft", 16, None),
];

const ALIASES: [(&str, &str); 13] = [
    ("return", "Enter"),
    ("esc", "Escape"),
    ("ctrl", "Control"),
    ("cmd", "Meta"),
    ("command", "Meta"),
    ("option", "Alt"),
    ("del", "Delete"),
    ("up", "ArrowUp"),
    ("down", "ArrowDown"),
    ("left", "ArrowLeft"),
    ("right", "ArrowRight"),
    ("spacebar", "Space"),
    (" ", "Space"),
];

impl Key {
    fn parse(name: &str) -> Option<Self> {
        let name =
            ALIASES.iter().find(|(alias, _)| alias.eq_ignore_ascii_case(name)).map_or(name, |(_, real)| real);
        if let Some((key, code, number, text)) = NAMED.iter().find(|(key, ..)| key.eq_ignore_ascii_case(name))
        {
            let bit = match *key {
                "Alt" => 1,
                "Control" => 2,
                "Meta" => 4,
                "Shift" => 8,
                _ => 0,
            };
            return Some(Self {
                key: if *key == "Space" { " ".into() } else { (*key).into() },
                code: (*code).into(),
                number: *number,
                text: text.map(str::to_owned),
                bit,
            });
        }
        let mut chars = name.chars();
        match (chars.next(), chars.next()) {
            (Some(only), None) => Some(Self::of_char(only)),
            _ => None,
        }
    }

    fn of_char(c: char) -> Self {
        let (code, number) = if c.is_ascii_alphabetic() {
            let upper = c.to_ascii_uppercase();
            (format!("Key{upper}"), u32::from(upper))
        } else if c.is_ascii_digit() {
            (format!("Digit{c}"), u32::from(c))
        } else if c == ' ' {
            ("Space".into(), 32)
        } else {
            (String::new(), 0)
        };
        Self { key: c.to_string(), code, number, text: Some(c.to_string()), bit: 0 }
    }

    fn event(&self, kind: &str, modifiers: u8, with_text: bool) -> Value {
        let mut event = json!({
            "type": kind,
            "key": self.key,
            "code": self.code,
            "windowsVirtualKeyCode": self.number,
            "nativeVirtualKeyCode": self.number,
            "modifiers": modifiers,
        });
        if with_text && let Some(text) = &self.text {
            event["text"] = json!(text);
            event["unmodifiedText"] = json!(text);
        }
        event
    }
}

impl Chord {
    /// Reads `Control+Shift+a`, `Enter`, `+`.
    pub fn parse(text: &str) -> Result<Self, BrowserError> {
        let unknown = || {
            BrowserError::Unsupported(format!(
                "`{text}` is no key chord; write for example `Enter`, `Control+a` or `Shift+Tab`"
            ))
        };
        let trimmed = if text == " " { "Space" } else { text.trim() };
        let (head, last) = match trimmed.strip_suffix('+') {
            Some("") => ("", "+"),
            Some(rest) if rest.ends_with('+') => (&rest[..rest.len() - 1], "+"),
            _ => trimmed.rsplit_once('+').map_or(("", trimmed), |(head, last)| (head, last)),
        };
        let mut modifiers = Vec::new();
        for part in head.split('+').filter(|part| !part.is_empty()) {
            let key = Key::parse(part.trim()).filter(|key| key.bit != 0).ok_or_else(unknown)?;
            modifiers.push(key);
        }
        let key = Key::parse(last.trim()).ok_or_else(unknown)?;
        Ok(Self { modifiers, key })
    }

    /// The `Input.dispatchKeyEvent` parameters in order.
    pub fn events(&self) -> Vec<Value> {
        let mut out = Vec::new();
        let mut bits = 0;
        for key in &self.modifiers {
            bits |= key.bit;
            out.push(key.event("rawKeyDown", bits, false));
        }
        let types = bits & !8 == 0 && self.key.text.is_some();
        let mut key = self.key.clone();
        if bits & 8 != 0 && key.text.is_some() && key.key.chars().count() == 1 {
            key.key = key.key.to_uppercase();
            key.text = Some(key.key.clone());
        }
        out.push(key.event(if types { "keyDown" } else { "rawKeyDown" }, bits, types));
        out.push(key.event("keyUp", bits, false));
        for modifier in self.modifiers.iter().rev() {
            bits &= !modifier.bit;
            out.push(modifier.event("keyUp", bits, false));
        }
        out
    }
}

/// Key events that type one character, whatever the keyboard layout.
pub(crate) fn typing(c: char) -> [Value; 2] {
    let key =
        if matches!(c, '\n' | '\r') { Key::parse("Enter") } else { None }.unwrap_or_else(|| Key::of_char(c));
    [key.event("keyDown", 0, true), key.event("keyUp", 0, false)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<(String, String)> {
        Chord::parse(text)
            .unwrap()
            .events()
            .iter()
            .map(|e| (e["type"].as_str().unwrap().to_owned(), e["key"].as_str().unwrap().to_owned()))
            .collect()
    }

    #[test]
    fn chords_press_and_release_in_order() {
        let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
        assert_eq!(
            kinds("ctrl+a"),
            [
                pair("rawKeyDown", "Control"),
                pair("rawKeyDown", "a"),
                pair("keyUp", "a"),
                pair("keyUp", "Control")
            ]
        );
        assert_eq!(kinds("enter"), [pair("keyDown", "Enter"), pair("keyUp", "Enter")]);
        assert_eq!(kinds("+")[0], pair("keyDown", "+"));
        assert_eq!(kinds("Shift++")[1], pair("keyDown", "+"));
        assert_eq!(kinds("é")[0], pair("keyDown", "é"));
    }

    #[test]
    fn nonsense_is_refused_with_an_example() {
        let error = Chord::parse("Hyper+x").unwrap_err().to_string();
        assert!(error.contains("`Hyper+x`") && error.contains("Control+a"), "{error}");
        assert!(Chord::parse("").is_err());
        assert!(Chord::parse("a+b").is_err());
    }
}
