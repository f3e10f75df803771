//! A text of JSON as a stream of its bytes, without escapes.

use std::io::{self, Read};

use super::{Broken, Json, Result, Why};

/// A text that is being read.
#[derive(Debug)]
pub struct TextReader<'a, 'r> {
    json: &'a mut Json<'r>,
    is_done: bool,
    /// The bytes of an escape that didn't fit.
    rest: Vec<u8>,
    /// Why it ended early.
    broken: Option<Broken>,
}

impl<'a, 'r> TextReader<'a, 'r> {
    /// After the quote that begins it.
    pub(crate) fn new(json: &'a mut Json<'r>) -> Self {
        Self { json, is_done: false, rest: Vec::new(), broken: None }
    }

    /// Reads to the end, in pieces.
    pub fn pieces(&mut self, mut each: impl FnMut(&[u8])) -> Result<()> {
        each(&std::mem::take(&mut self.rest));
        while !self.is_done {
            let plain = plain(self.json.fill()?);
            if plain > 0 {
                each(self.json.fill()?.get(..plain).unwrap_or_default());
                self.json.advance(plain);
            } else if let Some(c) = self.special()? {
                each(c.encode_utf8(&mut [0; 4]).as_bytes());
            }
        }
        match self.broken.take() {
            Some(broken) => Err(broken),
            None => Ok(()),
        }
    }

    /// Takes an escape, or the quote at the end.
    fn special(&mut self) -> Result<Option<char>> {
        if self.json.byte()? == b'\\' {
            return self.escape().map(Some);
        }
        self.is_done = true;
        Ok(None)
    }

    fn escape(&mut self) -> Result<char> {
        Ok(match self.json.byte()? {
            b'n' => '\n',
            b't' => '\t',
            b'r' => '\r',
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'u' => return self.unicode(),
            byte @ (b'"' | b'\\' | b'/') => char::from(byte),
            _ => return self.json.expected("an escape"),
        })
    }

    /// `\u`: half of a pair that has no other half is replaced.
    fn unicode(&mut self) -> Result<char> {
        let first = self.hex()?;
        if !(0xd800..0xdc00).contains(&first) || self.json.peek()? != Some(b'\\') {
            return Ok(char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER));
        }
        self.json.advance(1);
        if self.json.peek()? != Some(b'u') {
            // What follows is another escape, and half a pair before it says nothing.
            return self.escape();
        }
        self.json.advance(1);
        let second = self.hex()?;
        let is_pair = (0xdc00..0xe000).contains(&second);
        let pair = is_pair.then(|| 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00));
        Ok(char::from_u32(pair.unwrap_or(second)).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    fn hex(&mut self) -> Result<u32> {
        let mut number = 0;
        for _ in 0..4 {
            let digit = char::from(self.json.byte()?).to_digit(16);
            let Some(digit) = digit else { return self.json.expected("four hexadecimal digits") };
            number = number * 16 + digit;
        }
        Ok(number)
    }

    fn read_some(&mut self, to: &mut [u8]) -> Result<usize> {
        loop {
            if !self.rest.is_empty() {
                let count = self.rest.len().min(to.len());
                to.iter_mut().zip(self.rest.drain(..count)).for_each(|(to, byte)| *to = byte);
                return Ok(count);
            }
            if self.is_done {
                return Ok(0);
            }
            let buffer = self.json.fill()?;
            let count = plain(buffer).min(to.len());
            if count > 0 {
                to.iter_mut().zip(buffer).take(count).for_each(|(to, byte)| *to = *byte);
                self.json.advance(count);
                return Ok(count);
            }
            if let Some(c) = self.special()? {
                self.rest.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
            }
        }
    }
}

impl Read for TextReader<'_, '_> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        if to.is_empty() {
            return Ok(0);
        }
        self.read_some(to).map_err(|broken| {
            self.broken = Some(broken);
            self.is_done = true;
            io::Error::other("the text around it ends")
        })
    }
}

/// How many bytes come before an escape, a quote or the end. Control characters
/// are among them: programs write them, although JSON has escapes for them.
fn plain(bytes: &[u8]) -> usize {
    bytes.iter().position(|byte| matches!(byte, b'"' | b'\\')).unwrap_or(bytes.len())
}

impl Broken {
    /// At the end of the stream.
    #[must_use]
    pub fn is_end(&self) -> bool {
        matches!(self.why, Why::Ends)
    }
}
