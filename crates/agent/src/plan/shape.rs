//! What values of a parameter look like, learnt from its type, options and examples.

use atelier_core::skill::{Parameter, ParameterKind};

use super::lexicon;
use super::units::Unit;
use super::words::Kind;

/// A list of options up to this length is taken as complete.
const CLOSED: usize = 15;

/// The shape of one parameter's values.
#[derive(Clone, Debug)]
pub struct Shape {
    pub kind: ParameterKind,
    pub options: Vec<String>,
    /// Most words of an example.
    words: usize,
    /// Every source intent that said a value had it in quotation marks.
    pub quoted: bool,
    /// No source intent had it in quotation marks, though some said it.
    pub bare: bool,
    numbers: bool,
    /// Some example has a comma in it.
    commas: bool,
    emails: bool,
    urls: bool,
    /// `/f/`, where every example begins so.
    prefix: String,
    /// `-` or `_`, where examples are slugs.
    joint: Option<char>,
    lower: bool,
    /// `#` or a currency sign, where every example begins with it.
    sign: Option<char>,
    /// Families of the words that set apart, as far as examples are such words (*week*, *newest*).
    families: Vec<&'static str>,
}

impl Shape {
    /// Learns from the parameter, from values that were seen, and from how they were said: in quotation marks or
    /// not.
    pub fn of(parameter: &Parameter, seen: &[&str], said: &[bool]) -> Self {
        let mut all: Vec<&str> = parameter.examples.iter().map(String::as_str).collect();
        all.extend(seen);
        let every = |test: &dyn Fn(&str) -> bool| !all.is_empty() && all.iter().all(|v| test(v));
        let no_space = every(&|v| !v.contains(' '));
        let joint = ['-', '_'].into_iter().find(|c| no_space && all.iter().any(|v| v.trim().contains(*c)));
        Self {
            kind: parameter.kind,
            options: parameter.options.clone(),
            words: all.iter().map(|v| v.split_whitespace().count()).max().unwrap_or(8).max(1),
            quoted: !said.is_empty() && said.iter().all(|quoted| *quoted),
            bare: !said.is_empty() && said.iter().all(|quoted| !*quoted),
            numbers: every(&|v| v.trim().parse::<f64>().is_ok()),
            commas: all.iter().any(|v| v.contains(',')),
            emails: every(&|v| v.contains('@') && v.contains('.')),
            urls: every(&|v| v.contains("://")),
            prefix: prefix(&all),
            joint: joint.filter(|_| !every(&|v| v.contains("://") || v.contains('@'))),
            lower: every(&|v| v == v.to_lowercase() && v.chars().any(char::is_alphabetic)),
            sign: ['#', '$', '€', '£'].into_iter().find(|c| every(&|v| v.starts_with(*c))),
            families: all
                .iter()
                .flat_map(|v| words_of(v))
                .filter_map(|w| lexicon::qualifier(&w).map(|(family, _)| family))
                .collect(),
        }
    }

    /// How well a run of units could be a value, and the value. None where it cannot.
    /// `open_end`: the run stands after a colon or a word like *saying* and reaches the end.
    pub fn score(&self, text: &str, run: &[Unit], open_end: bool) -> Option<(f64, String)> {
        let (first, last) = (run.first()?, run.last()?);
        if run.iter().any(|u| u.kind == Kind::Quoted) && run.len() > 1 {
            return None;
        }
        if matches!(first.kind, Kind::Mark | Kind::Possessive)
            || matches!(last.kind, Kind::Mark | Kind::Possessive)
        {
            return None;
        }
        let raw = if run.len() == 1 && first.kind != Kind::Word {
            first.value.clone()
        } else {
            text.get(first.range.start..last.range.end)?.to_owned()
        };
        if let Some(option) = self.option(&raw) {
            return Some((if first.kind == Kind::Quoted { 1.8 } else { 1.6 }, option));
        }
        if !self.options.is_empty() && self.options.len() <= CLOSED {
            return None;
        }
        match self.kind {
            ParameterKind::Integer | ParameterKind::Number => {
                let value = number(run, &raw)?;
                return self.kind.accepts(&value).then_some((1.6, value));
            }
            ParameterKind::Date => {
                return (first.kind == Kind::Date && run.len() == 1).then_some((1.6, raw));
            }
            ParameterKind::Boolean | ParameterKind::Secret => return None,
            ParameterKind::String | ParameterKind::File => {}
        }
        if self.numbers {
            // A code such as a postcode may have letters where the examples had none.
            let code = || (run.len() <= 2 && run.iter().any(|u| u.kind == Kind::Number)).then(|| raw.clone());
            return number(run, &raw).map(|value| (1.5, value)).or_else(|| Some((1.0, code()?)));
        }
        if self.emails {
            return (first.kind == Kind::Email && run.len() == 1).then_some((1.6, raw));
        }
        if self.urls {
            return (run.len() == 1 && matches!(first.kind, Kind::Url | Kind::Quoted)).then_some((1.6, raw));
        }
        // In a list that the examples split at its commas, a value with one would swallow its neighbour.
        let listed = run.iter().any(|u| u.kind == Kind::Mark && u.value == ",");
        if listed && !self.commas && !open_end {
            return None;
        }
        let mut score = match first.kind {
            Kind::Quoted => return Some((1.5, self.dress(&raw, true))),
            Kind::Path if run.len() == 1 => 1.3,
            Kind::Word if open_end => 1.3,
            Kind::Word => 0.8,
            Kind::Number | Kind::Date => 0.4,
            _ => 0.6,
        };
        let empty = |u: &Unit| u.kind != Kind::Word || u.meaning.filler || u.meaning.preposition;
        if first.kind == Kind::Word && run.iter().all(|u| empty(u) && !u.capital) {
            return None;
        }
        if self.quoted {
            score -= 0.4;
        }
        if !open_end {
            score += self.plain(run);
        }
        let excess = run.iter().filter(|u| u.kind != Kind::Mark).count().saturating_sub(self.words.max(1));
        score -= 0.25 * excess as f64 * if open_end { 0.2 } else { 1.0 };
        Some((score, self.dress(&raw, false)))
    }

    /// The option that the text means.
    pub fn option(&self, text: &str) -> Option<String> {
        let wanted = words_of(text);
        if wanted.is_empty() {
            return None;
        }
        let same = self.options.iter().find(|option| words_of(option) == wanted);
        let stems: Vec<String> = wanted.iter().map(|w| lexicon::stem(w)).collect();
        same.or_else(|| {
            self.options
                .iter()
                .find(|option| words_of(option).iter().map(|w| lexicon::stem(w)).collect::<Vec<_>>() == stems)
        })
        .or_else(|| {
            // *latest* for the option “New”: the same meaning among the words that set apart.
            let [word] = &wanted[..] else { return None };
            let meaning = lexicon::qualifier(word)?;
            let mut like = self.options.iter().filter(|option| {
                let words = words_of(option);
                words.len() == 1 && lexicon::qualifier(&words[0]) == Some(meaning)
            });
            like.next().filter(|_| like.next().is_none())
        })
        .cloned()
    }

    /// Gives a value the outer form of the examples.
    pub fn dress(&self, raw: &str, quoted: bool) -> String {
        let mut value = raw.trim().to_owned();
        if let Some(sign) = self.sign
            && value.starts_with(|c: char| c.is_ascii_digit())
        {
            value.insert(0, sign);
        }
        let pathlike = !value.contains(' ') && value.contains('/') && !value.contains("://");
        if !self.prefix.is_empty() && !value.starts_with(&self.prefix) {
            let last = value.rsplit('/').next().unwrap_or(&value);
            value = format!("{}{last}", self.prefix);
        } else if self.prefix.is_empty() && pathlike && !quoted {
            value = value.trim_end_matches('/').rsplit('/').next().unwrap_or(&value).to_owned();
        }
        if let Some(bare) = value.strip_prefix('@')
            && !quoted
        {
            value = bare.to_owned();
        }
        if let Some(joint) = self.joint
            && !quoted
            && value.contains(' ')
            && value.split(' ').count() <= 4
        {
            value = value.split_whitespace().collect::<Vec<_>>().join(&joint.to_string());
        }
        // *Books* for `books`; a name with capitals inside is spelt so on purpose.
        let simple = value.chars().skip(1).all(|c| !c.is_uppercase());
        if self.lower && !quoted && simple && !value.contains(' ') {
            value = value.to_lowercase();
        }
        value
    }

    /// Bonus and penalties for a run of plain words.
    fn plain(&self, run: &[Unit]) -> f64 {
        let strong = |u: &Unit| u.capital || matches!(u.kind, Kind::Number | Kind::Date);
        let named = run.iter().any(|u| u.capital)
            && run.first().is_some_and(strong)
            && run.last().is_some_and(strong);
        let mut score = if named { 0.4 } else { 0.0 };
        for unit in run {
            let meaning = &unit.meaning;
            let mine = meaning.qualifier.is_some_and(|(family, _)| self.families.contains(&family));
            score -= match unit.kind {
                Kind::Mark if unit.value == "." => 1.2,
                Kind::Mark => 0.7,
                Kind::Possessive => 0.5,
                Kind::Word if unit.capital => 0.0,
                Kind::Word if meaning.negation => 1.0,
                Kind::Word if named && (meaning.filler || meaning.preposition) => 0.05,
                Kind::Word if mine => 0.0,
                Kind::Word if meaning.filler || meaning.preposition => 0.4,
                Kind::Word if meaning.command || meaning.thing.is_some() || meaning.qualifier.is_some() => {
                    0.75
                }
                Kind::Word if matches!(unit.word.as_str(), "sorted" | "ordered" | "filtered" | "ranked") => {
                    0.9
                }
                Kind::Word if meaning.verb.is_some() && unit.word.ends_with("ed") => 0.4,
                Kind::Word => 0.03,
                _ => 0.0,
            };
        }
        score
    }
}

fn number(run: &[Unit], raw: &str) -> Option<String> {
    let [unit] = run else { return None };
    match unit.kind {
        Kind::Number => Some(unit.value.clone()),
        Kind::Quoted => raw.trim().parse::<f64>().ok().map(|_| raw.trim().to_owned()),
        Kind::Word => lexicon::number_word(&unit.word).map(|n| n.to_string()),
        _ => None,
    }
}

/// Words of a value in lower case, without signs.
pub fn words_of(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’')
        .map(|w| w.trim_matches(['\'', '’']).to_lowercase())
        .filter(|w| !w.is_empty())
        .collect()
}

/// `/f/` where all examples begin with it.
fn prefix(all: &[&str]) -> String {
    let cut = |v: &&str| v.rfind('/').map(|at| v[..=at].to_owned());
    let Some(first) = all.first().and_then(cut) else {
        return String::new();
    };
    let same = all.iter().all(|v| cut(v).as_deref() == Some(first.as_str()) && !v.contains("://"));
    // `guides/tea` does not mean that every page is a guide; `/f/tea` and `f/tea` are how forums are written.
    if same && (first.starts_with('/') || first.len() <= 3) { first } else { String::new() }
}

#[cfg(test)]
mod tests {
    use super::super::units::of_intent;
    use super::*;

    fn shape(kind: ParameterKind, examples: &[&str], options: &[&str]) -> Shape {
        let own = |v: &[&str]| v.iter().map(|t| (*t).to_owned()).collect();
        let parameter = Parameter {
            name: "p".into(),
            kind,
            required: true,
            description: String::new(),
            examples: own(examples),
            options: own(options),
            options_from: None,
        };
        Shape::of(&parameter, &[], &[])
    }

    fn value(shape: &Shape, text: &str) -> Option<String> {
        let units = of_intent(text);
        shape.score(text, &units, false).map(|(_, value)| value)
    }

    #[test]
    fn forums_in_every_spelling() {
        let bare = shape(ParameterKind::String, &["books", "movies"], &[]);
        for text in ["books", "f/books", "/f/books", "\"books\"", "/f/books/"] {
            assert_eq!(value(&bare, text).as_deref(), Some("books"), "{text}");
        }
        let whole = shape(ParameterKind::String, &["/f/books"], &[]);
        assert_eq!(value(&whole, "gardening").as_deref(), Some("/f/gardening"));
        assert_eq!(value(&whole, "/f/tea").as_deref(), Some("/f/tea"));
    }

    #[test]
    fn types_and_options_hold() {
        let number = shape(ParameterKind::Integer, &["3"], &[]);
        assert_eq!(value(&number, "1,200").as_deref(), Some("1200"));
        assert_eq!(value(&number, "three").as_deref(), Some("3"));
        assert_eq!(value(&number, "lamp"), None);
        let sort = shape(ParameterKind::String, &["New"], &["Hot", "New", "Top"]);
        assert_eq!(value(&sort, "latest").as_deref(), Some("New"));
        assert_eq!(value(&sort, "top").as_deref(), Some("Top"));
        assert_eq!(value(&sort, "controversial"), None);
        let day = shape(ParameterKind::Date, &["2026-01-02"], &[]);
        assert_eq!(value(&day, "March 5, 2026").as_deref(), Some("2026-03-05"));
    }

    #[test]
    fn a_sentence_is_a_worse_value_than_a_name() {
        let name = shape(ParameterKind::String, &["Ada Byron"], &[]);
        let score = |text: &str| {
            let units = of_intent(text);
            name.score(text, &units[1..], false).map_or(-9.0, |(s, _)| s)
        };
        assert!(score("x Grace Hopper") > score("x grace hopper"));
        assert!(score("x grace and then delete it") < 0.0);
    }
}
