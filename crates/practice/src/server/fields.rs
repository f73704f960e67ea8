//! Submitted fields: query strings, url-encoded forms and multipart forms, bounded and lenient.

use url::form_urlencoded;

/// Longest value kept of one field, in bytes; the rest is cut at a character.
const MAX_VALUE: usize = 40_000;
/// Most fields kept of one form.
const MAX_FIELDS: usize = 200;

/// An uploaded file of a multipart form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Upload {
    pub field: String,
    pub file_name: String,
    pub content_type: String,
    pub bytes: Vec<u8>,
}

/// Name and value pairs in their order, with the uploads if the form had any.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Fields {
    pairs: Vec<(String, String)>,
    pub uploads: Vec<Upload>,
}

impl Fields {
    #[must_use]
    pub fn from_urlencoded(text: &[u8]) -> Self {
        let pairs = form_urlencoded::parse(text).take(MAX_FIELDS);
        Self {
            pairs: pairs.map(|(name, value)| (name.into_owned(), bounded(value.into_owned()))).collect(),
            uploads: Vec::new(),
        }
    }

    /// Reads `multipart/form-data`; parts that make no sense are skipped.
    #[must_use]
    pub fn from_multipart(content_type: &str, body: &[u8]) -> Self {
        let mut fields = Self::default();
        let Some(boundary) = parameter(content_type, "boundary") else {
            return fields;
        };
        for part in split(body, format!("--{boundary}").as_bytes()).skip(1).take(MAX_FIELDS) {
            let Some(at) = find(part, b"\r\n\r\n") else { continue };
            let head = String::from_utf8_lossy(&part[..at]).into_owned();
            let content = &part[at + 4..];
            let content = content.strip_suffix(b"\r\n").unwrap_or(content);
            let Some(name) = parameter(&head, "name") else { continue };
            if let Some(file_name) = parameter(&head, "filename") {
                let kind = head.lines().find_map(|line| {
                    let (header, value) = line.split_once(':')?;
                    header.eq_ignore_ascii_case("content-type").then(|| value.trim().to_owned())
                });
                if !file_name.is_empty() {
                    fields.uploads.push(Upload {
                        field: name,
                        file_name,
                        content_type: kind.unwrap_or_default(),
                        bytes: content.to_vec(),
                    });
                }
            } else {
                fields.pairs.push((name, bounded(String::from_utf8_lossy(content).into_owned())));
            }
        }
        fields
    }

    /// The first value of a field, as sent; empty when there is none.
    pub fn text(&self, name: &str) -> &str {
        self.get(name).unwrap_or_default()
    }

    /// The first value of a field without surrounding blanks; empty when there is none.
    pub fn trimmed(&self, name: &str) -> &str {
        self.text(name).trim()
    }

    pub fn get(&self, name: &str) -> Option<&str> {
        self.pairs.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// All values of a field that may repeat.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> + 'a {
        self.pairs.iter().filter(move |(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// A field read as a value of another type; nothing when absent or unreadable.
    pub fn parse<T: std::str::FromStr>(&self, name: &str) -> Option<T> {
        self.trimmed(name).parse().ok()
    }

    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    pub fn pairs(&self) -> &[(String, String)] {
        &self.pairs
    }

    pub fn names(&self) -> Vec<String> {
        let texts = self.pairs.iter().map(|(name, _)| name.clone());
        texts.chain(self.uploads.iter().map(|upload| upload.field.clone())).collect()
    }

    /// These fields as a query string with one field set anew (or removed with `None`).
    #[must_use]
    pub fn query_with(&self, name: &str, value: Option<&str>) -> String {
        let mut out = form_urlencoded::Serializer::new(String::new());
        for (key, kept) in self.pairs.iter().filter(|(key, _)| key != name) {
            out.append_pair(key, kept);
        }
        if let Some(value) = value {
            out.append_pair(name, value);
        }
        out.finish()
    }
}

fn bounded(mut value: String) -> String {
    if value.len() > MAX_VALUE {
        let mut end = MAX_VALUE;
        while !value.is_char_boundary(end) {
            end -= 1;
        }
        value.truncate(end);
    }
    // Browsers send CRLF in text areas; one form inside keeps comparisons simple.
    value.replace("\r\n", "\n")
}

/// The value of `name=…` or `name="…"` in a header, where `name` is a whole word.
fn parameter(header: &str, name: &str) -> Option<String> {
    header.split([';', '\r', '\n']).find_map(|piece| {
        let (key, value) = piece.split_once('=')?;
        key.trim().eq_ignore_ascii_case(name).then(|| value.trim().trim_matches('"').to_owned())
    })
}

fn find(hay: &[u8], needle: &[u8]) -> Option<usize> {
    hay.windows(needle.len()).position(|window| window == needle)
}

fn split<'a>(body: &'a [u8], by: &'a [u8]) -> impl Iterator<Item = &'a [u8]> + 'a {
    let mut rest = Some(body);
    std::iter::from_fn(move || {
        let here = rest?;
        if let Some(at) = find(here, by) {
            rest = Some(&here[at + by.len()..]);
            Some(&here[..at])
        } else {
            rest = None;
            Some(here)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urlencoded_values_keep_order_and_lose_carriage_returns() {
        let fields = Fields::from_urlencoded(b"a=1&b=x%0D%0Ay&a=2");
        assert_eq!(fields.all("a").collect::<Vec<_>>(), ["1", "2"]);
        assert_eq!(fields.text("b"), "x\ny");
        assert_eq!(fields.query_with("a", Some("9")), "b=x%0Ay&a=9");
    }

    #[test]
    fn multipart_reads_texts_and_uploads() {
        let body = b"--zz\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nA cat\r\n--zz\r\nContent-Disposition: form-data; name=\"pic\"; filename=\"c.png\"\r\nContent-Type: image/png\r\n\r\n\x89PNG\r\n--zz--\r\n";
        let fields = Fields::from_multipart("multipart/form-data; boundary=zz", body);
        assert_eq!(fields.text("title"), "A cat");
        assert_eq!(fields.uploads.len(), 1);
        assert_eq!(fields.uploads[0].bytes, b"\x89PNG");
        assert_eq!(fields.uploads[0].content_type, "image/png");
    }

    #[test]
    fn rubbish_gives_no_fields() {
        assert_eq!(Fields::from_multipart("multipart/form-data", b"--\r\n").pairs().len(), 0);
        assert_eq!(Fields::from_multipart("multipart/form-data; boundary=q", b"--q--q--q").pairs().len(), 0);
    }
}
