//! The keys of facts.

use crate::text::named;

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

named! {
    /// A thing that has facts, and the key of the list that has such things in an export.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Subject {
        /// An API.
        Api = "apis",
        /// A group of operations.
        Group = "groups",
        /// An authentication block.
        Block = "auth",
        /// A gate.
        Gate = "gates",
        /// A constant.
        Constant = "constants",
        /// A type.
        Type = "types",
        /// A field of a type.
        Field = "fields",
        /// An operation, or an entry without a name.
        Operation = "operations",
        /// A parameter of an operation or of an authentication block.
        Parameter = "parameters",
    }
}

macro_rules! keys {
    ($($variant:ident $text:literal $(($exported:literal))? $part:ident $shape:ident [$($subject:ident)*] $doc:literal;)*) => {
        /// The meaning of a fact.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Key {
            $(#[doc = $doc] $variant,)*
        }

        impl Key {
            /// All keys.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// Its name in the spec language.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }

            /// Its name in an export, which is that of the spec language where it can be.
            #[must_use]
            pub fn exported(self) -> &'static str {
                match self {
                    $($(Self::$variant => $exported,)?)*
                    key => key.name(),
                }
            }

            /// Returns the place where readers look for it.
            #[must_use]
            pub fn part(self) -> Part {
                match self { $(Self::$variant => Part::$part,)* }
            }

            /// Returns the value that programs get if it is absent.
            #[must_use]
            pub fn shape(self) -> Shape {
                match self { $(Self::$variant => Shape::$shape,)* }
            }

            /// The keys that programs get for each such thing, even if there is no fact.
            pub fn of(subject: Subject) -> impl Iterator<Item = Self> {
                Self::ALL.iter().copied().filter(move |key| match key {
                    $(Self::$variant => [$(Subject::$subject),*].contains(&subject),)*
                })
            }
        }
    };
}

keys! {
    // Operations; other things have some of these too.
    Operation "operation" ("name") Name One [Operation] "Name of an operation.";
    Unnamed "unnamed" ("place") Name One [Operation] "Place of an entry without a name.";
    Rust "rust" Code One [Constant Type Field Operation Parameter] "Rust name.";
    Group "group" Code One [Operation] "Rust module of an operation.";
    Summary "summary" Summary One [Operation] "One sentence.";
    Deprecated "deprecated" Deprecation Flag [Type Field Operation Parameter] "That it is deprecated.";
    Replacement "replacement" Deprecation One [Type Field Operation Parameter] "What to use instead.";
    DeprecatedSince "deprecated_since" Deprecation One [Type Field Operation Parameter] "First server version that deprecates it.";
    RemovedAfter "removed_after" Deprecation One [Type Field Operation Parameter] "The month after which it is removed.";
    RemovedIn "removed_in" Deprecation One [Type Field Operation Parameter] "First server version that doesn't have it.";
    Method "method" Plain One [Api Operation] "HTTP method.";
    Verb "method" Item One [] "HTTP method, in an API that has none of its own.";
    Path "path" Address One [Operation] "Path.";
    PathStatus "path_status" Detail One [Operation] "Where the path is from.";
    PathSource "path_source" Detail One [Operation] "The source that an overlay names for the path.";
    Effect "effect" Plain One [Operation] "What it does to the server.";
    EffectStatus "effect_status" Detail One [Operation] "Where the effect is from.";
    Repeatable "repeatable" Plain Flag [Operation] "That sending it twice leaves the server as sending it once.";
    Rules "rules" Text Many [Block Operation] "What the documents say in addition to the summary.";
    Since "since" Plain One [Field Operation Parameter] "First server version.";
    Aliases "aliases" Plain Many [Operation] "Other paths.";
    Auth "auth" Plain One [Gate Operation] "Credentials.";
    AuthIn "auth_in" ("bearer_only") Plain Flag [Operation] "That the credential is always sent in the bearer header.";
    Server "server" Plain One [Operation] "The server that an operation is at.";
    Gates "gates" Plain Many [Operation] "Gates.";
    Permission "permission" Plain One [Operation] "Permission that the caller needs.";
    DeviceSince "device_since" Plain One [Operation] "First version of the device client.";
    Encoding "encoding" Plain One [Api Operation] "Request encoding.";
    Choices "choices" Plain Many [Operation] "A rule for how many of some optional parameters are sent.";
    SwappedIfReversed "swapped_if_reversed" Plain One [Operation] "Two parameters that the server may swap.";
    Matches "matches" Plain One [Operation] "The operation that behaves the same.";
    SeeAlso "see_also" Plain Many [Operation] "Related operations.";
    Parameters "parameters" Member Many [Block Operation] "Parameters.";
    Body "body" Plain One [Operation] "A body that is one value.";
    Partial "partial" Plain Flag [Operation] "That fields of the body may be left out.";
    Returns "returns" Result One [Operation] "What comes back.";
    AlsoReturns "also_returns" Result Many [Operation] "What comes back with other statuses, or in other content types.";
    ResultsHold "results_hold" Result Many [Operation] "The type of what is in results and failures that aren't JSON.";
    Failures "failures" Result Many [Operation] "What failures have.";
    Pages "pages" Plain One [Operation] "How a list goes on.";
    Waits "waits" Plain One [Operation] "How long a server may take.";
    VersionChanges "version_changes" Text Many [Api] "Behavior that changed with a server version.";
    Limits "limits" Text Many [Api] "Limits.";
    States "states" Detail Many [Api] "Transitions between states.";
    NotShown "not_shown" Text Many [Api Operation] "What the documents leave open.";
    Notes "notes" Note Many [Api Block Operation] "Ambiguities and decisions.";
    Source "source" Source One [Type Field Operation Parameter] "Where it is from, if not from the documents.";
    Document "document" Detail One [Operation] "Number of the document.";
    InPart "part" Detail One [Operation] "Part of the document.";

    // Parameters, fields and constants.
    Name "name" Name One [Api Group Block Constant Type Field Parameter] "Name in the documents.";
    Type "type" Kind One [Constant Field Parameter] "Type.";
    Json "json" Detail Flag [Parameter] "That the documents mark a parameter `(JSON)`.";
    Required "required" Kind Flag [Field Parameter] "That it is always there.";
    RequiredInferred "required_inferred" Detail Flag [Field] "That the documents don't say that it is always there.";
    Nullable "nullable" Detail Flag [Field Parameter] "That it can be null.";
    Default "default" Plain One [Field Parameter] "Value that a server uses when it is absent.";
    Values "values" Plain One [Parameter] "Listed values.";
    ValuesType "values_type" Detail One [Parameter] "The type that lists the values.";
    Constant "value" ("constant") Plain One [Field Parameter] "The one value that it has.";
    SentAs "sent_as" Plain One [Field Parameter] "Name on the wire.";
    List "list" Plain One [Field Parameter] "How the items of a list are sent.";
    Object "object" Plain One [Parameter] "How an object is sent that is not JSON.";
    ObjectInferred "object_inferred" Detail Flag [Parameter] "That the documents don't say how an object is sent.";
    ContentType "content_type" Plain One [Parameter] "Content type of a body, one of several.";
    Holds "holds" Plain One [Parameter] "The type of what is in a body that isn't JSON.";
    Flag "flag" Plain Flag [Parameter] "That it is sent as the name alone.";
    Reserved "reserved" Plain Flag [Parameter] "That reserved characters in it are sent as they are.";
    Min "min" Plain One [Type Field Parameter] "Least value.";
    Max "max" Plain One [Type Field Parameter] "Greatest value.";
    ExclusiveMin "exclusive_min" Plain One [Type Field Parameter] "What a value is greater than.";
    ExclusiveMax "exclusive_max" Plain One [Type Field Parameter] "What a value is less than.";
    MultipleOf "multiple_of" Plain One [Type Field Parameter] "What a value is a multiple of.";
    MinLength "min_length" Plain One [Type Field Parameter] "Least length.";
    MaxLength "max_length" Plain One [Type Field Parameter] "Greatest length.";
    MinItems "min_items" Plain One [Type Field Parameter] "Least number of items or entries.";
    MaxItems "max_items" Plain One [Type Field Parameter] "Greatest number of items or entries.";
    Unique "unique" Plain Flag [Type Field Parameter] "That no two items are equal.";
    Pattern "pattern" Plain One [Type Field Parameter] "Pattern of its value.";
    Only "only" Plain One [Field] "The one direction in which it is sent.";
    Format "format" Plain One [Parameter] "Format limit.";
    Fill "fill" Plain One [Parameter] "The value that clients fill in.";
    RequiredWhen "required_when" Plain One [Parameter] "What makes an optional parameter required.";
    TopLevelOnly "top_level_only" Plain Flag [Parameter] "That only top-level administrators may send it.";
    Secret "secret" Plain Flag [Field Parameter] "That it is never shown.";
    OneTime "one_time" Plain Flag [Parameter] "That it works once.";
    NewPassword "new_password" Plain Flag [Parameter] "That the call sets it as a password.";
    Subject "subject" Plain Flag [Parameter] "That the CLI asks to type it before a call that destroys.";
    Doc "doc" Summary One [Gate Constant Type Field Parameter] "What the documents say about it.";

    Value "value" Plain One [Constant] "Value of a constant.";

    // Types.
    NamedByDocuments "unnamed" ("named_by_documents") Plain One [Type] "Whether the documents name a type.";
    Kind "kind" Kind One [Type] "What a type is.";
    Status "status" ("schemes_status") Detail One [Block] "Whether the documents show the fields or the schemes.";
    Of "of" ("alias_of") Plain One [Type] "The type that an alias is another name of.";
    Keys "keys" Plain One [Type] "The type of the keys of a map.";
    Extends "extends" Plain One [Type] "The type whose fields it has, too.";
    Additional "additional" Plain One [Type] "Type of the fields that are not listed.";
    Tag "tag" Plain One [Type] "The field that says which type of a union it is.";
    Content "content" Plain One [Type] "The field of a union that has the value, beside the tag.";
    Match "match" Plain One [Type] "How a type of a union is chosen, if several fit.";
    Closed "closed" Plain Flag [Type] "Servers refuse fields or values that are not listed, or of other types.";
    DeprecatedValues "deprecated_values" Plain Many [Type] "Listed values that are deprecated.";
    Fields "fields" Member Many [] "Fields.";
    Members "union" Item Many [Type] "Types of a union.";
    Variants "values" Item Many [] "Values of a list.";

    // Authentication blocks and gates.
    Title "title" Summary One [Api Group Block] "Title.";
    Credential "credential_of" ("credential") Plain One [Block] "The block whose credential is sent.";
    In "in" Plain One [Block Parameter] "Where it is sent.";
    Prefix "prefix" Detail One [Block] "Start of the names of headers.";
    Alternatives "alternatives" Plain Many [Block] "Blocks that can be sent instead.";
    Bearer "bearer" Plain One [Block] "The parameter that a bearer header can carry.";
    Scheme "scheme" Detail One [Block] "The parameter that names the scheme.";
    RefusedWith "refused_with" Plain One [Block] "Statuses of a credential that is no longer valid.";
    CheckedFirst "checked_first" Plain Flag [Block] "That a server checks a credential before it does anything.";
    Schemes "schemes" Item Many [Block] "Constructors of a credential.";
    Code "code" Name One [Gate] "Code of a gate.";
    Asks "asks" Plain One [Gate] "What a server is asked.";

    // The API.
    CrateVersion "crate_version" Detail One [Api] "Version of the generated crate.";
    About "about" Text Many [Api Group] "What the service does.";
    BaseUrl "base_url" Detail One [Api] "Placeholder of the base URL.";
    Servers "servers" Plain Many [Api] "Addresses of servers.";
    Synonyms "synonyms" Detail Many [Api] "Words that mean the same.";
    Documents "documents" Detail One [Api] "Titles of the documents.";
    Imported "imported" Plain One [Api] "The description that the spec was written from.";
    Names "names" Plain One [Api] "Where the names of operations and types are from.";
    Message "message" Plain One [Api] "The message type.";
    Envelope "envelope" Plain One [Api] "The envelope.";
    PathConvention "path_convention" Detail One [Api] "How paths are inferred.";
    EffectConvention "effect_convention" Detail One [Api] "How effects are inferred.";
    Operations "operations" Member Many [Api] "Operations.";
    Types "types" Member Many [Api] "Types.";
    Constants "constants" Member Many [Api] "Constants.";
    Resources "resources" Detail Many [Api] "Resources.";
    Topics "topics" Detail One [Api] "Other rules by heading.";
    Overlays "overlays" Plain Many [Api] "Overlays that changed the spec.";
}
