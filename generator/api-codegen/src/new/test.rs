//! Calls the generated mock over HTTP, with the client that calls the real server.

use std::error::Error;

use {library}::mock::Mock;
use {library}::{BlockingClient, KeyAuth, {Name}AddItem, {Name}GetItem, {Name}Item};

#[test]
fn an_item_is_added() -> Result<(), Box<dyn Error>> {
    let mock = Mock::new();
    let desk = {Name}Item::new("desk").note("by the window");
    mock.expect::<{Name}AddItem>().returns(desk.clone()).once();
    mock.expect::<{Name}GetItem>().with_parameter("item", "desk").returns(desk.clone()).once();
    let server = mock.serve()?;

    let client = BlockingClient::new(&server.url(), KeyAuth::new("secret"))?;
    client.send({Name}AddItem::new(desk))?;
    assert_eq!(client.send({Name}GetItem::new("desk"))?.name, "desk");
    Ok(())
}
