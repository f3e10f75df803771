//! Lists at all places, and cookies.

use api_runtime::{self as rt, ListStyle, Parameter, Place};

use super::{Wire, client, get};

pub type Texts = Option<Vec<String>>;

/// Lists, and a text in a cookie.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lists {
    pub path: Vec<String>,
    pub needed: Vec<String>,
    pub comma: Texts,
    pub pipe: Texts,
    pub header: Texts,
    pub cookie: Texts,
    pub session: Option<String>,
}

const HEADER: Place = Place::Header { prefix: "" };

const fn list(name: &'static str, style: ListStyle) -> Parameter {
    Parameter::optional(name, "List<string>").items("string").list(style)
}

impl rt::Operation for Lists {
    type Api = Wire;
    type Returns = rt::returns::Text;
    const DESCRIPTOR: &'static rt::Descriptor = &rt::Descriptor::new("Lists")
        .method("GET")
        .documented_path("/lists/{path}")
        .effect(rt::Effect::Reads)
        .query()
        .parameters(&[
            Parameter::required("path", "List<string>")
                .items("string")
                .list(ListStyle::Comma)
                .place(Place::Path),
            Parameter::required("needed", "List<string>").items("string").list(ListStyle::Comma),
            list("comma", ListStyle::Comma),
            list("pipe", ListStyle::Pipe),
            Parameter::required("format", "string").constant("all"),
            list("header", ListStyle::Comma).place(HEADER).sent_as("X-List"),
            list("cookie", ListStyle::Comma).place(Place::Cookie),
            Parameter::optional("session", "string").place(Place::Cookie),
        ])
        .returns(rt::ReturnKind::Text, "string")
        .content_type("text/plain");
}

impl rt::Encode for Lists {
    fn encode(self, form: &mut rt::FormWriter) {
        form.put_list("path", &self.path);
        form.put_list("needed", &self.needed);
        form.put_list("comma", self.comma.as_ref());
        form.put_list("pipe", self.pipe.as_ref());
        form.put("format", "all");
        form.put_list("header", self.header.as_ref());
        form.put_list("cookie", self.cookie.as_ref());
        form.put("session", self.session.as_ref());
    }
}

impl rt::Decode for Lists {
    fn decode(form: &mut rt::FormReader) -> Self {
        Self {
            path: form.take_list("path"),
            needed: form.take_list("needed"),
            comma: form.take_list_optional("comma"),
            pipe: form.take_list_optional("pipe"),
            header: form.take_list_optional("header"),
            cookie: form.take_list_optional("cookie"),
            session: form.take_optional("session"),
        }
    }
}

fn texts(items: &[&str]) -> Vec<String> {
    items.iter().map(|item| (*item).to_owned()).collect()
}

/// RFC 6570, 3.2: items are encoded, and what is between them isn't.
#[tokio::test]
async fn items_arrive_as_they_were_given() {
    let odd = ["a,b", "c|d%2C;&=+ ", "", "\u{fc}"];
    let lists = Lists {
        path: texts(&["a,b", "c/d"]),
        needed: texts(&[""]),
        comma: Some(texts(&odd)),
        pipe: Some(texts(&["a,b", "c"])),
        header: Some(texts(&["a b", "c"])),
        cookie: Some(texts(&["s%3Aa+/=", "b"])),
        session: Some("s%3Aabc+/==".to_owned()),
    };
    let (request, _) = client().prepare(lists.clone()).unwrap();
    let target = request.uri().path_and_query().unwrap().as_str();
    assert_eq!(
        target,
        "/lists/a%2Cb,c%2Fd?needed=&comma=a%2Cb,c%7Cd%252C%3B%26%3D%2B%20,,%C3%BC&pipe=a%2Cb%7Cc&format=all"
    );
    assert_eq!(request.headers()["cookie"], "cookie=s%3Aa+/=,b; session=s%3Aabc+/==");
    assert_eq!(client().send(lists.clone()).await.unwrap(), format!("{lists:?}"));
    let none = Lists { path: texts(&["a"]), ..Lists::default() };
    assert_eq!(
        client().prepare(none.clone()).unwrap().0.uri().path_and_query().unwrap(),
        "/lists/a?format=all"
    );
    assert_eq!(client().send(none.clone()).await.unwrap(), format!("{none:?}"));
}

#[tokio::test]
async fn a_server_splits_before_it_decodes() {
    for (path, expected) in [
        ("/lists/a%2Cb,c?format=all", r#"path: ["a,b", "c"], needed: [], comma: None"#),
        ("/lists/a?format=all&comma=a%2Cb,c", r#"comma: Some(["a,b", "c"])"#),
        ("/lists/a?format=all&comma=", r#"comma: Some([""])"#),
        ("/lists/a?format=all&pipe=a%7Cb", r#"pipe: Some(["a", "b"])"#),
        ("/lists/a?format=all&pipe=a|b", r#"pipe: Some(["a", "b"])"#),
    ] {
        let (status, text) = get(path, &[]).await;
        assert!(status == 200 && text.contains(expected), "{path}: {text}");
    }
    let (status, text) = get("/lists/a?format=all&comma=a&comma=b", &[]).await;
    assert!(status == 400 && text.contains("comma: given more than once"), "{text}");
    let (_, text) =
        get("/lists/a?format=all", &[("X-List", "a, b"), ("cookie", "session=a%20b; cookie=x,%2C")]).await;
    assert!(
        text.contains(r#"header: Some(["a", "b"]), cookie: Some(["x", "%2C"]), session: Some("a%20b")"#),
        "{text}"
    );
}

/// Nothing encodes what is in a header, a cookie, or between vertical bars.
#[test]
fn what_would_become_two_items_is_not_sent() {
    let path = texts(&["a"]);
    let refused = |lists: Lists| client().prepare(lists).map(drop).unwrap_err().to_string();
    let refused = |lists: Lists| refused(Lists { path: path.clone(), ..lists });
    let item = |name, between: &str| {
        format!(
            "Lists: an item of `{name}` contains \"{between}\", which is between its items; the server would \
             read two items: leave it out"
        )
    };
    assert_eq!(refused(Lists { pipe: Some(texts(&["a|b"])), ..Lists::default() }), item("pipe", "|"));
    assert_eq!(refused(Lists { header: Some(texts(&["a,b"])), ..Lists::default() }), item("X-List", ","));
    assert_eq!(refused(Lists { cookie: Some(texts(&["a,b"])), ..Lists::default() }), item("cookie", ","));
    let spaced = refused(Lists { header: Some(texts(&["a ", "b"])), ..Lists::default() });
    assert!(spaced.starts_with("Lists: the header for `X-List` is invalid"), "{spaced}");
    for text in ["a b", "a\"", "a,b", "a;b", "a\\b", "\u{fc}"] {
        let error = refused(Lists { session: Some(text.to_owned()), ..Lists::default() });
        assert!(
            error.starts_with("Lists: the cookie `session` is invalid; a cookie has visible ASCII"),
            "{error}"
        );
    }
}
