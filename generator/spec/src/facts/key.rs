//! The keys of facts.

/// The place where readers look for a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The name of its subject.
    Name,
    /// The kind of its subject.
    Kind,
    /// The name of its subject in the generated crate.
    Code,
    /// The documents' description of its subject.
    Summary,
    /// A deprecation.
    Deprecation,
    /// The address of its subject.
    Address,
    /// A sentence that callers have to know.
    Plain,
    /// A sentence in the documents' words.
    Text,
    /// A part of its subject with facts of its own.
    Member,
    /// A part of its subject without facts of its own.
    Item,
    /// The result.
    Result,
    /// An ambiguity and its decision.
    Note,
    /// The place in the documents that describes its subject.
    Source,
    /// Only programs and `explain` show it.
    Detail,
}

/// The value that programs get if a fact is absent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// `null`.
    One,
    /// `false`.
    Flag,
    /// An empty list; facts with such a key repeat.
    Many,
}

macro_rules! keys {
    ($(#[doc = $list:literal] $name:ident {
        $($variant:ident $text:literal $part:ident $shape:ident $doc:literal;)*
    })*) => {
        /// The subject of a fact.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Key {
            $($(#[doc = $doc] $variant,)*)*
        }

        impl Key {
            $(#[doc = $list] pub const $name: &'static [Self] = &[$(Self::$variant),*];)*

            /// Its name in the spec language.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $($(Self::$variant => $text,)*)* }
            }

            /// Returns the place where readers look for it.
            #[must_use]
            pub fn part(self) -> Part {
                match self { $($(Self::$variant => Part::$part,)*)* }
            }

            /// Returns the value that programs get if it is absent.
            #[must_use]
            pub fn shape(self) -> Shape {
                match self { $($(Self::$variant => Shape::$shape,)*)* }
            }
        }
    };
}

keys! {
    /// Keys of operations; other things have some of them too.
    OPERATION {
        Operation "operation" Name One "Name of an operation.";
        Unnamed "unnamed" Name One "Place of an entry without a name.";
        Rust "rust" Code One "Rust name.";
        Group "group" Code One "Rust module of an operation.";
        Summary "summary" Summary One "One sentence.";
        Deprecated "deprecated" Deprecation Flag "That an operation is deprecated.";
        Replacement "replacement" Deprecation One "What to use instead.";
        RemovedAfter "removed_after" Deprecation One "The month after which it is removed.";
        Method "method" Plain One "HTTP method.";
        Path "path" Address One "Path.";
        PathStatus "path_status" Detail One "Where the path is from.";
        PathSource "path_source" Detail One "The source that an overlay names for the path.";
        Effect "effect" Plain One "What it does to the server.";
        EffectStatus "effect_status" Detail One "Where the effect is from.";
        Repeatable "repeatable" Plain Flag "That sending it twice leaves the server as sending it once.";
        Rules "rules" Text Many "What the documents say in addition to the summary.";
        Since "since" Plain One "First server version.";
        Aliases "aliases" Plain Many "Other paths.";
        Auth "auth" Plain One "Credentials.";
        AuthIn "auth_in" Plain Flag "That the credential always travels in the bearer header.";
        Gates "gates" Plain Many "Gates.";
        Permission "permission" Plain One "Token action that is needed.";
        DeviceSince "device_since" Plain One "First version of the device client.";
        Encoding "encoding" Plain One "Request encoding.";
        SwappedIfReversed "swapped_if_reversed" Plain One "Two parameters that the server may swap.";
        Matches "matches" Plain One "The operation that behaves the same.";
        SeeAlso "see_also" Plain Many "Related operations.";
        Parameters "parameters" Member Many "Parameters.";
        Returns "returns" Result One "What comes back.";
        VersionChanges "version_changes" Text Many "Behavior that changed with a server version.";
        Limits "limits" Text Many "Limits.";
        States "states" Detail Many "Transitions between states.";
        NotShown "not_shown" Text Many "What the documents leave open.";
        Notes "notes" Note Many "Ambiguities and decisions.";
        Source "source" Source One "Where it is from, if not from the documents.";
        Document "document" Detail One "Number of the document.";
        InPart "part" Detail One "Part of the document.";
    }
    /// All other keys.
    OTHERS {
        Name "name" Name One "Name in the documents.";
        Type "type" Kind One "Type.";
        Json "json" Detail Flag "That the documents mark a parameter `(JSON)`.";
        Required "required" Kind Flag "That a parameter must be sent.";
        Nullable "nullable" Detail Flag "That it can be null.";
        Default "default" Plain One "Value used when absent.";
        Values "values" Plain One "Listed values.";
        ValuesType "values_type" Detail One "The type that lists the values.";
        Constant "value" Plain One "The one value that it has.";
        Format "format" Plain One "Format limit.";
        RequiredWhen "required_when" Plain One "What makes an optional parameter required.";
        TopLevelOnly "top_level_only" Plain Flag "That only top-level administrators may send it.";
        Secret "secret" Plain Flag "That it is never shown.";
        OneTime "one_time" Plain Flag "That it works once.";
        Doc "doc" Summary One "What the documents say about it.";

        Value "value" Plain One "Value of a constant.";

        // Types.
        NamedByDocuments "unnamed" Plain One "Whether the documents name a type.";
        Kind "kind" Kind One "What a type is.";
        Status "status" Detail One "Whether the documents show the fields or the schemes.";
        Fields "fields" Member Many "Fields.";
        Variants "values" Item Many "Values of a list.";

        // Authentication blocks and gates.
        Title "title" Summary One "Title.";
        Credential "credential_of" Plain One "The block whose credential is sent.";
        In "in" Plain One "Where parameters travel.";
        Prefix "prefix" Detail One "Start of the names of headers.";
        Bearer "bearer" Plain One "The parameter that a bearer header can carry.";
        Scheme "scheme" Detail One "The parameter that names the scheme.";
        Schemes "schemes" Item Many "Constructors of a credential.";
        Code "code" Name One "Code of a gate.";
        Asks "asks" Plain One "What a server is asked.";

        // The API.
        CrateVersion "crate_version" Detail One "Version of the generated crate.";
        About "about" Text Many "What the service does.";
        BaseUrl "base_url" Detail One "Placeholder of the base URL.";
        Documents "documents" Detail One "Titles of the documents.";
        Message "message" Plain One "The message type.";
        Envelope "envelope" Plain One "The envelope.";
        PathConvention "path_convention" Detail One "How paths are inferred.";
        EffectConvention "effect_convention" Detail One "How effects are inferred.";
        Operations "operations" Member Many "Operations.";
        Types "types" Member Many "Types.";
        Constants "constants" Member Many "Constants.";
        Resources "resources" Detail Many "Resources.";
        Topics "topics" Detail One "Other rules by heading.";
        Overlays "overlays" Plain Many "Overlays that changed the spec.";
    }
}

#[cfg(test)]
mod tests {
    use super::Key;
    use crate::load::keys;
    use crate::load::source::{
        ApiFile, AuthBlockSource, ConstantSource, FieldSource, GateSource, GroupSource, OperationSource,
        ParameterSource, TypeSource,
    };

    /// No output shows a key that is not a fact, and no change of it is reported.
    #[test]
    fn every_key_of_the_language_is_a_fact() {
        let keys = [
            keys::of::<ApiFile>(),
            keys::of::<AuthBlockSource>(),
            keys::of::<GateSource>(),
            keys::of::<GroupSource>(),
            keys::of::<ConstantSource>(),
            keys::of::<TypeSource>(),
            keys::of::<FieldSource>(),
            keys::of::<OperationSource>(),
            keys::of::<ParameterSource>(),
        ];
        let facts: Vec<&str> = Key::OPERATION.iter().chain(Key::OTHERS).map(|key| key.name()).collect();
        let others = keys.concat().into_iter().filter(|key| !facts.contains(key));
        // They decide what other facts are.
        assert_eq!(
            others.collect::<Vec<_>>(),
            [
                "default_auth",
                "groups",
                "auth_optional",
                "opaque",
                "of",
                "inferred_effect",
                "inferred_path",
                "without"
            ]
        );
    }
}
