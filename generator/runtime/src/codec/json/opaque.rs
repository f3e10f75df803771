//! Types whose fields are not documented.

/// Defines a type that keeps any JSON unchanged.
///
/// ```
/// api_runtime::opaque_type! {
///     /// Plan of a bed.
///     pub struct BedPlan;
/// }
/// let plan = BedPlan::from(serde_json::json!({"rows": 3}));
/// assert_eq!(plan.as_str(), r#"{"rows":3}"#);
/// assert_eq!(format!("{plan:?}"), "BedPlan(opaque, 10 bytes)");
/// ```
#[macro_export]
macro_rules! opaque_type {
    ($(#[$meta:meta])* $visibility:vis struct $name:ident;) => {
        $(#[$meta])*
        #[derive(Clone, Default, PartialEq)]
        $visibility struct $name($crate::Json);

        impl $name {
            /// Serializes a value, if it can be JSON.
            pub fn from_value<T: $crate::__private::serde::Serialize + ?Sized>(
                value: &T,
            ) -> Result<Self, $crate::Misfit> {
                $crate::Json::from_value(value).map(Self)
            }
        }

        /// It is read like any `Json`.
        impl ::core::ops::Deref for $name {
            type Target = $crate::Json;

            fn deref(&self) -> &$crate::Json {
                &self.0
            }
        }

        impl ::core::fmt::Debug for $name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                write!(f, concat!(stringify!($name), "(opaque, {} bytes)"), self.as_str().len())
            }
        }

        impl From<$crate::Json> for $name {
            fn from(json: $crate::Json) -> Self {
                Self(json)
            }
        }

        impl From<$name> for $crate::Json {
            fn from(value: $name) -> Self {
                value.0
            }
        }

        impl From<$crate::__private::serde_json::Value> for $name {
            fn from(value: $crate::__private::serde_json::Value) -> Self {
                Self(value.into())
            }
        }

        impl $crate::JsonValue for $name {
            fn read_json(from: $crate::JsonReader<'_>) -> Option<Self> {
                $crate::JsonValue::read_json(from).map(Self)
            }

            fn write_json(&self, to: &mut $crate::JsonWriter) {
                self.0.write_json(to);
            }

            fn placeholder() -> Self {
                Self::default()
            }
        }
        $crate::__serde_by_json!($name);
    };
}
