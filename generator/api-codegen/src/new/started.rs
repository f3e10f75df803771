//! Starts the generated mock. Calls of the API come here.

use std::error::Error;

use {library}::mock::Mock;

#[test]
fn the_mock_starts() -> Result<(), Box<dyn Error>> {
    let server = Mock::new().serve()?;
    assert!(server.url().starts_with("http://"));
    Ok(())
}
