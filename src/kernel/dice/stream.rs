//! From a key to numbers: the key stream's words, and numbers below n without bias.

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// The words of a roll key: the ChaCha20 key stream (64-bit counter from 0, nonce 0) as little-endian 32-bit
/// numbers.
pub struct Words(ChaCha20Rng);

impl Words {
    /// The stream of a key.
    pub fn new(key: [u8; 32]) -> Self {
        Self(ChaCha20Rng::from_seed(key))
    }

    /// A number from 0 to n − 1, each equally likely; `n` from 1 on.
    pub fn below(&mut self, n: u32) -> u32 {
        below(n, || self.0.next_u32())
    }
}

/// A word of a key stream, of any width, so that narrow ones can be enumerated.
pub trait Word: Copy {
    /// How many different words there are.
    const COUNT: u64;

    /// The word as a number from 0 to COUNT − 1.
    fn number(self) -> u64;
}

impl Word for u8 {
    const COUNT: u64 = 1 << 8;

    fn number(self) -> u64 {
        u64::from(self)
    }
}

impl Word for u16 {
    const COUNT: u64 = 1 << 16;

    fn number(self) -> u64 {
        u64::from(self)
    }
}

impl Word for u32 {
    const COUNT: u64 = 1 << 32;

    fn number(self) -> u64 {
        u64::from(self)
    }
}

/// Takes words until one lies below the greatest multiple of n, and gives it modulo n.
pub fn below<W: Word>(n: u32, mut next: impl FnMut() -> W) -> u32 {
    let n = u64::from(n.max(1));
    let end = W::COUNT / n * n;
    loop {
        let word = next().number();
        if word < end {
            return (word % n) as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chacha20::cipher::{KeyIvInit, StreamCipher};
    use proptest::prelude::*;

    /// Counts how often each value comes when every word of a width is dealt once.
    fn counts<W: Word>(n: u32, words: impl Iterator<Item = W>) -> Vec<u32> {
        let mut counts = vec![0; n as usize];
        let end = W::COUNT / u64::from(n) * u64::from(n);
        for word in words.filter(|w| w.number() < end) {
            counts[below(n, || word) as usize] += 1;
        }
        counts
    }

    #[test]
    fn every_value_comes_equally_often() {
        for n in 1..=120 {
            for counts in [counts(n, 0..=u8::MAX), counts(n, 0..=u16::MAX)] {
                assert!(counts.iter().all(|c| *c == counts[0] && *c > 0), "{n}: {counts:?}");
            }
        }
    }

    #[test]
    fn words_beyond_the_last_multiple_are_passed_over() {
        let mut words = [255_u8, 254, 252, 251].into_iter();
        assert_eq!(below(6, || words.next().unwrap()), 251 % 6);
        let mut words = [u32::MAX, 4_294_967_291].into_iter();
        assert_eq!(below(6, || words.next().unwrap()), 4_294_967_291_u32 % 6);
    }

    proptest! {
        #[test]
        fn words_are_those_of_another_implementation(key in any::<[u8; 32]>()) {
            let mut bytes = vec![0; 512];
            chacha20::ChaCha20Legacy::new(&key.into(), &[0; 8].into()).apply_keystream(&mut bytes);
            let mut rng = ChaCha20Rng::from_seed(key);
            for word in bytes.chunks(4) {
                prop_assert_eq!(u32::from_le_bytes(word.try_into().unwrap()), rng.next_u32());
            }
        }
    }
}
