//! Lists that are one text in JSON.

use std::{fmt, mem::needs_drop, ops::Deref};

use super::{Fit, JsonReader, JsonValue, JsonWriter, NOT_LISTED, tape::ALLOCATION};
use crate::codec::values::FormValue;

/// A list that is one text in JSON, with a character between the items: `"red,green"`.
///
/// ```
/// use api_runtime::Joined;
///
/// let colors: Joined<String, ','> = serde_json::from_str(r#""red,green""#)?;
/// assert_eq!(colors.0, ["red", "green"]);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Joined<T, const BETWEEN: char>(pub Vec<T>);

impl<T, const BETWEEN: char> Deref for Joined<T, BETWEEN> {
    type Target = Vec<T>;

    fn deref(&self) -> &Vec<T> {
        &self.0
    }
}

impl<T, const BETWEEN: char> From<Vec<T>> for Joined<T, BETWEEN> {
    fn from(items: Vec<T>) -> Self {
        Self(items)
    }
}

impl<T, const BETWEEN: char> FromIterator<T> for Joined<T, BETWEEN> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Self(items.into_iter().collect())
    }
}

impl<T: fmt::Debug, const BETWEEN: char> fmt::Debug for Joined<T, BETWEEN> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<T: FormValue, const BETWEEN: char> JsonValue for Joined<T, BETWEEN> {
    fn read_json(from: JsonReader<'_>) -> Option<Self> {
        let text = String::read_json(from)?;
        if text.is_empty() {
            return Some(Self(Vec::new()));
        }
        let size = size_of::<T>() + if needs_drop::<T>() { ALLOCATION } else { 0 };
        from.charge(text.split(BETWEEN).count() * size)?;
        let read = if from.is_checked() { T::from_text } else { T::from_unchecked };
        let items = text.split(BETWEEN).map(|item| {
            let item = read(item)?;
            let is_refused = from.is_checked() && T::is_closed() && !item.is_listed();
            if is_refused { Err(NOT_LISTED) } else { Ok(item) }
        });
        match items.collect::<Result<_, &'static str>>() {
            Ok(items) => Some(Self(items)),
            Err(what) => from.misfit(what),
        }
    }

    fn fit(from: JsonReader<'_>) -> Option<Fit> {
        let text = from.text()?;
        let items = || text.split(BETWEEN).filter(|_| !text.is_empty());
        let is_exact = |item| T::from_text(item).is_ok_and(|item| item.is_listed());
        let fits = items().all(|item| T::from_unchecked(item).is_ok());
        fits.then(|| Fit { loose: !items().all(is_exact), ..Fit::default() })
    }

    fn write_json(&self, to: &mut JsonWriter) {
        let mut text = String::new();
        for (index, item) in self.0.iter().enumerate() {
            if index > 0 {
                text.push(BETWEEN);
            }
            text.push_str(&item.to_text());
        }
        to.string(&text);
    }

    fn placeholder() -> Self {
        Self(Vec::new())
    }
}

impl<T: FormValue, const BETWEEN: char> serde::Serialize for Joined<T, BETWEEN> {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        super::to_serde(self, to)
    }
}

impl<'de, T: FormValue, const BETWEEN: char> serde::Deserialize<'de> for Joined<T, BETWEEN> {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        super::from_serde(from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::json::{Required, Tape};
    use crate::core::{TextForm as _, Timestamp, TimestampForm};

    #[test]
    fn a_client_keeps_a_text_that_lacks_its_form() {
        let times = |required| {
            let json = "\"2024-05-06T07:08:09Z,soon\"";
            let tape = Tape::of(json).unwrap();
            JsonReader::new(json, &tape).requiring(required).read::<Joined<Timestamp, ','>>()
        };
        assert_eq!(
            times(Required::Ignored).unwrap().iter().map(Timestamp::as_str).collect::<Vec<_>>(),
            ["2024-05-06T07:08:09Z", "soon"]
        );
        assert_eq!(times(Required::Checked).unwrap_err().to_string(), TimestampForm::ERROR);
    }

    /// Each text takes memory beside its place in the list.
    #[test]
    fn texts_of_few_letters_count_as_what_they_take() {
        let json = |letters: usize| format!("\"{}\"", "a,".repeat(letters));
        let texts = |json: &str| read::<String>(json).map(|it| it.len());
        assert!(texts(&json(1_000_000)).is_ok());
        let error = texts(&json(2_000_000)).unwrap_err().to_string();
        assert!(error.contains("16 times"), "{error}");
        assert!(read::<i64>(&json(2_000_000).replace('a', "1").replace(",\"", "\"")).is_ok());
    }

    fn read<T: FormValue>(json: &str) -> Result<Joined<T, ','>, crate::core::Misfit> {
        JsonReader::new(json, &Tape::of(json)?).read()
    }
}
