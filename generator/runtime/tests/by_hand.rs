//! What the generator writes, written by hand: an invented garden API.
//!
//! The emitters copy this shape. It compiles, it is pleasant to call, and the
//! tests of the runtime run on it.

use api_runtime::{
    Alias, Api, ApiDescriptor, Auth, AuthBlock, Carrier, Credential, Decode, Deprecation, Descriptor, Encode,
    EnvelopeShape, Extra, FormReader, FormWriter, Format, MessageShape, Number, Object, ObjectReader,
    ObjectWriter, Operation, Parameter, Place, ReturnKind, Secret, Upload, Version, returns,
};

// ---------------------------------------------------------------- api.rs

/// The garden API.
#[derive(Clone, Copy, Debug)]
pub struct Garden;

impl Api for Garden {
    const DESCRIPTOR: &'static ApiDescriptor = &ApiDescriptor {
        name: "garden",
        title: "Garden API",
        message: Some(MessageShape { status: "Status", text: "Message" }),
        envelope: Some(EnvelopeShape {
            status: "status",
            ok: "ok",
            error: "error",
            code: "code",
            data: "data",
        }),
        gates: &[],
        operations: OPERATIONS,
    };
}

/// Sends operations of the garden API.
pub type Client<T = api_runtime::Reqwest> = api_runtime::Client<Garden, T>;

/// All operations, in the documents' order.
pub static OPERATIONS: &[&Descriptor] =
    &[GardenWater::DESCRIPTOR, GardenList::DESCRIPTOR, GardenPhoto::DESCRIPTOR];

// --------------------------------------------------------------- auth.rs

/// Gardener auth block.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct GardenerAuth {
    /// Name of the gardener.
    pub name: String,
    /// The scheme.
    pub auth_type: GardenerAuthType,
    /// For `Password`.
    pub password: Option<Secret>,
    /// For `Code`. It works once.
    pub code: Option<Secret>,
    carrier: Carrier, // only where the block has a bearer
}

impl GardenerAuth {
    /// The block with only what every scheme needs.
    pub fn new(name: impl Into<String>, auth_type: impl Into<GardenerAuthType>) -> Self {
        Self {
            name: name.into(),
            auth_type: auth_type.into(),
            password: None,
            code: None,
            carrier: Carrier::Block,
        }
    }

    /// Name and password.
    pub fn password(name: impl Into<String>, password: impl Into<Secret>) -> Self {
        Self::new(name, GardenerAuthType::Password).with_password(password)
    }

    /// Sets the password.
    pub fn with_password(mut self, value: impl Into<Secret>) -> Self {
        self.password = Some(value.into());
        self
    }

    /// Sets the code.
    pub fn with_code(mut self, value: impl Into<Secret>) -> Self {
        self.code = Some(value.into());
        self
    }

    /// Sends the password in the header `Authorization: Bearer`.
    pub fn in_bearer_header(mut self) -> Self {
        self.carrier = Carrier::Bearer;
        self
    }

    /// The block as headers.
    pub const HEADERS: &'static AuthBlock = &AuthBlock {
        name: "gardener_headers",
        title: "Gardener auth headers",
        credential: "gardener",
        place: Place::Header { prefix: "X-Garden-" },
        bearer: None,
        parameters: Self::BLOCK.parameters,
    };
}

impl Credential for GardenerAuth {
    type Api = Garden;
    const BLOCK: &'static AuthBlock = &AuthBlock {
        name: "gardener",
        title: "Gardener auth block",
        credential: "gardener",
        place: Place::Form,
        bearer: Some("Password"), // or None
        parameters: &[
            Parameter::required("Name", "string"),
            Parameter::required("AuthType", "string").values(GardenerAuthType::VALUES),
            Parameter::optional("Password", "string").secret(),
            Parameter::optional("Code", "string").secret().one_time(),
        ],
    };

    fn encode(&self, form: &mut FormWriter) {
        form.put("Name", &self.name);
        form.put("AuthType", &self.auth_type);
        form.put("Password", self.password.as_ref());
        form.put("Code", self.code.as_ref());
    }

    fn carrier(&self) -> Carrier {
        self.carrier
    }
}

api_runtime::open_enum! {
    /// How a gardener proves who he is.
    pub enum GardenerAuthType {
        /// `Password`
        Password = "Password",
        /// `Code`
        Code = "Code",
    }
}

// -------------------------------------------------------------- types.rs

api_runtime::opaque_type! {
    /// Plan of a bed. *The documents name this type but do not show its fields.*
    pub struct BedPlan;
}

api_runtime::open_enum! {
    /// Kinds of soil.
    pub enum Soil {
        /// `sand`
        Sand = "sand",
        /// `loam`
        Loam = "loam",
    }
}

api_runtime::open_number_enum! {
    /// Ripeness.
    pub enum Ripeness {
        /// `RIPENESS_GREEN`
        Green = 1,
        /// `RIPENESS_RED`
        Red = 2,
    }
}

/// A bed.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Bed {
    /// Its name.
    pub id: Option<String>,
    /// In square metres.
    pub size: Option<Number>,
    /// What it is made of.
    pub soil: Option<Soil>,
    /// Of the fruit in it.
    pub ripeness: Option<Ripeness>,
    /// Of the gate.
    pub key: Option<Secret>,
    /// The beds beside it.
    pub neighbours: Option<Vec<Bed>>,
    /// Fields that this crate does not know, kept as they came.
    pub extra: Extra,
}

impl Object for Bed {
    fn read(from: &mut ObjectReader<'_>) -> Self {
        Self {
            id: from.take("id"),
            size: from.take("size"),
            soil: from.take("soil"),
            ripeness: from.take("ripeness"),
            key: from.take("key"),
            neighbours: from.take("neighbours"),
            extra: from.rest(),
        }
    }

    fn write(&self, to: &mut ObjectWriter<'_>) {
        to.put("id", &self.id);
        to.put("size", &self.size);
        to.put("soil", &self.soil);
        to.put("ripeness", &self.ripeness);
        to.put("key", &self.key);
        to.put("neighbours", &self.neighbours);
        to.rest(&self.extra);
    }
}
api_runtime::object!(Bed); // JSON, Serialize and Deserialize by `Object`

/// The message type.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Note {
    /// Status code.
    pub status: Option<i64>,
    /// What happened.
    pub message: Option<String>,
    /// Fields that this crate does not know, kept as they came.
    pub extra: Extra,
}

impl Object for Note {
    fn read(from: &mut ObjectReader<'_>) -> Self {
        Self { status: from.take("Status"), message: from.take("Message"), extra: from.rest() }
    }

    fn write(&self, to: &mut ObjectWriter<'_>) {
        to.put("Status", &self.status);
        to.put("Message", &self.message);
        to.rest(&self.extra);
    }
}
api_runtime::object!(Note);

// ---------------------------------------------------------- operations.rs

/// Waters a bed.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct GardenWater {
    /// The bed.
    pub bed: String,
    /// In litres. Since server 2.1.0.
    pub amount: Option<i64>,
    /// Down to the roots.
    pub deep: Option<bool>,
    /// Where.
    pub plan: BedPlan,
    /// Which rows.
    pub rows: Option<Vec<String>>,
    /// Of the tap. It works once.
    pub pin: Secret,
    /// `None` is null.
    pub nickname: Option<Secret>,
}

impl GardenWater {
    /// Waters with what it must have.
    pub fn new(
        bed: impl Into<String>,
        plan: impl Into<BedPlan>,
        pin: impl Into<Secret>,
        nickname: Option<Secret>,
    ) -> Self {
        Self {
            bed: bed.into(),
            amount: None,
            deep: None,
            plan: plan.into(),
            rows: None,
            pin: pin.into(),
            nickname,
        }
    }

    /// Sets how much.
    pub fn amount(mut self, value: i64) -> Self {
        self.amount = Some(value);
        self
    }

    /// Sets how deep.
    pub fn deep(mut self, value: bool) -> Self {
        self.deep = Some(value);
        self
    }

    /// Sets which rows.
    pub fn rows(mut self, value: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.rows = Some(value.into_iter().map(Into::into).collect());
        self
    }
}

impl Operation for GardenWater {
    type Api = Garden;
    type Returns = returns::Message<Note>;
    const DESCRIPTOR: &'static Descriptor = &Descriptor::new("GardenWater")
        .group("beds")
        .part("A")
        .documented_path("/api/v1/garden/water") // or .inferred_path(…), or neither: aliases only
        .since(Version::new(2, 0, 0))
        .aliases(&[Alias::new("/api/v1/water").name("Water").since(Version::new(1, 0, 0))])
        .auth(Auth::Required(GardenerAuth::BLOCK)) // Optional(block), None, NotShown
        .gates(&["AA", "AR"])
        .parameters(&[
            Parameter::required("Bed", "string"),
            Parameter::optional("Amount", "int").since(Version::new(2, 1, 0)),
            Parameter::optional("Deep", "bool").json(),
            Parameter::required("Plan", "BedPlan").json(),
            Parameter::optional("Rows", "List<string>").json(),
            Parameter::required("Pin", "string").secret().one_time().format(Format::SixDigits),
            Parameter::required("Nickname", "string").nullable().secret(),
        ])
        .returns(ReturnKind::Message, "Note")
        .device_since(Version::new(17, 6, 9))
        .deprecated(Deprecation { replacement: Some("GardenRain"), removed_after: Some("2025-06") })
        .permission("Garden::Water");
}

impl Encode for GardenWater {
    fn encode(self, form: &mut FormWriter) {
        form.put("Bed", &self.bed);
        form.put("Amount", self.amount.as_ref());
        form.put_json("Deep", self.deep.as_ref());
        form.put_json("Plan", &self.plan);
        form.put_json("Rows", self.rows.as_ref());
        form.put("Pin", &self.pin);
        form.put_nullable("Nickname", self.nickname.as_ref());
    }
}

impl Decode for GardenWater {
    fn decode(form: &mut FormReader) -> Self {
        Self {
            bed: form.take("Bed"),
            amount: form.take_optional("Amount"),
            deep: form.take_json_optional("Deep"),
            plan: form.take_json("Plan"),
            rows: form.take_json_optional("Rows"),
            pin: form.take("Pin"),
            nickname: form.take_nullable("Nickname"),
        }
    }
}

/// Lists the beds.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct GardenList {}

impl GardenList {
    /// Lists all beds.
    pub fn new() -> Self {
        Self {}
    }
}

impl Operation for GardenList {
    type Api = Garden;
    type Returns = returns::Envelope<Vec<Bed>>;
    const DESCRIPTOR: &'static Descriptor = &Descriptor::new("GardenList")
        .inferred_path("/api/v1/garden/list")
        .auth(Auth::Required(GardenerAuth::BLOCK))
        .returns(ReturnKind::Envelope, "Array<Bed>");
}

impl Encode for GardenList {
    fn encode(self, _: &mut FormWriter) {}
}

impl Decode for GardenList {
    fn decode(_: &mut FormReader) -> Self {
        Self {}
    }
}

/// Keeps a photo of a bed. It is neither `Clone` nor `PartialEq`: the file is
/// a stream.
#[derive(Debug)]
#[non_exhaustive]
pub struct GardenPhoto {
    /// The bed.
    pub bed: String,
    /// The photo.
    pub photo: Upload,
}

impl GardenPhoto {
    /// The photo of a bed.
    pub fn new(bed: impl Into<String>, photo: Upload) -> Self {
        Self { bed: bed.into(), photo }
    }
}

impl Operation for GardenPhoto {
    type Api = Garden;
    type Returns = returns::Json<Note>;
    const DESCRIPTOR: &'static Descriptor = &Descriptor::new("GardenPhoto")
        .inferred_path("/api/v1/garden/photo")
        .auth(Auth::Required(GardenerAuth::HEADERS))
        .multipart()
        .parameters(&[Parameter::required("Bed", "string"), Parameter::required("photo", "file").file()])
        .returns(ReturnKind::Json, "Note");
}

impl Encode for GardenPhoto {
    fn encode(self, form: &mut FormWriter) {
        form.put("Bed", &self.bed);
        form.put_file("photo", self.photo);
    }
}

impl Decode for GardenPhoto {
    fn decode(form: &mut FormReader) -> Self {
        Self { bed: form.take("Bed"), photo: form.take_file("photo") }
    }
}
