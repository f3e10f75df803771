//! Several operations have the same path, so a list says which method is whose, and can be asked for one.

use generator_review::report::list::{Filter, text};

#[test]
fn a_list_has_the_methods() {
    let spec = tests::open("data/fixtures/rest-places").expect("the fixture is sound");
    let filter = Filter { words: vec!["post".to_owned()], ..Filter::default() };
    let found = filter.apply(&spec.apis);
    assert!(!found.is_empty());
    for line in text(&found).lines() {
        assert!(line.contains(" POST /"), "{line}");
    }
}
