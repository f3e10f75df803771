//! Bodies and results of several content types.

use api_runtime::{self as rt, Parameter, Place, Upload};
use http::Request;

use super::{Wire, ask, client};

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
        .content_type("text/plain, text/markdown");
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
