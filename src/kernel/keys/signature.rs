//! Ed25519 signatures (RFC 8032), verified strictly, over the 64 hex digits of a hash.

use super::Secret;
use crate::kernel::history::canonical;
use data_encoding::HEXLOWER;
use ed25519_dalek::{Signature, Signer, SigningKey, VerifyingKey};

/// A seat's signing key, which follows from its secret: seed H("sign", hex key).
pub struct Signing(SigningKey);

impl Signing {
    /// The signing key of a secret.
    pub fn new(secret: &Secret) -> Self {
        Self(SigningKey::from_bytes(&canonical::digest("sign", &[secret.hex()])))
    }

    /// The public key, 64 hex digits.
    pub fn public(&self) -> String {
        HEXLOWER.encode(self.0.verifying_key().as_bytes())
    }

    /// The signature of a hash, 128 hex digits.
    pub fn sign(&self, hash: &str) -> String {
        HEXLOWER.encode(&self.0.sign(hash.as_bytes()).to_bytes())
    }
}

/// A seat's public key, ready to verify.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verifying(VerifyingKey);

impl Verifying {
    /// A public key of 64 hex digits; none if no point has it, or only one that everybody can sign for.
    pub fn new(public: &str) -> Option<Self> {
        let bytes: [u8; 32] = HEXLOWER.decode(public.as_bytes()).ok()?.try_into().ok()?;
        VerifyingKey::from_bytes(&bytes).ok().filter(|key| !key.is_weak()).map(Self)
    }

    /// Whether a signature of 128 hex digits is this key's over a hash.
    pub fn verifies(&self, hash: &str, signature: &str) -> bool {
        let bytes = HEXLOWER.decode(signature.as_bytes()).ok().and_then(|b| <[u8; 64]>::try_from(b).ok());
        bytes.is_some_and(|b| self.0.verify_strict(hash.as_bytes(), &Signature::from_bytes(&b)).is_ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signing(byte: &str) -> Signing {
        Signing::new(&Secret::of_hex(&byte.repeat(32)).unwrap())
    }

    #[test]
    fn signatures_are_taken_from_their_own_key_and_hash_alone() {
        let (red, blue) = (signing("01"), signing("02"));
        let signature = red.sign("hash");
        let key = Verifying::new(&red.public()).unwrap();
        assert!(key.verifies("hash", &signature));
        assert!(!key.verifies("other", &signature));
        assert!(!Verifying::new(&blue.public()).unwrap().verifies("hash", &signature));
        assert!(!key.verifies("hash", &signature.to_uppercase()), "another spelling");
        assert!(!key.verifies("hash", &signature[2..]));
    }

    #[test]
    fn a_signature_has_no_second_form() {
        let red = signing("01");
        let key = Verifying::new(&red.public()).unwrap();
        let mut bytes = HEXLOWER.decode(red.sign("hash").as_bytes()).unwrap();
        // Adding the group's order to s would be a second signature for lenient verifiers.
        let order =
            HEXLOWER.decode(b"edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010").unwrap();
        let mut carry = 0_u16;
        for (s, o) in bytes[32..].iter_mut().zip(order) {
            let sum = u16::from(*s) + u16::from(o) + carry;
            (*s, carry) = (sum as u8, sum >> 8);
        }
        assert!(!key.verifies("hash", &HEXLOWER.encode(&bytes)));
    }

    #[test]
    fn weak_keys_are_none() {
        assert_eq!(Verifying::new(&"00".repeat(32)), None);
        assert_eq!(Verifying::new(&format!("01{}", "00".repeat(31))), None, "the neutral point");
        assert_eq!(Verifying::new("no key"), None);
    }
}
