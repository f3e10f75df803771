//! More operations of the garden API: one for each kind of output and of
//! credentials.

use api_runtime::{
    Alias, Auth, AuthBlock, Credential, Descriptor, Effect, Encode, FormWriter, Json, Number, Parameter,
    ReturnKind, Secret, ValueKind, Version, returns,
};

use crate::by_hand::{Bed, GardenerAuth};

/// An operation without parameters, or with one and a result that the documents describe.
macro_rules! operation {
    ($name:ident, $returns:ty, $descriptor:expr) => {
        #[derive(Clone, Debug, Default)]
        pub struct $name;

        impl api_runtime::Operation for $name {
            type Api = crate::by_hand::Garden;
            type Returns = $returns;
            const DESCRIPTOR: &'static api_runtime::Descriptor = &$descriptor;
        }

        impl api_runtime::Encode for $name {
            fn encode(self, _: &mut api_runtime::FormWriter) {}
        }
    };
    ($name:ident($value:ty) $put:ident $parameter:literal, $descriptor:expr) => {
        #[derive(Clone, Debug)]
        pub struct $name(pub $value);

        impl api_runtime::Operation for $name {
            type Api = crate::by_hand::Garden;
            type Returns = returns::Described;
            const DESCRIPTOR: &'static api_runtime::Descriptor = &$descriptor;
        }

        impl Encode for $name {
            fn encode(self, form: &mut FormWriter) {
                form.$put($parameter, &self.0);
            }
        }
    };
}

pub(crate) use operation;

const fn open(name: &'static str, kind: ReturnKind) -> Descriptor {
    Descriptor::new(name).inferred_path("/open").returns(kind, "")
}

const fn reads(name: &'static str, kind: ReturnKind) -> Descriptor {
    open(name, kind).effect(Effect::Reads).repeatable()
}

operation!(Text, returns::Text, open("Text", ReturnKind::Text));
operation!(Key, returns::Sensitive<returns::Json<String>>, open("Key", ReturnKind::Json).secret_result());
operation!(
    Door,
    returns::Sensitive<returns::Redirect>,
    open("Door", ReturnKind::Redirect(301)).secret_result()
);
operation!(Bytes, returns::Bytes, open("Bytes", ReturnKind::Bytes));
operation!(Zip, returns::Bytes, open("Zip", ReturnKind::Bytes).content_type("application/zip"));
operation!(Redirect, returns::Redirect, open("Redirect", ReturnKind::Redirect(301)));
operation!(Described, returns::Described, open("Described", ReturnKind::Described));
operation!(Numbers, returns::Json<Vec<Number>>, open("Numbers", ReturnKind::Json));
operation!(Beds, returns::Envelope<Vec<Bed>>, open("Beds", ReturnKind::Envelope));
operation!(Anything, returns::Envelope<Json>, open("Anything", ReturnKind::Envelope));
operation!(Nothing, returns::Envelope<()>, open("Nothing", ReturnKind::Envelope));
operation!(Note, returns::Message<crate::by_hand::Note>, open("Note", ReturnKind::Message));

operation!(
    Look,
    returns::Message<crate::by_hand::Note>,
    reads("Look", ReturnKind::Message).auth(Auth::Optional(GardenerAuth::BLOCK))
);
operation!(LookLong, returns::Bytes, reads("LookLong", ReturnKind::Bytes));
operation!(Raze, returns::Described, open("Raze", ReturnKind::Described).effect(Effect::Destroys));

/// The same credential, of which the documents say more.
static CHECKED: AuthBlock =
    AuthBlock { refused_with: &[401, 419], checked_first: true, ..*GardenerAuth::BLOCK };

operation!(
    Hire,
    returns::Described,
    open("Hire", ReturnKind::Described).auth(Auth::Required(GardenerAuth::BLOCK))
);
operation!(
    HireChecked,
    returns::Described,
    open("HireChecked", ReturnKind::Described).auth(Auth::Required(&CHECKED))
);

operation!(
    Optional,
    returns::Bytes,
    open("Optional", ReturnKind::Bytes).auth(Auth::Optional(GardenerAuth::BLOCK))
);
operation!(NotShown, returns::Described, open("NotShown", ReturnKind::Described).auth(Auth::NotShown));
operation!(
    Old,
    returns::Described,
    Descriptor::new("Old").aliases(&[
        Alias::new("/old/3").since(Version::new(3, 0, 0)),
        Alias::new("/old/any"),
        Alias::new("/old/1").since(Version::new(1, 0, 0)),
    ])
);
operation!(New, returns::Described, open("New", ReturnKind::Described).since(Version::new(4, 0, 0)));
operation!(Gone, returns::Described, open("Gone", ReturnKind::Described).removed(Version::new(2, 0, 0)));
operation!(Nowhere, returns::Described, Descriptor::new("Nowhere"));

// Its parameter has the name of a credential's field.
operation!(
    Revoke(Secret) put "Password",
    open("Revoke", ReturnKind::Described)
        .auth(Auth::Required(GardenerAuth::BLOCK))
        .bearer_only()
        .parameters(&[Parameter::required("Password", "string").secret()])
);

// Its JSON holds a secret.
operation!(
    Plant(Bed) put_json "Bed",
    open("Plant", ReturnKind::Described)
        .parameters(&[Parameter::required("Bed", "Bed").kind(ValueKind::Other).json()])
);

operation!(
    Search(String) put "For",
    reads("Search", ReturnKind::Described)
        .auth(Auth::Required(GardenerAuth::BLOCK))
        .parameters(&[Parameter::required("For", "string")])
);
