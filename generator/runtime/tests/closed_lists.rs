//! Closed lists of values: a client keeps what they don't have, because its server may be newer.

use api_runtime as rt;

use crate::{
    rest_by_hand::{Shelf, fields, operation},
    shelf::anonymous,
};

rt::open_enum! {
    /// Colors.
    pub enum Color = closed {
        /// Red.
        Red = "red",
    }
}

/// A wall.
#[derive(Clone)]
pub struct Wall {
    /// Its color.
    pub color: Option<Color>,
    /// Its stripes.
    pub stripes: Option<rt::Joined<Color, ','>>,
    /// Unknown fields.
    pub extra: rt::Extra,
}

rt::object! { Wall { color: "color", stripes: "stripes" } }

/// The headers of a wall.
#[derive(Clone, Debug)]
pub struct WallHeaders {
    /// The color of its door.
    pub door: Option<Color>,
    /// The time when it was painted.
    pub painted: Option<rt::Timestamp>,
    /// The colors of its windows.
    pub windows: Option<Vec<Color>>,
}

fields!(WallHeaders { optional door, optional painted, list windows, });

impl rt::Headers for WallHeaders {
    const PARAMETERS: &'static [rt::Parameter] = &[
        rt::Parameter::optional("door", "Color").place(rt::Place::Header { prefix: "" }),
        rt::Parameter::optional("painted", "timestamp").place(rt::Place::Header { prefix: "" }),
        rt::Parameter::optional("windows", "List<Color>")
            .items("Color")
            .list(rt::ListStyle::Comma)
            .place(rt::Place::Header { prefix: "" }),
    ];
}

operation! {
    #[derive(Clone, Debug)]
    GetWall {} -> rt::returns::WithHeaders<rt::returns::Json<Wall>, WallHeaders>,
    .method("GET")
    .documented_path("/wall")
    .effect(rt::Effect::Reads)
    .query()
    .headers(&[<WallHeaders as rt::Headers>::PARAMETERS])
    .returns(rt::ReturnKind::Json, "Wall")
}

#[tokio::test]
async fn a_client_keeps_what_a_server_would_refuse() {
    let (server, client) = anonymous().await;
    let answer = http::Response::builder().header("door", "blue");
    let answer = answer.header("painted", "yesterday").header("windows", "red, pink");
    server.answer(answer.body(r#"{"color":"gray","stripes":"red,teal"}"#.to_owned()).unwrap());
    let wall = client.send(GetWall {}).await.unwrap();
    let other = |text: &str| Color::Other(text.to_owned());
    assert_eq!(wall.headers.door, Some(other("blue")));
    assert_eq!(wall.headers.painted.unwrap().as_str(), "yesterday");
    assert_eq!(wall.headers.windows, Some(vec![Color::Red, other("pink")]));
    assert_eq!(wall.value.color, Some(other("gray")));
    assert_eq!(wall.value.stripes.map(|it| it.0), Some(vec![Color::Red, other("teal")]));
}
