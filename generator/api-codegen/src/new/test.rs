//! Calls the generated mock over HTTP, with the client that calls the real server.

use std::error::Error;

use {library}::mock::Mock;
use {library}::{BlockingClient, {Name}AddItem, {Name}Item, {Name}ListItems, {Name}Message, KeyAuth};

#[test]
fn an_item_is_added() -> Result<(), Box<dyn Error>> {
    let mock = Mock::new();
    let done = {Name}Message::default().status(200).text("added");
    mock.expect::<{Name}AddItem>().with_parameter("name", "desk").returns(done).once();
    mock.expect::<{Name}ListItems>().returns(vec![{Name}Item::default().name("desk")]).once();
    let server = mock.serve()?;

    let client = BlockingClient::new(&server.url(), KeyAuth::new("secret"))?;
    assert_eq!(client.send({Name}AddItem::new("desk"))?.text.as_deref(), Some("added"));
    assert_eq!(client.send({Name}ListItems::new())?[0].name.as_deref(), Some("desk"));
    Ok(())
}
