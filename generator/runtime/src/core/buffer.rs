//! The bytes of a body, collected.

use std::mem;

use bytes::{Bytes, BytesMut};

/// Pieces of a body, joined. A single piece, as most bodies are, isn't copied.
#[derive(Default)]
pub(crate) struct Buffer {
    first: Bytes,
    /// Everything, as soon as there is more than one piece.
    all: BytesMut,
}

impl Buffer {
    pub(crate) fn push(&mut self, piece: Bytes) {
        if self.as_slice().is_empty() {
            self.first = piece;
        } else {
            self.all.extend_from_slice(&mem::take(&mut self.first));
            self.all.extend_from_slice(&piece);
        }
    }

    pub(crate) fn as_slice(&self) -> &[u8] {
        if self.all.is_empty() { &self.first } else { &self.all }
    }

    /// The memory that the bytes take.
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
}
