//! `cargo xtask fmt`

use std::fs;

use super::{TempDir, workspace, xtask};

#[test]
fn it_checks_and_writes() {
    let folder = TempDir::new();
    folder.write("a.yaml", "a:   1  # one\n");
    let check = xtask(&["fmt", "--check", &format!("{}/a.yaml", folder.text())]);
    assert_eq!((check.code, check.out.as_str()), (Some(1), ""));
    assert!(check.err.contains("a.yaml:1:1") && check.err.contains("run `cargo xtask fmt`"), "{}", check.err);

    folder.write("b.yaml", "a: [1\n");
    let failed = xtask(&["fmt", "--spec", folder.text()]);
    assert_eq!(failed.code, Some(1));
    assert!(failed.err.contains("b.yaml:") && failed.err.contains("invalid YAML"), "{}", failed.err);
    assert_eq!(folder.read("a.yaml"), "a:   1  # one\n");

    fs::remove_file(folder.path().join("b.yaml")).expect("the file can be removed");
    assert_eq!(xtask(&["fmt", "--spec", folder.text()]).code, Some(0));
    assert_eq!(folder.read("a.yaml"), "a: 1 # one\n");
    assert_eq!(xtask(&["fmt", "--check"]).code, Some(0), "run `cargo xtask fmt`");
}

/// Its placeholders are words.
#[test]
fn a_new_spec_is_formatted() {
    for name in ["api", "types", "operations"] {
        let path = workspace().join(format!("generator/api-codegen/src/new/{name}.yaml"));
        let template = fs::read_to_string(path).expect("a template");
        let text =
            template.replace("{title}", "Garden API").replace("{Name}", "Garden").replace("{name}", "garden");
        let formatted = generator_fmt::format(name, &text).expect("the template can be formatted");
        assert_eq!(text, formatted, "{name}");
    }
}

/// Links to folders are not followed, and hidden folders hold no specs.
#[test]
#[cfg(unix)]
fn a_folder_is_read_once() {
    let folder = TempDir::new();
    folder.write("a\u{1b}[31m.yaml", "a:   1\n");
    folder.write(".codegen-1/files/a.yaml", "a:   1\n");
    std::os::unix::fs::symlink(".", folder.path().join("again")).expect("a link can be made");
    let check = xtask(&["fmt", "--check", folder.text()]);
    assert!(check.err.contains("\n1 error: nothing was written"), "{}", check.err);
    let written = xtask(&["fmt", folder.text()]);
    assert_eq!(written.err, format!("formatted {}/a\\u{{1b}}[31m.yaml\n", folder.text()));
    assert_eq!(folder.read(".codegen-1/files/a.yaml"), "a:   1\n");
}

/// Without arguments it formats the specs and the overlays; a folder with everything in it.
#[test]
fn it_formats_folders_and_overlays() {
    let folder = TempDir::new();
    let overlay = folder.write("overlay.yaml", "overlay:   office\n");
    let path = overlay.to_str().expect("a text");
    for args in [&["fmt", "--check", folder.text()][..], &["fmt", "--check", "--overlay", path]] {
        let check = xtask(args);
        assert_eq!(check.code, Some(1), "{args:?}");
        assert!(check.err.contains("overlay.yaml:1:1"), "{args:?}: {}", check.err);
    }
}
