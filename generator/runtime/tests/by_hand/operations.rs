//! The operations, as the generator writes them.

use api_runtime::{self as rt, Credential as _};

use super::{Bed, BedPlan, Garden, GardenerAuth, Note};

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
    /// The plan.
    pub plan: BedPlan,
    /// The rows to plant.
    pub rows: Option<Vec<String>>,
    /// The PIN of the tap. It works once.
    pub pin: rt::Secret,
    /// `None` is null.
    pub nickname: Option<rt::Secret>,
}

impl GardenWater {
    /// Creates the request with what is required.
    pub fn new(
        bed: impl Into<String>,
        plan: impl Into<BedPlan>,
        pin: impl Into<rt::Secret>,
        nickname: Option<rt::Secret>,
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

    /// Sets the amount.
    pub fn amount(mut self, value: i64) -> Self {
        self.amount = Some(value);
        self
    }

    /// Sets the depth.
    pub fn deep(mut self, value: bool) -> Self {
        self.deep = Some(value);
        self
    }

    /// Sets the rows.
    pub fn rows(mut self, value: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.rows = Some(value.into_iter().map(Into::into).collect());
        self
    }
}

impl rt::Operation for GardenWater {
    type Api = Garden;
    type Returns = rt::returns::Message<Note>;
    const DESCRIPTOR: &'static rt::Descriptor = &rt::Descriptor::new("GardenWater")
        .group("beds")
        .part("A")
        .documented_path("/api/v1/garden/water") // or .inferred_path(…), or neither: aliases only
        .since(rt::Version::new(2, 0, 0))
        .aliases(&[rt::Alias::new("/api/v1/water").name("Water").since(rt::Version::new(1, 0, 0))])
        .auth(rt::Auth::Required(GardenerAuth::BLOCK)) // Optional(block), None, NotShown
        .gates(&["AA", "AR"])
        .parameters(&[
            rt::Parameter::required("Bed", "string"),
            rt::Parameter::optional("Amount", "int")
                .kind(rt::ValueKind::Number)
                .since(rt::Version::new(2, 1, 0)),
            rt::Parameter::optional("Deep", "bool").kind(rt::ValueKind::Boolean).json(),
            rt::Parameter::required("Plan", "BedPlan").kind(rt::ValueKind::Other).json(),
            rt::Parameter::optional("Rows", "List<string>").items("string").json(),
            rt::Parameter::required("Pin", "string")
                .secret()
                .one_time()
                .format(rt::Format::SixDigits)
                .format_in_words("six digits"),
            rt::Parameter::required("Nickname", "string").nullable().secret(),
        ])
        .returns(rt::ReturnKind::Message, "Note")
        .device_since(rt::Version::new(17, 6, 9))
        .deprecated(rt::Deprecation { replacement: Some("GardenRain"), removed_after: Some("2025-06") })
        .permission("Garden::Water");
}

impl rt::Encode for GardenWater {
    fn encode(self, form: &mut rt::FormWriter) {
        form.put("Bed", &self.bed);
        form.put("Amount", self.amount.as_ref());
        form.put_json("Deep", self.deep.as_ref());
        form.put_json("Plan", &self.plan);
        form.put_json("Rows", self.rows.as_ref());
        form.put("Pin", &self.pin);
        form.put_nullable("Nickname", self.nickname.as_ref());
    }
}

impl rt::Decode for GardenWater {
    fn decode(form: &mut rt::FormReader) -> Self {
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

impl rt::Operation for GardenList {
    type Api = Garden;
    type Returns = rt::returns::Envelope<Vec<Bed>>;
    const DESCRIPTOR: &'static rt::Descriptor = &rt::Descriptor::new("GardenList")
        .inferred_path("/api/v1/garden/list")
        .repeatable()
        .auth(rt::Auth::Required(GardenerAuth::BLOCK))
        .returns(rt::ReturnKind::Envelope, "Array<Bed>");
}

impl rt::Encode for GardenList {
    fn encode(self, _: &mut rt::FormWriter) {}
}

impl rt::Decode for GardenList {
    fn decode(_: &mut rt::FormReader) -> Self {
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
    pub photo: rt::Upload,
}

impl GardenPhoto {
    /// The photo of a bed.
    pub fn new(bed: impl Into<String>, photo: rt::Upload) -> Self {
        Self { bed: bed.into(), photo }
    }
}

impl rt::Operation for GardenPhoto {
    type Api = Garden;
    type Returns = rt::returns::Json<Note>;
    const DESCRIPTOR: &'static rt::Descriptor = &rt::Descriptor::new("GardenPhoto")
        .inferred_path("/api/v1/garden/photo")
        .auth(rt::Auth::Required(GardenerAuth::HEADERS))
        .multipart()
        .parameters(&[
            rt::Parameter::required("Bed", "string"),
            rt::Parameter::required("photo", "file").file(),
        ])
        .returns(rt::ReturnKind::Json, "Note");
}

impl rt::Encode for GardenPhoto {
    fn encode(self, form: &mut rt::FormWriter) {
        form.put("Bed", &self.bed);
        form.put_file("photo", self.photo);
    }
}

impl rt::Decode for GardenPhoto {
    fn decode(form: &mut rt::FormReader) -> Self {
        Self { bed: form.take("Bed"), photo: form.take_file("photo") }
    }
}
