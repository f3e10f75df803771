//! Objects, unions and lists of these outside JSON: in queries, forms, headers and paths.

use serde_json::{Value, json};

use crate::at::At;
use crate::entry::{add, deprecated, map, yes};
use crate::importer::Importer;
use crate::left_out::Loss;
use crate::parameters::{Parameters, Sent};
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
        if !target.is_object() || target.has("allOf") {
            return false;
        }
        let fields: Vec<_> = target.entries_of("properties").collect();
        let others = target.additional();
        let is_plain = fields.iter().map(|(_, it)| it).chain(&others).all(|it| self.is_plain(it));
        // Another parameter with such a name would be the same.
        if fields.iter().any(|(name, _)| out.in_query.contains(*name)) {
            return false;
        }
        if is_plain && !out.takes_all {
            out.takes_all = true;
            let mut typed = self.typed(schema, words);
            if typed.notation == "object" {
                typed.notation = "Dictionary<string, any>".to_owned();
            }
            self.structured(at, typed, "fields", sent, out);
            return true;
        }
        if fields.is_empty() {
            return false;
        }
        if others.is_some() {
            self.lose(at, "a second object in a query whose names aren't all known", sent.name);
        }
        for (name, property) in fields {
            let required = sent.required && target.texts("required").any(|it| it == name);
            let inner = Sent::new(name, sent.place, required, sent.style);
            let typed = self.typed(&property, &format!("{words} {name}"));
            self.value(&property, typed, &inner, out);
        }
        true
    }

    /// Returns whether the values of a schema are texts, or lists of texts.
    fn is_plain(&self, at: &At<'_>) -> bool {
        let Some(target) = self.doc.follow(at) else { return true };
        let is_item = |it: At<'_>| self.doc.follow(&it).is_some_and(|it| !it.is_list() && self.is_plain(&it));
        match target.types()[..] {
            _ if target.has_parts() => false,
            ["array"] => target.get("items").is_some_and(is_item),
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
        let doc = at.doc_or(typed.doc.clone());
        let deprecated = deprecated(typed.deprecated || at.flag("deprecated"));
        let notation = self.bare(at, Typed { nullable: false, default: None, ..typed }, sent.name);
        let (ty, reserved) = (sent.marked(&notation), self.reserved(at, sent));
        // OpenAPI doesn't say what any style makes of a list of objects.
        let is_inferred = style == "brackets"
            && self.plain_of(&notation).starts_with("List<")
            && sent.style.object != Some(style);
        let mut keys = map(json!({"type": ty, "object": style, "object_inferred": yes(is_inferred)}));
        add(&mut keys, json!({"reserved": reserved, "deprecated": deprecated, "doc": doc}));
        out.add(sent, Value::Object(keys));
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
            if !is_said && item.is_none() && plain != "any" && !self.is_union_of_texts(plain) {
                self.remark(at, "OpenAPI doesn't say how this is sent: with brackets", sent.name);
            }
            return self.structured(at, typed, "brackets", sent, out);
        }
        let (reason, loss) = match plain {
            "any" => ("a text stands for any value in a path or a header", Loss::Words),
            _ if self.is_union_of_texts(plain) => {
                ("a text stands for a union in a path or a header", Loss::Words)
            }
            _ => (
                "an object whose values aren't all texts, in a path or a header, or between commas",
                Loss::Part,
            ),
        };
        self.leave_out(at, reason, sent.name.to_owned(), loss);
        out.add(sent, json!({"type": sent.marked("string"), "doc": at.doc_or(typed.doc)}));
    }

    /// Returns whether a type is an object, or a map, whose values are texts that aren't secret.
    fn has_flat_fields(&self, notation: &str) -> bool {
        if let Some(value) = notation.strip_prefix("Dictionary<string, ").and_then(|it| it.strip_suffix('>'))
        {
            return self.is_flat(value);
        }
        let Some(ty) = self.types.get(notation) else { return false };
        let has_others = ["extends", "additional", "union"].iter().any(|key| ty.get(key).is_some());
        let is_flat = |field: &Value| {
            let ty = field.get("type").unwrap_or(field).as_str().unwrap_or_default();
            field.get("secret").is_none() && self.is_flat(ty.strip_suffix(" or null").unwrap_or(ty))
        };
        let fields = ty.get("fields").filter(|_| !has_others);
        fields.is_some_and(|it| it.as_object().into_iter().flatten().all(|(_, field)| is_flat(field)))
    }

    /// Returns whether a value is a text, whichever type of a union it has.
    pub fn is_union_of_texts(&self, notation: &str) -> bool {
        let members = self.types.get(notation).and_then(|it| it.get("union")).and_then(Value::as_array);
        members.is_some_and(|all| all.iter().filter_map(Value::as_str).all(|it| self.is_flat(it)))
    }
}
