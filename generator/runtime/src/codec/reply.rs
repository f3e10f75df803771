//! The response to a call.

use std::{borrow::Cow, cell::OnceCell, sync::Arc};

use bytes::Bytes;
use http::{
    header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE},
    response::Parts,
};

use super::{
    json::{self, JsonReader, Tape},
    redact::SentValues,
};
use crate::core::{
    ApiDescriptor, Body, Descriptor, Error, ErrorKind, Misfit, ReturnKind, Undecoded, buffer::Buffer,
    debug::shows, defaults::MAX_FAILURE,
};

/// Maximum number of characters of a content type that are shown.
const LONGEST_TYPE: usize = 100;

/// The facts of a call that are needed to read its response.
#[derive(Clone)]
pub(crate) struct CallContext {
    pub(crate) descriptor: &'static Descriptor,
    /// The path, if it is inferred.
    pub(crate) inferred_path: Option<&'static str>,
    pub(crate) api: &'static ApiDescriptor,
    /// The values of its request.
    pub(crate) sent: Arc<SentValues>,
    /// The number of times that the call was sent.
    pub(crate) tries: u32,
    /// Maximum number of bytes to buffer.
    pub(crate) limit: usize,
    /// True if the operation does no more than read, at its own path.
    pub(crate) only_reads: bool,
    /// True if larger bodies are streamed instead of rejected.
    pub(crate) streams: bool,
    /// True if the caller asked for an encoding of the body, and undoes it.
    pub(crate) takes_encoded: bool,
}

/// A response, to be read by [`returns::Returns`](crate::returns::Returns).
pub struct Reply {
    pub(crate) head: Parts,
    /// Size of the body in bytes, if it is known.
    pub(crate) size: Option<u64>,
    /// The body, or its beginning.
    pub(crate) start: Bytes,
    /// The rest of a body that is streamed.
    pub(crate) rest: Option<Body>,
    /// The values in the body.
    tape: OnceCell<Result<Tape, Misfit>>,
    pub(crate) call: Box<CallContext>,
}

/// The part of a body that is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    /// The text of a refusal.
    Failure,
    /// As much as shows that it isn't a failure; nothing more of a large one.
    Beginning { is_large: bool },
    /// All of it, or more than the limit.
    Whole { limit: usize },
}

impl Wanted {
    /// The most that is kept, in bytes.
    fn most(self) -> usize {
        match self {
            Self::Failure | Self::Beginning { .. } => MAX_FAILURE,
            Self::Whole { limit } => limit,
        }
    }

    fn is_enough(self, bytes: &[u8]) -> bool {
        match self {
            Self::Failure => bytes.len() >= MAX_FAILURE,
            Self::Beginning { is_large } => is_large || bytes.len() > MAX_FAILURE || !can_be_failure(bytes),
            Self::Whole { limit } => bytes.len() > limit,
        }
    }
}

impl Reply {
    /// The kind of the result.
    pub(crate) fn kind(&self) -> ReturnKind {
        let CallContext { descriptor, .. } = &*self.call;
        self.arm().map_or(descriptor.returns, |row| descriptor.results[row].kind)
    }

    /// The type of the result, in the documents' notation.
    fn type_name(&self) -> &'static str {
        let CallContext { descriptor, .. } = &*self.call;
        self.arm().map_or(descriptor.return_type, |row| descriptor.results[row].type_name)
    }

    /// The index of the result, if the operation lists its results and this one is among them.
    pub(crate) fn arm(&self) -> Option<usize> {
        if self.call.descriptor.results.is_empty() {
            return None;
        }
        let content_type = self.head.headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
        self.call.descriptor.result_of(self.head.status.as_u16(), content_type)
    }

    /// A response whose body is complete.
    pub(crate) fn buffered(call: Box<CallContext>, response: http::Response<Bytes>) -> Self {
        let (head, start) = response.into_parts();
        Self { call, head, size: Some(start.len() as u64), start, rest: None, tape: OnceCell::new() }
    }

    /// A response whose head has arrived, and its body, for [`read`](Self::read).
    pub(crate) fn begin(call: Box<CallContext>, response: http::Response<Body>) -> (Box<Self>, Body) {
        // The length that is stated for a HEAD is that of a body that isn't sent.
        let size = stated_size(&response).filter(|_| call.descriptor.method != "HEAD");
        let (head, body) = response.into_parts();
        (Box::new(Self { call, head, size, start: Bytes::new(), rest: None, tape: OnceCell::new() }), body)
    }

    /// Reads as much of the body as the operation's output requires.
    pub(crate) async fn read(&mut self, mut body: Body) -> Result<(), ErrorKind> {
        let Some(wanted) = self.wanted()? else { return Ok(()) };
        let room = self.size.map(|size| size.min(wanted.most() as u64));
        let mut buffer = Buffer::of_size(room);
        while let Some(piece) = body.piece().await {
            match piece {
                Ok(piece) => buffer.push(piece),
                // A refusal is a refusal, even if its text doesn't get through.
                Err(_) if wanted == Wanted::Failure => return Ok(()),
                Err(error) => return Err(ErrorKind::transport(error)),
            }
            if wanted.is_enough(buffer.as_slice()) {
                match wanted {
                    Wanted::Failure => {}
                    Wanted::Whole { limit } if !self.call.streams => {
                        return Err(ErrorKind::TooLarge { limit });
                    }
                    Wanted::Beginning { .. } | Wanted::Whole { .. } => self.rest = Some(body),
                }
                break;
            }
        }
        self.start = buffer.into_bytes();
        Ok(())
    }

    /// The part of the body to read; `None` if it is ignored.
    fn wanted(&self) -> Result<Option<Wanted>, ErrorKind> {
        let CallContext { limit, streams, .. } = *self.call;
        let status = self.head.status;
        let is_larger = |than: usize| self.size.is_some_and(|size| size > than as u64);
        if status.is_redirection() && self.arm().is_none() {
            return Ok(None);
        }
        if status.as_u16() >= 400 {
            return Ok(Some(Wanted::Failure));
        }
        if self.kind().is_streamed() {
            return Ok(Some(Wanted::Beginning { is_large: is_larger(MAX_FAILURE) }));
        }
        if !streams && is_larger(limit) {
            return Err(ErrorKind::TooLarge { limit });
        }
        Ok(Some(Wanted::Whole { limit }))
    }

    /// The body as JSON, which is scanned once. An empty one is null, if the result may be that.
    ///
    /// # Errors
    /// If it isn't JSON.
    pub(crate) fn json(&self) -> Result<JsonReader<'_>, Misfit> {
        let text = json::utf8(&self.start)?.trim_start_matches(BOM);
        let text = match text.trim_ascii().is_empty() {
            true if self.type_name().ends_with(" or null") => "null",
            true => return Err(Misfit::new("the body is empty")),
            false => text,
        };
        let tape = self.tape.get_or_init(|| Tape::of(text)).as_ref();
        tape.map(|tape| JsonReader::new(text, tape)).map_err(Clone::clone)
    }

    /// The body as text; `None` if it is neither UTF-8 nor in the other character set that it states.
    pub(crate) fn text(&self) -> Option<Cow<'_, str>> {
        if let Ok(text) = std::str::from_utf8(&self.start) {
            return Some(text.into());
        }
        let content_type =
            self.head.headers.get(CONTENT_TYPE)?.to_str().ok()?.to_ascii_lowercase().replace('"', "");
        let is_western = WESTERN.iter().any(|charset| content_type.contains(charset));
        is_western.then(|| western(&self.start).into())
    }

    /// The body from which the output is read; empty if it is streamed.
    pub(crate) fn complete_body(&self) -> Bytes {
        if self.kind().is_streamed() { Bytes::new() } else { self.start.clone() }
    }

    /// Returns a function that makes errors of this call.
    pub(crate) fn errors(&self) -> impl FnOnce(ErrorKind) -> Error + use<> {
        let (operation, path, tries) = (self.call.descriptor.name, self.call.inferred_path, self.call.tries);
        let only_reads = self.call.only_reads;
        move |kind| Error::new(operation, kind).at_inferred(path).after(tries).reading(only_reads)
    }

    /// The error of a response that doesn't fit.
    pub(crate) fn undecoded(&self, misfit: Misfit) -> ErrorKind {
        let (status, content) = (self.head.status, self.unusual_content());
        ErrorKind::Decode(Undecoded { misfit: misfit.into(), status, content, body: self.start.clone() })
    }

    /// The content type and the encoding, unless they are those of plain JSON.
    fn unusual_content(&self) -> Option<String> {
        let header = |name| self.head.headers.get(name).and_then(|value| value.to_str().ok());
        let content_type = header(CONTENT_TYPE).filter(|given| !is_json(given));
        let encoding = header(CONTENT_ENCODING).map(|encoding| format!("encoded as {encoding}"));
        let parts: Vec<String> = content_type.map(str::to_owned).into_iter().chain(encoding).collect();
        (!parts.is_empty()).then(|| self.call.sent.redacted(&parts.join(", "), LONGEST_TYPE))
    }
}

fn is_json(content_type: &str) -> bool {
    let essence = content_type.split(';').next().unwrap_or_default();
    essence.trim().eq_ignore_ascii_case("application/json")
}

/// A mark at the start of a text, which programs of Windows write.
const BOM: char = '\u{feff}';

/// Character sets of one byte, which are read as the last one, as browsers do.
const WESTERN: [&str; 3] = ["charset=iso-8859-1", "charset=latin1", "charset=windows-1252"];

/// The characters that windows-1252 has in place of control characters, from 0x80 on.
const EXTRA: &str = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ";

/// A text in windows-1252.
pub(crate) fn western(bytes: &[u8]) -> String {
    let extra = |byte: u8| EXTRA.chars().nth(usize::from(byte - 0x80)).unwrap_or_default();
    let character = |byte: &u8| if (0x80..0xa0).contains(byte) { extra(*byte) } else { char::from(*byte) };
    bytes.iter().map(character).collect()
}

/// Returns whether a body can be a failure, judging by its beginning.
pub(crate) fn can_be_failure(beginning: &[u8]) -> bool {
    let mut bytes = beginning.strip_prefix("\u{feff}".as_bytes()).unwrap_or(beginning).iter();
    match bytes.find(|byte| !byte.is_ascii_whitespace()) {
        Some(first) => *first == b'{',
        None => true,
    }
}

/// The stated size of a response, in bytes.
fn stated_size(response: &http::Response<Body>) -> Option<u64> {
    let header = response.headers().get(CONTENT_LENGTH);
    let stated = header.and_then(|value| value.to_str().ok()?.parse().ok());
    stated.or_else(|| response.body().size())
}

shows!(Reply, |it| Reply { operation: it.call.descriptor.name, status: it.head.status, size: it.size });

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_stated_size_reserves_no_more_than_is_kept() {
        static FIND: Descriptor = Descriptor { returns: ReturnKind::Json, ..Descriptor::new("Find") };
        static API: ApiDescriptor = ApiDescriptor::EMPTY;
        let limit = 1000;
        for (status, most) in [(500, MAX_FAILURE), (200, limit)] {
            let call = Box::new(CallContext {
                descriptor: &FIND,
                inferred_path: None,
                api: &API,
                sent: Arc::default(),
                tries: 1,
                limit,
                only_reads: true,
                streams: true,
                takes_encoded: false,
            });
            let body = Body::stream(futures_util::stream::iter(["{", "}"].map(Ok::<_, Error>)));
            let response = http::Response::builder().status(status).header(CONTENT_LENGTH, 1024 * 1024);
            let (mut reply, body) = Reply::begin(call, response.body(body).unwrap());
            reply.read(body).await.unwrap();
            assert_eq!(reply.start, "{}");
            let taken = reply.start.try_into_mut().unwrap().capacity();
            assert!((most..=2 * most).contains(&taken), "{status}: {taken}");
        }
    }
}
