//! Today.

use std::time::{SystemTime, UNIX_EPOCH};

/// The date in UTC, `2026-11-22`.
pub fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |it| it.as_secs());
    of(seconds / 86_400)
}

/// The date so many days after 1970-01-01, by years of 365 or 366 days.
fn of(mut days: u64) -> String {
    let is_leap =
        |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    format!("{year}-{month:02}-{:02}", days + 1)
}

#[cfg(test)]
mod tests {
    #[test]
    fn dates() {
        for (days, date) in
            [(0, "1970-01-01"), (11_016, "2000-02-29"), (20_779, "2026-11-22"), (20_818, "2026-12-31")]
        {
            assert_eq!(super::of(days), date);
        }
    }
}
