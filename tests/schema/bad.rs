//! Which bad specs a schema catches, and why not the others.

use std::path::Path;

use super::{faults, kinds};

const NOT_CAUGHT: &[(&str, &str)] = &[];

#[test]
fn every_bad_spec_that_a_schema_can_catch_is_caught() {
    let kinds = kinds();
    let is_caught = |name: &String| !faults(&Path::new("bad").join(name), &kinds).is_empty();
    let uncaught: Vec<String> = tests::names_in("bad").into_iter().filter(|name| !is_caught(name)).collect();
    let listed: Vec<&str> = NOT_CAUGHT.iter().map(|(name, _)| *name).collect();
    assert_eq!(uncaught, listed);
}
