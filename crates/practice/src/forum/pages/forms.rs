//! Labelled form fields with their complaints.

use maud::{Markup, html};

use crate::forum::acts::Complaints;

/// One field of a form. `id` is also the prefix of its hint's and complaint's ids.
#[derive(Debug, Clone, Copy, Default)]
pub struct Field<'a> {
    pub id: &'a str,
    pub name: &'static str,
    pub label: &'a str,
    pub value: &'a str,
    pub hint: &'a str,
    pub required: bool,
    pub rows: u8,
    /// Type of an input: `text` unless given.
    pub kind: &'static str,
}

impl Field<'_> {
    /// A line of text.
    pub fn input(self, wrong: &Complaints) -> Markup {
        let kind = if self.kind.is_empty() { "text" } else { self.kind };
        let complaint = wrong.on(self.name);
        let control = html! {
            input.form-field__input id=(self.id) type=(kind) name=(self.name) value=(self.value) required[self.required]
                aria-invalid=[complaint.map(|_| "true")] aria-describedby=[self.described(complaint)];
        };
        self.row(complaint, &control)
    }

    /// Several lines of text.
    pub fn area(self, wrong: &Complaints) -> Markup {
        let complaint = wrong.on(self.name);
        let control = html! {
            textarea.form-field__input id=(self.id) name=(self.name) rows=(self.rows.max(3)) required[self.required]
                aria-invalid=[complaint.map(|_| "true")] aria-describedby=[self.described(complaint)] { (self.value) }
        };
        self.row(complaint, &control)
    }

    /// A frame around any control which carries this field's id.
    pub fn row(self, complaint: Option<&str>, control: &Markup) -> Markup {
        html! {
            div.form-field.has-error[complaint.is_some()] data-field=(self.name) {
                label.form-field__label for=(self.id) {
                    (self.label) @if self.required { span.form-field__star aria-hidden="true" { " *" } }
                }
                (control)
                @if let Some(message) = complaint { p.form-field__error id=(format!("{}_error", self.id)) { (message) } }
                @if !self.hint.is_empty() { p.form-field__hint id=(format!("{}_hint", self.id)) { (self.hint) } }
            }
        }
    }

    fn described(self, complaint: Option<&str>) -> Option<String> {
        let error = complaint.map(|_| format!("{}_error", self.id));
        error.or_else(|| (!self.hint.is_empty()).then(|| format!("{}_hint", self.id)))
    }
}

/// The head of a form that was not accepted.
pub fn summary(wrong: &Complaints) -> Markup {
    html! {
        @if !wrong.is_empty() {
            div.form-errors role="alert" {
                @if wrong.count() == 1 { "The form has an error. Please correct it below." } @else { "The form has errors. Please correct them below." }
            }
        }
    }
}

/// A button that posts to an address, with fields that travel along.
pub fn post_button(
    action: &str,
    label: &str,
    class: &str,
    fields: &[(&str, &str)],
    confirm: Option<&str>,
) -> Markup {
    html! {
        form.inline-form action=(action) method="post" data-confirm=[confirm] {
            @for (name, value) in fields { input type="hidden" name=(name) value=(value); }
            button class=(class) type="submit" { (label) }
        }
    }
}
