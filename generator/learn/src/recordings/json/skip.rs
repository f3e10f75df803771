//! Passing over a value, however deep it is.

use super::{Broken, Json, Kind, Result, Why};

impl Json<'_> {
    /// Passes over a value: the brackets that are open are a bit each.
    pub fn skip(&mut self) -> Result<()> {
        let mut open: Vec<bool> = Vec::new();
        loop {
            match self.kind()? {
                kind @ (Kind::Object | Kind::List) => {
                    self.next += 1;
                    let is_object = kind == Kind::Object;
                    let end = if is_object { b'}' } else { b']' };
                    open.push(is_object);
                    if self.blank()? != Some(end) {
                        if is_object {
                            self.skip_key()?;
                        }
                        continue;
                    }
                }
                Kind::Text => self.skip_text()?,
                Kind::Number => drop(self.number()?),
                Kind::Bool | Kind::Null => self.word()?,
            }
            if self.skip_ends(&mut open)? {
                return Ok(());
            }
        }
    }

    /// After a value: closes what ends; whether that was all.
    fn skip_ends(&mut self, open: &mut Vec<bool>) -> Result<bool> {
        while let Some(is_object) = open.last().copied() {
            match (self.blank()?, is_object) {
                (Some(b','), _) => {
                    self.next += 1;
                    if is_object {
                        self.skip_key()?;
                    }
                    return Ok(false);
                }
                (Some(b'}'), true) | (Some(b']'), false) => {
                    self.next += 1;
                    open.pop();
                }
                (None, _) => return Err(Broken { at: self.at(), why: Why::Ends }),
                (Some(_), _) => return self.expected("`,` or the end of an object or list"),
            }
        }
        Ok(true)
    }

    fn skip_key(&mut self) -> Result<()> {
        self.skip_text()?;
        self.take(b':', "`:`")
    }

    fn skip_text(&mut self) -> Result<()> {
        self.stream()?.pieces(|_| {})
    }
}
