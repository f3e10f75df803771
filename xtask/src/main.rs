//! The maintainers' commands.
use generator::{diagnostics::*, load, resolve};
fn main() {
    let mut faults = Faults::default();
    for source in load::load(std::path::Path::new("spec"), &mut faults) {
        let api = resolve(&source, &mut faults);
        if let Some(api) = api {
            println!("{} {} ops", api.name, api.operations().count());
        }
    }
    eprintln!("{}", render(faults, Colour::Always));
}
