//! Keys: the recorder writes each key twice, going down and coming up; a chord is one press here.

const MODIFIERS: [&str; 4] = ["Control", "Alt", "Shift", "Meta"];

/// Which modifiers are down, and the key that was pressed with them.
#[derive(Debug, Default)]
pub(crate) struct Keyboard {
    held: Vec<&'static str>,
}

impl Keyboard {
    /// A key goes down: the chord it completes, unless it is a modifier.
    pub(crate) fn down(&mut self, key: &str) -> Option<String> {
        if let Some(modifier) = MODIFIERS.into_iter().find(|name| *name == key) {
            if !self.held.contains(&modifier) {
                self.held.push(modifier);
            }
            return None;
        }
        // Shift alone is already in the character.
        let letter = key.chars().count() == 1;
        let mut parts: Vec<&str> = MODIFIERS.into_iter().filter(|name| self.held.contains(name)).collect();
        if letter && parts == ["Shift"] {
            parts.clear();
        }
        parts.push(key);
        Some(parts.join("+"))
    }

    /// A key comes up.
    pub(crate) fn up(&mut self, key: &str) {
        self.held.retain(|name| *name != key);
    }
}

/// The keys of a chord in the order they go down. A plus as the last key stays a plus.
pub(crate) fn of_chord(chord: &str) -> Vec<&str> {
    let (front, last) = match chord.strip_suffix("++") {
        Some(front) => (front, "+"),
        None if chord == "+" => ("", "+"),
        None => chord.rsplit_once('+').unwrap_or(("", chord)),
    };
    front.split('+').filter(|key| !key.is_empty()).chain([last]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chords_take_the_modifiers_that_are_down() {
        let mut keyboard = Keyboard::default();
        assert_eq!(keyboard.down("Shift"), None);
        assert_eq!(keyboard.down("Control"), None);
        assert_eq!(keyboard.down("a").as_deref(), Some("Control+Shift+a"));
        keyboard.up("Control");
        assert_eq!(keyboard.down("A").as_deref(), Some("A"));
        assert_eq!(keyboard.down("Tab").as_deref(), Some("Shift+Tab"));
        keyboard.up("Shift");
        assert_eq!(keyboard.down("Enter").as_deref(), Some("Enter"));
    }

    #[test]
    fn chords_come_apart() {
        assert_eq!(of_chord("Control+Shift+a"), ["Control", "Shift", "a"]);
        assert_eq!(of_chord("Control++"), ["Control", "+"]);
        assert_eq!(of_chord("+"), ["+"]);
        assert_eq!(of_chord("Enter"), ["Enter"]);
    }
}
