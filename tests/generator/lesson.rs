//! The lesson in `spec/README.md`: the spec is valid after each step. The other examples
//! are of the specs.

use std::collections::BTreeMap;
use std::fs;

use generator_spec::Spec;
use generator_spec::model::Api;
use tests::TempDir;

/// The steps of the lesson, each with the texts that it adds to files.
fn steps() -> Vec<Vec<(String, String)>> {
    let text = fs::read_to_string("../spec/README.md").expect("the README is there");
    let (_, lesson) = text.split_once("\n## In ten minutes\n").expect("the lesson");
    let (lesson, _) = lesson.split_once("\n### Commands\n").expect("its end");
    lesson.split("\n### ").skip(1).map(blocks).collect()
}

/// The blocks: of each, `# spec/lamps/api.yaml` and the text below it.
fn blocks(step: &str) -> Vec<(String, String)> {
    let blocks = step.split("```yaml\n").skip(1).map(|block| {
        let (block, _) = block.split_once("```").expect("the end of a block");
        let (head, text) = block.split_once('\n').expect("a line that names the file");
        (head.trim_start_matches("# spec/").to_owned(), text.to_owned())
    });
    blocks.collect()
}

/// The API after these steps.
fn after(steps: &[Vec<(String, String)>]) -> Api {
    let folder = TempDir::new();
    let mut files: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (name, text) in steps.iter().flatten() {
        files.entry(name).or_default().push(text);
    }
    for (name, texts) in files {
        folder.write(name, texts.join("\n"));
    }
    let spec = Spec::open(folder.path());
    let spec = spec
        .unwrap_or_else(|errors| panic!("{}", generator_spec::diagnostics::render(errors, tests::plain())));
    spec.apis.into_iter().next().expect("one API")
}

/// The examples are formatted.
#[test]
fn the_lesson_is_formatted() {
    let mut files: BTreeMap<String, String> = BTreeMap::new();
    for (name, text) in steps().into_iter().flatten() {
        let file = files.entry(name).or_default();
        let gap = if file.is_empty() { "" } else { "\n" };
        file.push_str(&format!("{gap}{text}"));
    }
    for (name, text) in files {
        assert_eq!(generator_review::fmt::format(&name, &text).expect("it is YAML"), text);
    }
}

#[test]
fn every_step_is_valid() {
    let steps = steps();
    let counts: Vec<usize> =
        (1..=steps.len()).map(|count| after(&steps[..count]).operations().count()).collect();
    assert_eq!(counts, [1, 2, 3, 4, 5]);
}

/// Examples that are said to be in a spec are there, word for word.
#[test]
fn examples_of_the_specs_are_in_them() {
    let mut count = 0;
    for readme in ["../README.md", "../spec/README.md"] {
        let text = fs::read_to_string(readme).expect("the file is there");
        for (name, example) in blocks(&text) {
            let Ok(file) = fs::read_to_string(format!("../spec/{name}")) else { continue };
            assert!(file.contains(&example), "{readme}: {name} has no\n{example}");
            count += 1;
        }
    }
    assert_eq!(count, 5);
}
