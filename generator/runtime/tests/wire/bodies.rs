//! Bodies and results of several content types.

use std::io::Error;

use api_runtime::server::axum::body::{Body, to_bytes};
use api_runtime::{self as rt, Parameter, Place, Upload};
use bytes::Bytes;
use http::Request;
use tower::ServiceExt as _;

use super::{Wire, ask, client, respond, router};

/// A text, as plain text or Markdown.
#[derive(Clone, Debug)]
pub struct Note {
    pub body: String,
}

impl rt::Operation for Note {
    type Api = Wire;
    type Returns = rt::returns::Text;
    const DESCRIPTOR: &'static rt::Descriptor = &rt::Descriptor::new("Note")
        .method("PUT")
        .documented_path("/note")
        .body("text/plain, text/markdown")
        .parameters(&[Parameter::required("body", "string").place(Place::Body)])
        .returns(rt::ReturnKind::Text, "string")
        .content_type("text/plain, text/markdown")
        .failures(&[rt::StatusResult {
            from: 400,
            to: 499,
            kind: rt::ReturnKind::Json,
            type_name: "Problem",
            content_type: "application/problem+json",
        }]);
}

impl rt::Encode for Note {
    fn encode(self, form: &mut rt::FormWriter) {
        form.put("body", &self.body);
    }
}

impl rt::Decode for Note {
    fn decode(form: &mut rt::FormReader) -> Self {
        Self { body: form.take("body") }
    }
}

/// An image of any type.
#[derive(Debug)]
pub struct Picture {
    pub body: Upload,
}

impl rt::Operation for Picture {
    type Api = Wire;
    type Returns = rt::returns::Text;
    const DESCRIPTOR: &'static rt::Descriptor = &rt::Descriptor::new("Picture")
        .method("PUT")
        .documented_path("/picture")
        .body("image/*")
        .parameters(&[Parameter::required("body", "file").place(Place::Body).file()])
        .returns(rt::ReturnKind::Text, "string")
        .content_type("text/plain");
}

impl rt::Encode for Picture {
    fn encode(self, form: &mut rt::FormWriter) {
        form.put_file("body", self.body);
    }
}

impl rt::Decode for Picture {
    fn decode(form: &mut rt::FormReader) -> Self {
        Self { body: form.take_file("body") }
    }
}

/// A file with texts.
#[derive(Debug)]
pub struct Parcel {
    pub title: String,
    pub note: Option<String>,
    pub file: Upload,
}

impl rt::Operation for Parcel {
    type Api = Wire;
    type Returns = rt::returns::Text;
    const DESCRIPTOR: &'static rt::Descriptor = &rt::Descriptor::new("Parcel")
        .documented_path("/parcel")
        .multipart()
        .parameters(&[
            Parameter::required("title", "string"),
            Parameter::optional("note", "string"),
            Parameter::required("file", "file").file(),
        ])
        .returns(rt::ReturnKind::Text, "string")
        .content_type("text/plain");
}

impl rt::Encode for Parcel {
    fn encode(self, form: &mut rt::FormWriter) {
        form.put("title", &self.title);
        form.put("note", self.note.as_ref());
        form.put_file("file", self.file);
    }
}

impl rt::Decode for Parcel {
    fn decode(form: &mut rt::FormReader) -> Self {
        Self { title: form.take("title"), note: form.take_optional("note"), file: form.take_file("file") }
    }
}

#[tokio::test]
async fn parts_after_a_file_are_kept_or_refused() {
    let small = "abc".to_owned();
    let large = "x".repeat(100_000);
    let send = async |parts: &[(&str, &str)]| {
        let part = |(name, text): &(&str, &str)| {
            let file = if name.contains("file") { "; filename=f" } else { "" };
            format!("--b\r\nContent-Disposition: form-data; name={name}{file}\r\n\r\n{text}\r\n")
        };
        let body = parts.iter().map(part).collect::<String>() + "--b--\r\n";
        // As it comes from a connection.
        let pieces: Vec<_> =
            body.as_bytes().chunks(8000).map(Bytes::copy_from_slice).map(Ok::<_, Error>).collect();
        let request = Request::post("/parcel").header("content-type", "multipart/form-data; boundary=b");
        let body = Body::from_stream(futures_util::stream::iter(pieces));
        let response = router().oneshot(request.body(body).unwrap()).await.unwrap();
        let status = response.status().as_u16();
        let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        (status, String::from_utf8(body.to_vec()).unwrap())
    };
    let said = |text: &str| (200, text.to_owned());
    assert_eq!(send(&[("file", &small), ("title", "t"), ("note", "n")]).await, said("t Some(\"n\") 3"));
    assert_eq!(send(&[("other-file", &small), ("file", &small), ("title", "t")]).await, said("t None 3"));
    assert_eq!(send(&[("title", "t"), ("file", &large)]).await, said("t None 100000"));
    assert_eq!(send(&[("title", "t"), ("note", "n"), ("file", &large)]).await, said("t Some(\"n\") 100000"));
    let (status, text) = send(&[("title", "t"), ("file", &small), ("file", &small)]).await;
    assert!(status == 400 && text.contains("file: given more than once"), "{text}");
    for (parts, late) in
        [(&[("file", &*large), ("title", "t")], "title"), (&[("file", &*large), ("note", "n")], "title")]
    {
        let (status, text) = send(parts).await;
        assert!(status == 400 && text.contains(&format!("{late}: it must come before a file")), "{text}");
    }
    for late in ["note", "file"] {
        let (status, text) = send(&[("title", "t"), ("file", &large), (late, "n")]).await;
        assert!(status == 400 && text.contains(&format!("{late}: it must come before a file")), "{text}");
    }
    // What comes after a file has the form's limit, whatever it is.
    let (status, text) = send(&[("title", "t"), ("file", &large), ("other", &"y".repeat(4_000_000))]).await;
    assert_eq!(status, 413, "{text}");
}

#[tokio::test]
async fn refusals_have_the_declared_type_and_headers() {
    let note = async |content_type, body| {
        respond(Request::put("/note"), &[("content-type", content_type)], body).await
    };
    let of_handler = note("text/plain", "no").await;
    assert_eq!(
        (of_handler.status().as_u16(), &of_handler.headers()["retry-after"]),
        (409, &http::HeaderValue::from_static("5"))
    );
    for (response, text) in [
        (of_handler, "not that"),
        (note("text/html", "a").await, "the content type must be text/plain or text/markdown"),
    ] {
        assert_eq!(response.headers()["content-type"], "application/problem+json");
        let json: serde_json::Value = serde_json::from_str(response.body()).unwrap();
        assert_eq!(json, serde_json::json!({ "message": text }));
    }
}

#[tokio::test]
async fn each_listed_type_is_taken_and_returned() {
    let note = async |content_type, accept| {
        ask(Request::put("/note"), &[("content-type", content_type), ("accept", accept)], "a").await
    };
    let said = |text: &str| (200, text.to_owned());
    assert_eq!(note("text/plain", "*/*").await, said(r#"a of Some("text/plain") as text/plain"#));
    let markdown = "text/markdown;charset=utf-8";
    assert_eq!(
        note(markdown, "text/markdown").await,
        said(r#"a of Some("text/markdown;charset=utf-8") as text/markdown"#)
    );
    assert_eq!(note("text/html", "*/*").await.0, 415);
    assert_eq!(note("text/plain", "text/html").await.0, 406);
    let picture =
        async |content_type| ask(Request::put("/picture"), &[("content-type", content_type)], "a").await;
    assert_eq!(picture("image/webp").await, said(r#"Some("image/webp")"#));
    assert_eq!(picture("text/plain").await.0, 415);
}

#[tokio::test]
async fn a_client_chooses() {
    let (client, note) = (client(), || Note { body: "a".to_owned() });
    assert_eq!(client.send(note()).await.unwrap(), r#"a of Some("text/plain") as text/plain"#);
    let markdown =
        client.call(note()).header("content-type", "text/markdown").header("accept", "text/markdown");
    assert_eq!(markdown.send().await.unwrap(), r#"a of Some("text/markdown") as text/markdown"#);
    let picture = || Upload::bytes("", "a");
    let png = Picture { body: picture().content_type("image/png") };
    assert_eq!(client.send(png).await.unwrap(), r#"Some("image/png")"#);
    let error = client.send(Picture { body: picture() }).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "Picture: the content type of the body must be image/*; set it with `Upload::content_type`, or as a \
         header of the call"
    );
}
