//! Instants and spans of time as games use them: whole seconds, UTC, never read from a clock here.

use chrono::{DateTime, NaiveDateTime, Utc};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;
use std::str::FromStr;

/// A UTC instant in whole seconds since 1970, written `2026-11-29T20:15Z` (seconds only if not zero).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Instant(pub i64);

/// A text that is no instant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not an instant; write it in UTC, such as 2026-11-29T20:15Z")]
pub struct NotAnInstant(pub String);

impl Instant {
    /// The instant as mails write it, such as `Sun, 29 Nov 2026 20:15:00 +0000`.
    pub fn to_mail(self) -> String {
        let time = DateTime::<Utc>::from_timestamp(self.0, 0);
        time.map_or(String::new(), |time| time.format("%a, %d %b %Y %H:%M:%S +0000").to_string())
    }
}

impl FromStr for Instant {
    type Err = NotAnInstant;

    fn from_str(text: &str) -> Result<Self, NotAnInstant> {
        let plain = text.trim().strip_suffix('Z').ok_or_else(|| NotAnInstant(text.to_owned()))?;
        ["%Y-%m-%dT%H:%M:%S", "%Y-%m-%dT%H:%M"]
            .iter()
            .find_map(|form| NaiveDateTime::parse_from_str(plain, form).ok())
            .map(|t| Self(t.and_utc().timestamp()))
            .ok_or_else(|| NotAnInstant(text.to_owned()))
    }
}

impl fmt::Display for Instant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let form = if self.0 % 60 == 0 { "%Y-%m-%dT%H:%MZ" } else { "%Y-%m-%dT%H:%M:%SZ" };
        match DateTime::<Utc>::from_timestamp(self.0, 0) {
            Some(t) => write!(f, "{}", t.format(form)),
            None => write!(f, "-"),
        }
    }
}

/// A length of time in whole seconds, written `30m`, `2h`, `14d`, `90s` or joined `1d12h`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span(pub u64);

/// A text that is no length of time.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a length of time; write it as 90s, 30m, 2h, 14d or 1d12h")]
pub struct NotASpan(pub String);

const UNITS: [(char, u64); 4] = [('d', 86_400), ('h', 3_600), ('m', 60), ('s', 1)];

/// The longest span that is read: a hundred years.
const MAX_SECONDS: u64 = 100 * 366 * 86_400;

impl FromStr for Span {
    type Err = NotASpan;

    fn from_str(text: &str) -> Result<Self, NotASpan> {
        parse_span(text)
            .filter(|s| (1..=MAX_SECONDS).contains(s))
            .map(Self)
            .ok_or_else(|| NotASpan(text.to_owned()))
    }
}

/// Reads numbers with units, each unit smaller than the one before.
fn parse_span(text: &str) -> Option<u64> {
    let (mut total, mut number, mut smallest) = (0u64, None::<u64>, u64::MAX);
    for c in text.chars() {
        if let Some(digit) = c.to_digit(10) {
            number = Some(number.unwrap_or(0).checked_mul(10)?.checked_add(u64::from(digit))?);
        } else {
            let (_, seconds) = UNITS.iter().find(|(unit, s)| *unit == c && *s < smallest)?;
            total = total.checked_add(number.take()?.checked_mul(*seconds)?)?;
            smallest = *seconds;
        }
    }
    if number.is_some() { None } else { Some(total) }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.0;
        if rest == 0 {
            return write!(f, "0s");
        }
        for (unit, seconds) in UNITS {
            if rest >= seconds {
                write!(f, "{}{unit}", rest / seconds)?;
                rest %= seconds;
            }
        }
        Ok(())
    }
}

macro_rules! as_text {
    ($($name:ty),*) => {$(
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
            }
        }
    )*};
}

as_text!(Instant, Span);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instants_print_as_they_read() {
        for text in ["2026-11-29T20:15Z", "2026-11-29T20:15:07Z", "1970-01-01T00:00Z"] {
            assert_eq!(text.parse::<Instant>().unwrap().to_string(), text);
        }
        for bad in ["", "2026-11-29", "2026-11-29T20:15", "2026-13-29T20:15Z", "20:15Z"] {
            assert!(bad.parse::<Instant>().is_err(), "{bad}");
        }
    }

    #[test]
    fn mails_name_the_day() {
        let instant: Instant = "2026-11-29T20:15:07Z".parse().unwrap();
        assert_eq!(instant.to_mail(), "Sun, 29 Nov 2026 20:15:07 +0000");
    }

    #[test]
    fn spans_print_as_they_read() {
        for (text, seconds) in [("30m", 1_800), ("1d12h", 129_600), ("90s", 90), ("14d", 1_209_600)] {
            assert_eq!(text.parse::<Span>().unwrap().0, seconds);
        }
        assert_eq!(Span(90).to_string(), "1m30s");
        for bad in ["", "0m", "30", "m", "1h1d", "1h2h", "99999999999999999999d", "-5m"] {
            assert!(bad.parse::<Span>().is_err(), "{bad}");
        }
    }
}
