//! Texts of a known form, such as dates: kept as they were received.

use std::{fmt, marker::PhantomData};

/// A form that texts can have.
pub trait TextForm: Send + Sync + 'static {
    /// The reason why a text doesn't have it.
    const ERROR: &'static str;

    /// Returns whether a text has the form.
    fn accepts(text: &str) -> bool;
}

/// A text of a form, such as [`Timestamp`]. It is kept as it was received or set; a server
/// checks it, and [`is_valid`](Self::is_valid) says what it would find.
pub struct TextOf<F> {
    text: String,
    form: PhantomData<fn() -> F>,
}

impl<F: TextForm> TextOf<F> {
    /// Returns the text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the text, without copying it.
    #[must_use]
    pub fn into_string(self) -> String {
        self.text
    }

    /// Returns whether the text has the form.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        F::accepts(&self.text)
    }
}

impl<F> From<String> for TextOf<F> {
    fn from(text: String) -> Self {
        Self { text, form: PhantomData }
    }
}

impl<F> From<&str> for TextOf<F> {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl<F> Clone for TextOf<F> {
    fn clone(&self) -> Self {
        self.text.clone().into()
    }
}

impl<F> PartialEq for TextOf<F> {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl<F> Eq for TextOf<F> {}

impl<F> fmt::Debug for TextOf<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text.fmt(f)
    }
}

impl<F> fmt::Display for TextOf<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Defines forms and the types of their texts.
macro_rules! forms {
    ($($(#[$doc:meta])* $name:ident, $form:ident: $error:literal, $accepts:expr;)*) => {$(
        $(#[$doc])*
        pub type $name = TextOf<$form>;

        #[doc = concat!("The form of a [`", stringify!($name), "`].")]
        #[derive(Debug)]
        pub struct $form;

        impl TextForm for $form {
            const ERROR: &'static str = $error;

            fn accepts(text: &str) -> bool {
                let accepts: fn(&str) -> bool = $accepts;
                accepts(text)
            }
        }
    )*};
}
forms! {
    /// A date and a time, as RFC 3339 writes them: `2026-01-31T12:00:00Z`.
    Timestamp, TimestampForm: "not a time such as 2026-01-31T12:00:00Z", |text| {
        text.split_once(['T', 't', ' ']).is_some_and(|(date, time)| is_date(date) && is_zoned(time))
    };
    /// A date: `2026-01-31`.
    Date, DateForm: "not a date such as 2026-01-31", is_date;
    /// A time without a date: `12:00:00`.
    Time, TimeForm: "not a time such as 12:00:00", is_time;
    /// A date and a time, as HTTP writes them: `Sat, 31 Jan 2026 12:00:00 GMT`.
    HttpDate, HttpDateForm: "not a date such as Sat, 31 Jan 2026 12:00:00 GMT", |text| {
        httpdate::parse_http_date(text).is_ok()
    };
    /// A length of time, as ISO 8601 writes it: `P1DT12H`.
    IsoDuration, IsoDurationForm: "not a duration such as P1DT12H", is_duration;
    /// Bytes in Base64.
    Base64, Base64Form: "not Base64", |text| text.len() % 4 == 0 && is_base64(text, b"+/");
    /// Bytes in the Base64 for URLs, with or without padding.
    Base64Url, Base64UrlForm: "not Base64 for URLs", |text| is_base64(text, b"-_");
    /// An integer of 64 bits as text: `"9007199254740993"`.
    IntText, IntTextForm: "not a 64-bit integer", |text| {
        text.parse::<i64>().is_ok() || text.parse::<u64>().is_ok()
    };
}

/// Returns whether a text is two digits for a number in a range.
fn is_number(text: &str, from: u8, to: u8) -> bool {
    text.len() == 2 && is_digits(text) && text.parse().is_ok_and(|number: u8| (from..=to).contains(&number))
}

fn is_date(text: &str) -> bool {
    let mut parts = text.splitn(3, '-');
    let (Some(year), Some(month), Some(day)) = (parts.next(), parts.next(), parts.next()) else {
        return false;
    };
    let is_year = year.len() == 4 && is_digits(year);
    is_year && is_number(month, 1, 12) && is_number(day, 1, days(year, month))
}

/// The number of days of a month.
fn days(year: &str, month: &str) -> u8 {
    let year: u16 = year.parse().unwrap_or_default();
    match month {
        "04" | "06" | "09" | "11" => 30,
        "02" if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
        "02" => 28,
        _ => 31,
    }
}

fn is_time(text: &str) -> bool {
    let (whole, fraction) = text.split_once('.').map_or((text, None), |(whole, rest)| (whole, Some(rest)));
    let mut parts = whole.splitn(3, ':');
    let mut next = |to| parts.next().is_some_and(|part| is_number(part, 0, to));
    // 60 is a leap second.
    next(23) && next(59) && next(60) && fraction.is_none_or(is_digits)
}

/// Returns whether a text is a time with its offset from UTC.
fn is_zoned(text: &str) -> bool {
    if let Some(time) = text.strip_suffix(['Z', 'z']) {
        return is_time(time);
    }
    let Some((time, zone)) = text.rsplit_once(['+', '-']) else { return false };
    let is_zone = |(hours, minutes)| is_number(hours, 0, 23) && is_number(minutes, 0, 59);
    is_time(time) && zone.split_once(':').is_some_and(is_zone)
}

fn is_duration(text: &str) -> bool {
    let Some(text) = text.strip_prefix(['-', '+']).unwrap_or(text).strip_prefix('P') else { return false };
    let (days, time) = text.split_once('T').map_or((text, None), |(days, time)| (days, Some(time)));
    let is_time = time.is_none_or(|time| !time.is_empty() && has_units(time, "HMS"));
    has_units(days, "YMWD") && is_time && !text.is_empty()
}

/// Returns whether a text consists of numbers, each with a unit, in the order of the units.
fn has_units(mut text: &str, mut units: &str) -> bool {
    while !text.is_empty() {
        let end = text.find(|c: char| c.is_ascii_uppercase()).unwrap_or(text.len());
        let (number, rest) = text.split_at(end);
        let Some(unit) = rest.chars().next() else { return false };
        let Some((_, later)) = units.split_once(unit) else { return false };
        let is_number = match number.split_once(['.', ',']) {
            Some((whole, fraction)) => is_digits(whole) && is_digits(fraction),
            None => is_digits(number),
        };
        if !is_number {
            return false;
        }
        (text, units) = (&rest[unit.len_utf8()..], later);
    }
    true
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_base64(text: &str, symbols: &[u8; 2]) -> bool {
    let content = text.trim_end_matches('=');
    let is_known = |byte: u8| byte.is_ascii_alphanumeric() || symbols.contains(&byte);
    text.len() - content.len() <= 2 && content.len() % 4 != 1 && content.bytes().all(is_known)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<F: TextForm>(good: &[&str], bad: &[&str]) {
        for text in good {
            assert!(TextOf::<F>::from(*text).is_valid(), "{text}");
        }
        for text in bad.iter().chain(&["", "x", "é"]) {
            assert!(!F::accepts(text) || text.is_empty(), "{text}");
        }
    }

    #[test]
    fn times_have_their_forms() {
        let good = ["2022-08-26T18:38:00.000Z", "2022-08-26t18:38:60z", "2022-08-26 18:38:00+02:00"];
        check::<TimestampForm>(
            &good,
            &["2022-08-26", "2022-13-26T18:38:00Z", "2026-02-30T00:00:00Z", "2022-08-26T18:38:00"],
        );
        check::<DateForm>(
            &["2022-12-12", "2000-02-29", "2024-02-29"],
            &["1900-02-29", "2026-02-30", "2026-04-31"],
        );
        check::<DateForm>(&["2026-01-31"], &["2022-12-32", "22-12-12", "2022-12", "2022-12-1é"]);
        check::<TimeForm>(&["13:06:12", "00:00:00.5"], &["24:00:00", "13:06", "13:06:12."]);
        check::<HttpDateForm>(&["Fri, 26 Aug 2022 14:38:00 GMT"], &["26 Aug 2022"]);
        let good = ["P40D", "P123DT22H14M12.011S", "PT1S", "P1Y2M3W4D", "-PT1,5H"];
        check::<IsoDurationForm>(&good, &["P", "PT", "40D", "P1", "PT1D", "P1M1Y", "P.5D"]);
    }

    #[test]
    fn encoded_values_have_their_forms() {
        check::<Base64Form>(&["dGVzdA==", "abc=", "+/+/"], &["dGVzdA", "a===", "-_-_"]);
        check::<Base64UrlForm>(&["dGVzdA", "dGVzdA==", "-_"], &["a", "+/+/"]);
        check::<IntTextForm>(&["-1", "18446744073709551615"], &["1.0", "18446744073709551616"]);
    }
}
