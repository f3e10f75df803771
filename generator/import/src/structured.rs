//! Objects, unions and lists of these outside JSON: in queries, forms, headers and paths.

use serde_json::{Value, json};

use crate::document::At;
use crate::importer::Importer;
use crate::left_out::Loss;
use crate::names;
use crate::parameters::{Parameters, Sent, entry_of};
use crate::schemas::{is_object, types};
use crate::typed::Typed;

impl Importer<'_> {
    /// An object in the query whose fields are sent under their own names: as one parameter, or, if
    /// there is such a one already or a field isn't a text, as a parameter of each. Returns whether it
    /// is such an object.
    pub fn exploded(
        &mut self,
        at: &At<'_>,
        schema: &At<'_>,
        words: &str,
        sent: &Sent<'_>,
        out: &mut Parameters,
    ) -> bool {
        let Some(target) = self.doc.follow(schema) else { return false };
        if !is_object(&target) || target.has("allOf") {
            return false;
        }
        let fields: Vec<_> = target.get("properties").into_iter().flat_map(|it| it.entries()).collect();
        let others = target.get("additionalProperties").filter(|it| it.value.is_object());
        let is_plain = fields.iter().map(|(_, it)| it).chain(&others).all(|it| self.is_plain(it));
        // Another parameter with such a name would be the same.
        if fields.iter().any(|(name, _)| out.in_query.contains(*name)) {
            return false;
        }
        if is_plain && !out.takes_all {
            out.takes_all = true;
            let typed = self.typed(schema, words);
            let notation = match typed.notation.as_str() {
                "object" => "Dictionary<string, any>",
                notation => notation,
            };
            let typed = Typed { notation: notation.to_owned(), ..typed };
            self.structured(at, typed, "fields", sent, out);
            return true;
        }
        if fields.is_empty() {
            return false;
        }
        if others.is_some() {
            self.lose(at, "a second object in a query whose names aren't all known", sent.name);
        }
        let listed = target.value.get("required").and_then(Value::as_array).into_iter().flatten();
        let listed: Vec<&str> = listed.filter_map(Value::as_str).collect();
        for (name, property) in fields {
            let inner = Sent {
                name,
                wanted: names::word(name, &['-', '.']),
                place: sent.place,
                required: sent.required && listed.contains(&name),
                style: sent.style,
            };
            let typed = self.typed(&property, &format!("{words} {name}"));
            self.value(&property, typed, &inner, out);
        }
        true
    }

    /// Returns whether the values of a schema are texts, or lists of texts.
    fn is_plain(&self, at: &At<'_>) -> bool {
        let Some(target) = self.doc.follow(at) else { return true };
        let has_parts = ["allOf", "oneOf", "anyOf"].iter().any(|key| target.has(key));
        !has_parts
            && match types(&target).0[..] {
                ["array"] => target.get("items").is_some_and(|it| {
                    self.doc.follow(&it).is_some_and(|it| !is_array(&it) && self.is_plain(&it))
                }),
                ["string" | "integer" | "number" | "boolean"] => true,
                _ => target.has("enum"),
            }
    }

    /// An object, a map, a list of such, a union or any value outside JSON.
    pub fn structured(
        &mut self,
        at: &At<'_>,
        typed: Typed,
        style: &str,
        sent: &Sent<'_>,
        out: &mut Parameters,
    ) {
        if typed.default.is_some() {
            self.remark(at, "a default of an object that is sent as fields", sent.name);
        }
        let doc = self.doc_of(at, typed.doc.clone());
        let is_deprecated = typed.deprecated || at.flag("deprecated");
        let notation = self.bare(at, Typed { nullable: false, default: None, ..typed }, sent.name);
        let mut entry = entry_of(&notation, sent, doc);
        entry.insert("object".to_owned(), json!(style));
        self.reserved(at, sent, &mut entry);
        if is_deprecated {
            entry.insert("deprecated".to_owned(), json!({}));
        }
        out.add(sent, entry);
    }

    /// Adds what isn't a text by its type: an object, a union, any value, or a list of these.
    pub fn unlike_text(
        &mut self,
        at: &At<'_>,
        typed: Typed,
        plain: &str,
        sent: &Sent<'_>,
        out: &mut Parameters,
    ) {
        let style = sent.style.object.filter(|it| ["commas", "pairs"].contains(it));
        if let Some(style) = style.filter(|_| self.has_flat_fields(plain)) {
            return self.structured(at, typed, style, sent, out);
        }
        if matches!(sent.place, "query" | "body") && style.is_none() && sent.style.object.is_some() {
            let is_said = sent.style.object == Some("brackets");
            let item = plain.strip_prefix("List<").and_then(|plain| plain.strip_suffix('>'));
            // Their names are repeated, as those of other lists.
            if !is_said && item.is_some_and(|item| self.is_union_of_texts(item)) {
                return self.structured(at, typed, "dots", sent, out);
            }
            if !is_said && plain != "any" && !self.is_union_of_texts(plain) {
                self.remark(at, "OpenAPI doesn't say how this is sent: with brackets", sent.name);
            }
            return self.structured(at, typed, "brackets", sent, out);
        }
        let reason = match plain {
            "any" => "a text stands for any value in a path or a header",
            _ if self.is_union_of_texts(plain) => "a text stands for a union in a path or a header",
            _ => "an object whose values aren't all texts, in a path or a header, or between commas",
        };
        let loss = if reason.starts_with("a text") { Loss::Words } else { Loss::Part };
        self.leave_out(at, reason, sent.name.to_owned(), loss);
        let doc = self.doc_of(at, typed.doc);
        out.add(sent, entry_of("string", sent, doc));
    }

    /// Returns whether a type is an object, or a map, whose values are texts that aren't secret.
    fn has_flat_fields(&self, notation: &str) -> bool {
        if let Some(value) = notation.strip_prefix("Dictionary<string, ").and_then(|it| it.strip_suffix('>'))
        {
            return self.is_flat(value);
        }
        let Some(ty) = self.types.get(notation) else { return false };
        let fields = ty.get("fields").and_then(Value::as_object).into_iter().flatten();
        let mut values = fields.map(|(_, field)| (field, field.get("type").unwrap_or(field)));
        let has_others = ["extends", "additional", "union"].iter().any(|key| ty.get(key).is_some());
        !has_others
            && ty.get("fields").is_some()
            && values.all(|(field, ty)| {
                let ty = ty.as_str().unwrap_or_default();
                field.get("secret").is_none() && self.is_flat(ty.strip_suffix(" or null").unwrap_or(ty))
            })
    }

    /// Returns whether a value is a text, whichever type of a union it has.
    pub fn is_union_of_texts(&self, notation: &str) -> bool {
        let members = self.types.get(notation).and_then(|it| it.get("union")).and_then(Value::as_array);
        members.is_some_and(|all| all.iter().filter_map(Value::as_str).all(|it| self.is_flat(it)))
    }
}

fn is_array(at: &At<'_>) -> bool {
    types(at).0 == ["array"]
}
