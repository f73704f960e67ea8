//! What is left out or put otherwise for a server that does not know it.
//!
//! Servers answer 400, 422 or 500 to a field they do not know. The field that the answer names is given up, or
//! else the one least missed, and the request is made again. What helped is remembered for the endpoint.

use atelier_core::model::Calling;

use crate::chat::{ChatRequest, Form};

/// How a schema is put to the server; each is worth less than the one before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum SchemaBy {
    /// `response_format` with the schema.
    #[default]
    Format,
    /// `response_format` for any JSON; the schema in words.
    AnyJson,
    /// In words alone.
    Words,
}

/// What has been given up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)] // each is a field of the protocol that is sent or not
pub(crate) struct Concessions {
    /// Usage at the end of a stream is not asked for.
    pub no_usage: bool,
    pub schema: SchemaBy,
    pub no_seed: bool,
    pub no_temperature: bool,
    /// The limit is called `max_completion_tokens`.
    pub newer_limit: bool,
    /// Tools are described in words, calls read from the text.
    pub tools_in_words: bool,
}

impl Concessions {
    /// One concession more for this request; none where nothing is left that could have been the reason.
    pub(crate) fn after(
        self,
        request: &ChatRequest,
        calling: Calling,
        status: u16,
        said: &str,
    ) -> Option<Self> {
        let said = said.to_lowercase();
        let names = |words: &[&str]| words.iter().any(|word| said.contains(word));
        let has_schema = matches!(request.form, Form::Json { .. }) && self.schema != SchemaBy::Words;
        let less = |schema| match schema {
            SchemaBy::Format => SchemaBy::AnyJson,
            SchemaBy::AnyJson | SchemaBy::Words => SchemaBy::Words,
        };
        let has_tools = !request.tools.is_empty() && !self.tools_in_words && calling == Calling::Lenient;
        if status == 500 || status == 501 {
            // Some servers fail on a schema instead of refusing it.
            let tools = has_tools && names(&["tool", "jinja", "template"]);
            return match (has_schema, tools) {
                (_, true) => Some(Self { tools_in_words: true, ..self }),
                (true, false) => Some(Self { schema: less(self.schema), ..self }),
                (false, false) => None,
            };
        }
        if !self.no_usage && names(&["stream_options", "include_usage"]) {
            return Some(Self { no_usage: true, ..self });
        }
        if has_schema && names(&["response_format", "json_schema", "json_object", "schema", "grammar"]) {
            return Some(Self { schema: less(self.schema), ..self });
        }
        if !self.newer_limit && names(&["max_tokens", "max_completion_tokens"]) {
            return Some(Self { newer_limit: true, ..self });
        }
        if request.temperature.is_some() && !self.no_temperature && names(&["temperature"]) {
            return Some(Self { no_temperature: true, ..self });
        }
        if request.seed.is_some() && !self.no_seed && names(&["seed"]) {
            return Some(Self { no_seed: true, ..self });
        }
        if has_tools && names(&["tool", "function", "jinja"]) {
            return Some(Self { tools_in_words: true, ..self });
        }
        // It does not say what it minds.
        if !self.no_usage {
            Some(Self { no_usage: true, ..self })
        } else if has_schema {
            Some(Self { schema: less(self.schema), ..self })
        } else if request.seed.is_some() && !self.no_seed {
            Some(Self { no_seed: true, ..self })
        } else if has_tools {
            Some(Self { tools_in_words: true, ..self })
        } else {
            None
        }
    }
}
