//! A crate as the generator writes it, written by hand for an invented garden API.
//!
//! The emitters copy this shape, and the tests of the runtime use it.

mod operations;

use api_runtime::{self as rt, Credential as _, Operation as _};

pub use operations::*;

use crate::server::Server;

/// The garden API.
#[derive(Clone, Copy, Debug)]
pub struct Garden;

impl rt::Api for Garden {
    const DESCRIPTOR: &'static rt::ApiDescriptor = &rt::ApiDescriptor {
        name: "garden",
        title: "Garden API",
        crate_version: "7.8.9", // env!("CARGO_PKG_VERSION")
        message: Some(rt::MessageShape { status: Some("Status"), text: "Message" }),
        envelope: Some(rt::EnvelopeShape {
            status: "status",
            ok: "ok",
            error: "error",
            code: "code",
            data: "data",
        }),
        gates: &[],
        types: &[rt::TypeShape::new("Bed").fields(&["key"]).secret(&["key"])],
        listed: &[],
        operations: OPERATIONS,
    };
}

/// Sends operations of the garden API.
pub type Client<T = rt::Reqwest> = rt::Client<Garden, T>;

impl Server {
    /// A server and a client without a credential.
    pub async fn anonymous() -> (Self, Client) {
        let server = Self::start().await;
        let client = Client::anonymous(server.url()).unwrap();
        (server, client)
    }

    /// A server and the client of a gardener.
    pub async fn gardener() -> (Self, Client) {
        let server = Self::start().await;
        let client = Client::new(server.url(), GardenerAuth::password("ann", "p")).unwrap();
        (server, client)
    }
}

/// All operations, in the documents' order.
pub static OPERATIONS: &[&rt::Descriptor] =
    &[GardenWater::DESCRIPTOR, GardenList::DESCRIPTOR, GardenPhoto::DESCRIPTOR];

/// Gardener auth block.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct GardenerAuth {
    /// Name of the gardener.
    pub name: String,
    /// The scheme.
    pub auth_type: GardenerAuthType,
    /// For `Password`.
    pub password: Option<rt::Secret>,
    /// For `Code`. It works once.
    pub code: Option<rt::Secret>,
    carrier: rt::Carrier, // only where the block has a bearer
}

impl GardenerAuth {
    /// The block with only what every scheme needs.
    pub fn new(name: impl Into<String>, auth_type: impl Into<GardenerAuthType>) -> Self {
        Self {
            name: name.into(),
            auth_type: auth_type.into(),
            password: None,
            code: None,
            carrier: rt::Carrier::Block,
        }
    }

    /// Name and password.
    pub fn password(name: impl Into<String>, password: impl Into<rt::Secret>) -> Self {
        Self::new(name, GardenerAuthType::Password).with_password(password)
    }

    /// Sets the password.
    pub fn with_password(mut self, value: impl Into<rt::Secret>) -> Self {
        self.password = Some(value.into());
        self
    }

    /// Sets the code.
    pub fn with_code(mut self, value: impl Into<rt::Secret>) -> Self {
        self.code = Some(value.into());
        self
    }

    /// Sends the password in the header `Authorization: Bearer`.
    pub fn in_bearer_header(mut self) -> Self {
        self.carrier = rt::Carrier::Bearer;
        self
    }

    /// The block as headers.
    pub const HEADERS: &'static rt::AuthBlock = &rt::AuthBlock {
        name: "gardener_headers",
        title: "Gardener auth headers",
        credential: "gardener",
        place: rt::Place::Header { prefix: "X-Garden-" },
        bearer: None,
        refused_with: &[401],
        checked_first: false,
        parameters: Self::BLOCK.parameters,
    };
}

impl rt::Credential for GardenerAuth {
    type Api = Garden;
    const BLOCK: &'static rt::AuthBlock = &rt::AuthBlock {
        name: "gardener",
        title: "Gardener auth block",
        credential: "gardener",
        place: rt::Place::Form,
        bearer: Some("Password"), // or None
        refused_with: &[401],
        checked_first: false,
        parameters: &[
            rt::Parameter::required("Name", "string"),
            rt::Parameter::required("AuthType", "string").values(GardenerAuthType::VALUES),
            rt::Parameter::optional("Password", "string").secret(),
            rt::Parameter::optional("Code", "string").secret().one_time(),
        ],
    };

    fn encode(&self, form: &mut rt::FormWriter) {
        form.put("Name", &self.name);
        form.put("AuthType", &self.auth_type);
        form.put("Password", self.password.as_ref());
        form.put("Code", self.code.as_ref());
    }

    fn carrier(&self) -> rt::Carrier {
        self.carrier
    }
}

rt::open_enum! {
    /// The way a gardener authenticates.
    pub enum GardenerAuthType {
        /// `Password`
        Password = "Password",
        /// `Code`
        Code = "Code",
    }
}

rt::opaque_type! {
    /// Plan of a bed. *The documents name this type but do not show its fields.*
    pub struct BedPlan;
}

rt::open_enum! {
    /// Kinds of soil.
    pub enum Soil {
        /// `sand`
        Sand = "sand",
        /// `loam`
        Loam = "loam",
    }
}

rt::open_number_enum! {
    /// Ripeness.
    pub enum Ripeness {
        /// `RIPENESS_GREEN`
        Green = 1,
        /// `RIPENESS_RED`
        Red = 2,
    }
}

/// A bed.
#[derive(Clone)]
#[non_exhaustive]
pub struct Bed {
    /// Its name.
    pub id: Option<String>,
    /// In square metres.
    pub size: Option<rt::Number>,
    /// Its soil.
    pub soil: Option<Soil>,
    /// The ripeness of its fruit.
    pub ripeness: Option<Ripeness>,
    /// The key of its gate.
    pub key: Option<rt::Secret>,
    /// The beds beside it.
    pub neighbours: Option<Vec<Bed>>,
    /// Fields that this crate does not know, kept as they came.
    pub extra: rt::Extra,
}

rt::object! {
    Bed {
        id: "id",
        size: "size",
        soil: "soil",
        ripeness: "ripeness",
        key: "key",
        neighbours: "neighbours",
    }
}

impl Bed {
    /// Sets `id`.
    #[must_use]
    pub fn id(mut self, value: impl Into<String>) -> Self {
        self.id = Some(value.into());
        self
    }

    /// Sets `key`.
    #[must_use]
    pub fn key(mut self, value: impl Into<rt::Secret>) -> Self {
        self.key = Some(value.into());
        self
    } // and so on
}

/// The message type.
#[derive(Clone)]
#[non_exhaustive]
pub struct Note {
    /// Status code.
    pub status: Option<i64>,
    /// The error's text.
    pub message: Option<String>,
    /// Fields that this crate does not know, kept as they came.
    pub extra: rt::Extra,
}

rt::object! {
    Note {
        status: "Status",
        message: "Message",
    }
}
