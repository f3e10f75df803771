//! The commands of the guides: their options exist, and the overlay of a guide is one.

use std::path::Path;

use tests::TempDir;

use crate::{printed, workspace, xtask};

/// The blocks of a language in all guides.
fn blocks(language: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let guides = tests::files(&workspace().join("spec"), "md").into_iter();
    let guides = guides.filter(|(path, _)| path.parent().is_some_and(|folder| folder.ends_with("guides")));
    let pages = tests::files(&workspace().join("generator/codegen/src/emit/docs"), "md");
    for (_, text) in guides.chain(pages) {
        for block in text.split(&format!("```{language}\n")).skip(1) {
            blocks.push(block.split("```").next().unwrap_or_default().replace("\\\n", ""));
        }
    }
    blocks
}

/// The arguments of every call of xtask.
fn calls() -> Vec<Vec<String>> {
    let blocks = blocks("sh");
    let lines = blocks.iter().flat_map(|block| block.lines());
    let calls = lines.filter_map(|line| line.strip_prefix("cargo xtask "));
    calls.map(|line| line.split_whitespace().map(str::to_owned).collect()).collect()
}

#[test]
fn every_command_has_the_options_that_a_guide_names() {
    let calls = calls();
    assert!(calls.len() >= 8, "{calls:?}");
    for call in calls {
        let help = printed(&[&call[0], "--help"]);
        for option in call.iter().filter(|word| word.starts_with("--")) {
            assert!(help.contains(option.as_str()), "{call:?}\n{help}");
        }
    }
}

#[test]
fn the_overlay_of_a_guide_works_as_the_guide_says() {
    let folder = TempDir::new();
    let overlays = blocks("yaml");
    assert_eq!(overlays.len(), 1);
    let overlay = folder.write("office.yaml", &overlays[0]);
    let out = folder.path().join("office");
    let path = |path: &Path| path.display().to_string();
    for call in calls().iter().filter(|call| call.iter().any(|word| word == "office.yaml")) {
        let words = call.iter().map(|word| match word.as_str() {
            "office.yaml" => path(&overlay),
            "../office" => path(&out),
            word => word.to_owned(),
        });
        let words: Vec<String> = words.collect();
        let ran = xtask(&words.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(ran.code, Some(0), "{words:?}\n{}{}", ran.out, ran.err);
    }
    let manifest = std::fs::read_to_string(out.join("backup-server/Cargo.toml"));
    assert!(manifest.is_ok_and(|it| it.contains("name = \"office-api\"")));
}
