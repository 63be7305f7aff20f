//! Entropy and the clock: read here and nowhere else.

use super::failure::{Failure, Kind};
use crate::kernel::time::Instant;
use data_encoding::HEXLOWER;

/// A nonce of 32 bytes as 64 hex digits: the one given, or one from the system's generator.
///
/// Errors: the one given is not 64 hex digits, or the system has none.
pub fn nonce(given: Option<&str>) -> Result<String, Failure> {
    if let Some(text) = given {
        let fits = HEXLOWER.decode(text.as_bytes()).is_ok_and(|bytes| bytes.len() == 32);
        return if fits {
            Ok(text.to_owned())
        } else {
            Err(Failure::usage("usage/nonce", "a nonce is 64 lower-case hex digits"))
        };
    }
    let mut bytes = [0u8; 32];
    getrandom::fill(&mut bytes).map_err(|error| {
        Failure::new(
            Kind::Internal,
            "system/entropy",
            format!("the system gives no random bytes: {error}"),
            None,
        )
    })?;
    Ok(HEXLOWER.encode(&bytes))
}

/// The instant given, or the clock's.
///
/// Errors: the text is no instant.
pub fn now(given: Option<&str>) -> Result<Instant, Failure> {
    match given {
        Some(text) => text.parse().map_err(|error| Failure::usage("usage/instant", error)),
        None => Ok(Instant(chrono::Utc::now().timestamp())),
    }
}
