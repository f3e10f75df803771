//! The pages that people read before they trust a server: who may call what, and
//! what was ambiguous.

use crate::docs::links::book;
use crate::docs::markdown::read;

/// The cells of each row of a table that begins with this heading.
fn rows<'p>(page: &'p str, heading: &str) -> Vec<Vec<&'p str>> {
    let lines = page.lines().skip_while(|line| !line.starts_with(&format!("| {heading} |"))).skip(2);
    let rows = lines.take_while(|line| line.starts_with('|'));
    rows.map(|line| line.trim_matches('|').split(" | ").map(str::trim).collect()).collect()
}

#[test]
fn the_matrix_has_every_operation_with_its_gates() {
    let book = book("../spec");
    for api in tests::read("../spec") {
        let page = &book[&format!("{}/gates.md", api.name)].text;
        let rows = rows(page, "Operation");
        assert_eq!(rows.len(), api.operations().count());
        for (row, operation) in rows.iter().zip(api.operations()) {
            assert!(row[0].starts_with(&format!("[{}](", operation.name)), "{row:?}");
            let marks: Vec<&str> =
                row[1..=api.gates.len()].iter().copied().filter(|it| !it.is_empty()).collect();
            let mut gates: Vec<&str> = operation.gates.iter().map(String::as_str).collect();
            gates.sort_by_key(|code| api.gates.iter().position(|gate| gate.code == *code));
            assert_eq!(marks, gates, "{}", operation.name);
            let permission =
                operation.permission.as_ref().is_none_or(|it| row.contains(&format!("`{it}`").as_str()));
            assert!(permission, "{row:?}");
        }
    }
}

#[test]
fn every_ambiguity_is_in_the_table() {
    let book = book("../spec");
    for api in tests::read("../spec") {
        let page = &book[&format!("{}/ambiguities.md", api.name)].text;
        let notes = generator_spec::gaps::ambiguities(&api);
        assert_eq!(rows(page, "Where").len(), notes.len());
        // Without white space: the name of an operation is a link.
        let bare = |text: &str| text.split_whitespace().collect::<String>();
        let text = bare(&read(page).text);
        for (_, note) in notes {
            for said in [&note.read, &note.decided, &note.why] {
                assert!(text.contains(&bare(said)), "{}: {said}", api.name);
            }
        }
    }
}
