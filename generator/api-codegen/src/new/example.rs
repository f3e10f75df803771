//! Serves the generated mock, for programs in any language, until Enter is pressed.

use std::error::Error;
use std::io;

use {library}::mock::Mock;
use {library}::{{Name}GetItem, {Name}Item};

fn main() {
    if let Err(error) = run() {
        eprintln!("{error}");
        std::process::exit(1);
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let mock = Mock::new();
    mock.expect::<{Name}GetItem>().returns({Name}Item::new("desk")).times(0..);
    let server = mock.serve()?;
    println!("curl {}/items/desk --header X-API-Key:secret", server.url());
    io::stdin().read_line(&mut String::new())?;
    Ok(())
}
