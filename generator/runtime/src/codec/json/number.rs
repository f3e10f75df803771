//! Numbers of JSON by their value, whatever their notation.

use std::cmp::Ordering;

use crate::core::Number;

/// The reason against a number that would lose digits.
pub(crate) const TOO_LONG: &str = "more digits than a 64-bit number can hold";

/// The whole number that a number is: `1e3` is 1000. `None` if it has a fraction, or is no number; one
/// of more than 38 digits is the largest.
pub(crate) fn whole(text: &str) -> Option<i128> {
    if let Ok(short) = text.parse::<i64>() {
        return Some(short.into());
    }
    let (magnitude, sign) = text.strip_prefix('-').map_or((text, 1), |rest| (rest, -1));
    let (digits, power) = decimal(magnitude)?;
    if digits.is_empty() {
        return Some(0);
    }
    let zeros = usize::try_from(power).ok()?;
    if digits.len().saturating_add(zeros) > 38 {
        return Some(sign * i128::MAX);
    }
    Some(sign * format!("{digits}{}", "0".repeat(zeros)).parse::<i128>().ok()?)
}

/// The digits of a number without a sign, and the power of ten of the last one: neither the first nor the
/// last is zero.
fn decimal(text: &str) -> Option<(String, i64)> {
    let (mantissa, power) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (before, after) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = [before, after].concat();
    if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    // Saturates, as an integer's parser does not.
    let power = power.parse::<f64>().ok()? as i64;
    let trimmed = digits.trim_end_matches('0');
    let zeros = digits.len() as i64 - trimmed.len() as i64 - after.len() as i64;
    Some((trimmed.trim_start_matches('0').to_owned(), power.saturating_add(zeros)))
}

/// Compares two numbers: exactly, if they have no fraction and one has at most 38 digits.
pub(crate) fn compare(one: &str, other: &str) -> Option<Ordering> {
    match (whole(one), whole(other)) {
        (Some(one), Some(other)) if one.abs().min(other.abs()) != i128::MAX => Some(one.cmp(&other)),
        _ => one.parse::<f64>().ok()?.partial_cmp(&other.parse().ok()?),
    }
}

/// Returns whether a number is a multiple of another, exactly; `None` if one isn't a number, or the other has
/// more than 18 digits.
#[cfg(any(feature = "cli", feature = "server"))]
pub(crate) fn is_multiple(text: &str, of: &str) -> Option<bool> {
    let (digits, power) = decimal(text.trim_start_matches('-'))?;
    let (of, of_power) = decimal(of)?;
    let of =
        of.parse::<u64>().ok().filter(|of| (1..1_000_000_000_000_000_000).contains(of)).map(u128::from)?;
    // Neither ends with a zero: what has more places is no multiple.
    let Ok(mut zeros) = u64::try_from(power.saturating_sub(of_power)) else { return Some(digits.is_empty()) };
    let mut rest = digits.bytes().fold(0, |rest, digit| (rest * 10 + u128::from(digit - b'0')) % of);
    let mut factor = 10 % of;
    while zeros > 0 {
        rest = if zeros % 2 == 1 { rest * factor % of } else { rest };
        factor = factor * factor % of;
        zeros /= 2;
    }
    Some(rest == 0)
}

/// A text that all notations of a number have.
#[cfg(any(feature = "cli", feature = "server"))]
pub(crate) fn normal(text: &str) -> String {
    let (magnitude, sign) = text.strip_prefix('-').map_or((text, ""), |rest| (rest, "-"));
    match decimal(magnitude) {
        Some((digits, _)) if digits.is_empty() => "0".to_owned(),
        Some((digits, power)) => format!("{sign}{digits}e{power}"),
        None => text.to_owned(),
    }
}

/// Reads a number. `None` if that would change its digits: an integer has 64 bits, and what else a number
/// is has the digits of a double.
pub(crate) fn exact(text: &str) -> Option<Number> {
    let number: Number = text.parse().ok()?;
    let is_kept = number.as_i64().is_some()
        || number.as_u64().is_some()
        || decimal(text.trim_start_matches('-')).is_some_and(|(digits, power)| {
            let double = number.as_f64().unwrap_or_default().abs();
            // More than a double ever has.
            let written = (1..800).contains(&digits.len()).then(|| format!("{double:.*e}", digits.len() - 1));
            digits.is_empty() || written.and_then(|text| decimal(&text)) == Some((digits, power))
        });
    is_kept.then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_by_value() {
        for (text, value) in [
            ("1.0", Some(1)),
            ("1e3", Some(1000)),
            ("-0", Some(0)),
            ("-0.0e-7", Some(0)),
            ("12.50E1", Some(125)),
            ("-1200e-2", Some(-12)),
            ("9223372036854775808", Some(1 << 63)),
            ("1e999999999999999999999", Some(i128::MAX)),
            ("1.5", None),
            ("1e-1", None),
            ("true", None),
            ("\"1\"", None),
        ] {
            assert_eq!(whole(text), value, "{text}");
        }
        assert_eq!(compare("9007199254740993", "9007199254740992.0"), Some(Ordering::Greater));
        assert_eq!(compare("1.5", "2"), Some(Ordering::Less));
    }

    #[cfg(any(feature = "cli", feature = "server"))]
    #[test]
    fn multiples_are_exact() {
        for (text, of) in [
            ("19.99", "0.01"),
            ("-15", "5"),
            ("0.0", "7"),
            ("1e400", "2.5"),
            ("1e999999999999", "8"),
            ("123456789012345678901234567890", "10"),
            ("3", "1.50"),
        ] {
            assert_eq!(is_multiple(text, of), Some(true), "{text} {of}");
        }
        for (text, of) in
            [("19.995", "0.01"), ("7", "5"), ("1e-400", "1"), ("1e999999999999", "3"), ("5", "10")]
        {
            assert_eq!(is_multiple(text, of), Some(false), "{text} {of}");
        }
        assert_eq!((is_multiple("x", "5"), is_multiple("5", "0")), (None, None));
    }

    #[test]
    fn a_number_that_would_lose_digits_is_not_read() {
        for text in [
            "18446744073709551615",
            "1e3",
            "-0",
            "0.1",
            "1.50",
            "0.30000000000000004",
            "123456789012345680000000000000",
            "5e-324",
            "0.1000000000000000055511151231257827",
        ] {
            assert!(exact(text).is_some(), "{text}");
        }
        for text in ["123456789012345678901234567890", "12345678901234567.89", "-9223372036854775809"] {
            assert_eq!(exact(text), None, "{text}");
        }
    }
}
