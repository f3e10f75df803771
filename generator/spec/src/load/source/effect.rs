//! The effects of operations on the server.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::HttpMethod;
use crate::naming;
use crate::text::named;

named! {
    /// The effect of an operation on the server.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    #[serde(rename_all = "snake_case")]
    pub enum Effect {
        /// Nothing that a user would notice: no session, no token, nothing started on a device.
        Reads = "reads",
        /// Something changes, and nothing is lost that the API can't simply undo.
        Changes = "changes",
        /// Something is lost or interrupted that the API can't simply undo.
        Destroys = "destroys",
    }
}

/// The rules for inferring what operations do, from the words of their names and from their HTTP methods.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EffectConvention {
    /// The first rule that has a word of the name, and the method, decides.
    pub rules: Vec<EffectRule>,
    /// Operations that don't follow the rules, with the reason.
    #[serde(default)]
    pub exceptions: IndexMap<String, String>,
}

impl EffectConvention {
    /// The rule for a name and an HTTP method.
    #[must_use]
    pub fn rule(&self, name: &str, method: HttpMethod) -> Option<&EffectRule> {
        let name = format!("-{}-", naming::kebab(name));
        // Few words are in it at all.
        let has = |word: &String| name.contains(&**word) && name.contains(&format!("-{word}-"));
        self.rules.iter().find(|rule| {
            let by_method = rule.methods.is_empty() || rule.methods.contains(&method);
            by_method && (rule.words.is_empty() || rule.words.iter().any(has))
        })
    }
}

/// One rule of the effect convention.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EffectRule {
    /// The rule in words.
    pub rule: String,
    /// Words of names, in kebab case; several in a row are joined with `-`. Without any, names don't matter.
    #[serde(default)]
    pub words: Vec<String>,
    /// HTTP methods; without any, methods don't matter.
    #[serde(default)]
    pub methods: Vec<HttpMethod>,
    /// The effect.
    pub effect: Effect,
    /// Sending it twice leaves the server as sending it once.
    #[serde(default)]
    pub repeatable: bool,
    /// An operation that supports it: the documents show its effect.
    pub as_in: String,
}
