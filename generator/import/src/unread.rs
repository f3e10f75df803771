//! Keys of a description that no step reads.

use std::collections::HashSet;

use generator_spec::text::counted;

use crate::at::At;
use crate::importer::Importer;
use crate::left_out::{LeftOut, Loss};

/// The keys that some step reads, or lists itself.
const READ: &str = "$defs $ref additionalProperties allOf allowReserved anyOf callbacks components const \
    contentEncoding contentMediaType content default definitions deprecated description discriminator encoding enum \
    exclusiveMaximum exclusiveMinimum explode externalDocs flow flows format headers in info items mapping maxItems \
    maxLength maxProperties maximum minItems minLength minProperties minimum multipleOf name nullable oneOf openapi \
    operationId parameters paths pattern patternProperties prefixItems properties propertyName readOnly requestBodies \
    requestBody required responses schema schemas scheme security securitySchemes servers style summary tags title \
    type unevaluatedProperties uniqueItems url variables version webhooks writeOnly \
    contact license termsOfService \
    authorizationUrl openIdConnectUrl refreshUrl scopes tokenUrl \
    additionalOperations query delete get head options patch post put trace \
    x-enum-varnames x-enumNames x-enumDeprecated x-ms-enum x-ms-discriminator-value x-ms-pageable x-nullable";

/// Keys of maps whose keys are names.
const OF_NAMES: &str = "$defs callbacks content definitions encoding headers mapping parameters paths \
    patternProperties properties requestBodies responses schemas securitySchemes variables";

/// Keys of values, of which everything is read, or listed elsewhere.
const VALUES: &str =
    "callbacks const contact default enum flows license scopes security unevaluatedProperties webhooks";

struct Keys {
    read: HashSet<&'static str>,
    of_names: HashSet<&'static str>,
    values: HashSet<&'static str>,
}

impl Importer<'_> {
    /// Notes one of many things of a kind: the list has the first place, and their number.
    pub fn count(&mut self, at: &At<'_>, reason: String, detail: &str) {
        let place = self.doc.shown(at);
        self.counted.entry((reason, detail.to_owned())).or_insert((place, 0)).1 += 1;
    }

    /// Lists what was counted.
    pub fn list_counted(&mut self) {
        let [read, of_names, values] = [READ, OF_NAMES, VALUES].map(|it| it.split_whitespace().collect());
        self.find_unread(&self.doc.root(), false, &Keys { read, of_names, values });
        for ((reason, detail), (pointer, places)) in std::mem::take(&mut self.counted) {
            let places = counted(places, "place");
            let detail = if detail.is_empty() { places } else { format!("{detail}, {places}") };
            self.left_out.push(LeftOut { pointer, reason, detail, loss: Loss::Words });
        }
    }

    fn find_unread(&mut self, at: &At<'_>, has_names: bool, keys: &Keys) {
        for (key, value) in at.entries() {
            // A tag, a type or a parameter has no room for more than words.
            let is_lost = key == "externalDocs" && !self.has_links(at);
            if !has_names && (is_lost || !keys.read.contains(key)) {
                self.count(&value, format!("a key that isn't read: `{key}`"), "");
            } else if has_names || !keys.values.contains(key) && !key.starts_with("x-") {
                self.find_unread(&value, !has_names && keys.of_names.contains(key), keys);
            }
        }
        at.items().for_each(|it| self.find_unread(&it, false, keys));
    }

    /// Returns whether links of an object are kept: those of the API and of operations.
    fn has_links(&self, at: &At<'_>) -> bool {
        at.pointer.is_empty() || at.pointer.starts_with("/paths/") && at.pointer.matches('/').count() == 3
    }
}
