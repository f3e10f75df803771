//! The bytes of a body, collected.

use std::mem;

use bytes::{Bytes, BytesMut};

/// Maximum number of bytes that are reserved for a stated size, which may be wrong.
const MAX_RESERVED: u64 = 1024 * 1024;

/// Pieces of a body, joined. A single piece, as most bodies are, isn't copied.
#[derive(Default)]
pub(crate) struct Buffer {
    first: Bytes,
    /// All pieces, once there is more than one.
    all: BytesMut,
    /// The capacity to reserve when a second piece arrives.
    reserve: usize,
}

impl Buffer {
    /// Creates a buffer for a body of a size that the sender states.
    pub(crate) fn of_size(stated: Option<u64>) -> Self {
        Self { reserve: stated.map_or(0, |size| size.min(MAX_RESERVED) as usize), ..Self::default() }
    }

    pub(crate) fn push(&mut self, piece: Bytes) {
        if self.as_slice().is_empty() {
            self.first = piece;
        } else {
            self.all.reserve(mem::take(&mut self.reserve));
            self.all.extend_from_slice(&mem::take(&mut self.first));
            self.all.extend_from_slice(&piece);
        }
    }

    pub(crate) fn as_slice(&self) -> &[u8] {
        if self.all.is_empty() { &self.first } else { &self.all }
    }

    /// The memory that the buffer takes, in bytes.
    #[cfg(feature = "server")]
    pub(crate) fn capacity(&self) -> usize {
        self.first.len() + self.all.capacity()
    }

    pub(crate) fn into_bytes(self) -> Bytes {
        if self.all.is_empty() { self.first } else { self.all.freeze() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joins_pieces_and_does_not_copy_a_single_one() {
        let mut buffer = Buffer::default();
        let one = Bytes::from(vec![1, 2]);
        let place = one.as_ptr();
        buffer.push(Bytes::new());
        buffer.push(one);
        assert_eq!(buffer.as_slice().as_ptr(), place);
        buffer.push(Bytes::new());
        buffer.push(Bytes::from_static(&[3]));
        assert_eq!(buffer.as_slice(), [1, 2, 3]);
        assert_eq!(buffer.into_bytes(), [1, 2, 3].as_slice());
    }

    #[test]
    fn a_stated_size_is_reserved_up_to_the_limit() {
        for (stated, room) in [(Some(1000), 1000), (Some(u64::MAX), 1024 * 1024)] {
            let mut buffer = Buffer::of_size(stated);
            buffer.push(Bytes::from_static(&[1]));
            assert_eq!(buffer.all.capacity(), 0);
            buffer.push(Bytes::from_static(&[2]));
            let taken = buffer.all.capacity();
            assert!((room..=2 * room).contains(&taken), "{taken}");
            buffer.push(Bytes::from(vec![3; 900]));
            assert_eq!(buffer.all.capacity(), taken);
        }
    }
}
