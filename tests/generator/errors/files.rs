//! Files that are not what a spec is made of: bytes, sizes, nesting, names.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use generator_spec::Spec;
use generator_spec::diagnostics;
use tests::TempDir;
use tests::sample::sample;

use super::{API, LAMPS, TYPES, found, write_spec};

/// The four places where a command reads YAML.
const FILES: [&str; 4] =
    ["spec/lamps/api.yaml", "spec/lamps/types.yaml", "spec/lamps/operations/lamps.yaml", "overlay.yaml"];

/// A spec with an overlay; one file is replaced.
fn with_file(file: &str, content: &[u8]) -> (TempDir, PathBuf) {
    let folder = TempDir::new();
    write_spec(folder.path(), &[]);
    fs::write(folder.path().join("overlay.yaml"), OVERLAY).expect("an overlay");
    let path = folder.path().join(file);
    fs::write(&path, content).expect("a file");
    (folder, path)
}

const OVERLAY: &str = "overlay: one\napi: lamps\nsource: A test.\noperations: {LampOn: {path: /on}}\n";

/// The titles of what is wrong with the spec, and of what `fmt` says of the file.
fn refused(file: &str, content: &[u8]) -> (Vec<String>, String) {
    let (folder, path) = with_file(file, content);
    let found = found(folder.path(), &[folder.path().join("overlay.yaml")]);
    let shown = path.display().to_string();
    let formatted = generator_spec::load::read(&path).and_then(|text| generator_fmt::format(&shown, &text));
    (
        found,
        formatted.map_or_else(|error| error.to_string().replace(&shown, "FILE"), |_| "formatted".to_owned()),
    )
}

/// Whatever is nested too deep is reported, with the usual stack of a thread.
#[test]
fn deep_nesting_is_reported() {
    let levels = 100_000;
    let map: String = (0..2_000).map(|level| format!("{:level$}a:\n", "")).collect();
    let texts = [
        "- ".repeat(levels),
        "[".repeat(levels),
        "{a: ".repeat(levels),
        "[".repeat(levels) + &"]".repeat(levels),
        "? ".repeat(levels),
        format!("rules:\n{map}"),
        map,
    ];
    for (file, text) in FILES.iter().flat_map(|file| texts.iter().map(move |text| (file, text))) {
        let start = Instant::now();
        let (found, formatted) = refused(file, text.as_bytes());
        let deep = "maps and lists nested deeper than 64 levels";
        assert!(matches!(found.as_slice(), [one] if one.ends_with(deep)), "{file}: {found:?}");
        assert!(formatted.ends_with(deep), "{file}: {formatted}");
        assert!(start.elapsed() < Duration::from_secs(300), "{file} took {:?}", start.elapsed());
    }
}

/// A file that takes seconds to format and hundreds of megabytes to read is not a spec.
#[test]
fn a_huge_file_is_not_read() {
    let text = format!("- a\n{}\n", "#".repeat((4 << 20) - 5));
    for file in sample("files as large as they may be", FILES.to_vec(), 1) {
        let (folder, _) = with_file(file, text.as_bytes());
        let read = found(folder.path(), &[folder.path().join("overlay.yaml")]);
        assert!(!read.iter().any(|title| title.contains("larger")), "{file}: {read:?}");
    }
    for file in FILES {
        let (found, formatted) = refused(file, format!("{text}\n").as_bytes());
        assert!(
            matches!(found.as_slice(), [one] if one.ends_with("is larger than 4 MiB")),
            "{file}: {found:?}"
        );
        assert!(formatted.ends_with("is larger than 4 MiB"), "{file}: {formatted}");
    }
    assert_eq!(refused(FILES[0], text.as_bytes()).1, "formatted");
}

/// A huge value on one line: the report is short and comes quickly.
#[test]
fn a_huge_value_is_shown_cut() {
    let long = "x".repeat(400_000);
    let overlay = format!("{OVERLAY}auth: {{user: {{prefix: {long}}}}}\n");
    let files = [
        ("overlay.yaml", overlay.replace("path: /on", &format!("path: {long}"))),
        ("overlay.yaml", overlay.replace("LampOn: {path: /on}", &format!("LampOn: {long}"))),
        ("overlay.yaml", format!("overlay: {long}/\napi: {long}\nsource: [{long}]\n")),
        ("overlay.yaml", format!("[{long}, {long}]")),
        ("spec/lamps/types.yaml", TYPES.replace("Watts: int", &format!("Watts: int, x: {long}"))),
        ("spec/lamps/types.yaml", format!("Answer: [{long}, *x]\n")),
        ("spec/lamps/api.yaml", API.replace("method: POST", &format!("method: \"{long}\" \"x\""))),
    ];
    for (file, text) in files {
        let (folder, _) = with_file(file, text.as_bytes());
        let start = Instant::now();
        let errors = Spec::open_with(&folder.path().join("spec"), &[folder.path().join("overlay.yaml")]);
        let report = diagnostics::render(errors.expect_err("an error"), tests::plain());
        assert!(report.len() < 10_000, "{file}: {} bytes", report.len());
        assert!(start.elapsed() < Duration::from_secs(300), "{file} took {:?}", start.elapsed());
    }
}

/// YAML lets a byte order mark begin each line before the first value.
#[test]
fn a_byte_order_mark_is_no_error() {
    for file in FILES {
        let (folder, _) = with_file("overlay.yaml", OVERLAY.as_bytes());
        let path = folder.path().join(file);
        let text = fs::read_to_string(&path).expect("a file");
        for marked in [format!("\u{feff}{text}"), format!("\u{feff}# One.\n\n\u{feff}{text}")] {
            fs::write(&path, &marked).expect("a file");
            let overlays = [folder.path().join("overlay.yaml")];
            assert_eq!(found(folder.path(), &overlays), Vec::<String>::new(), "{file}");
            let formatted = generator_fmt::format(file, &marked).expect("it can be formatted");
            assert!(!formatted.contains('\u{feff}'), "{file}: {formatted:?}");
        }
    }
}

/// The bytes, their line and their column, in every file.
#[test]
fn invalid_utf8_is_reported_with_its_place() {
    for file in FILES {
        for (bytes, says) in [
            (&b"a: b\nc\xc3\xa4: \xff\n"[..], "2:5: invalid UTF-8: 0xFF"),
            (b"\xc3", "1:1: invalid UTF-8: 0xC3"),
        ] {
            let (found, formatted) = refused(file, bytes);
            assert!(matches!(found.as_slice(), [one] if one.ends_with(says)), "{file}: {found:?}");
            assert_eq!(formatted, format!("FILE:{says}"));
        }
    }
}

/// To open a FIFO would wait for ever.
#[test]
#[cfg(unix)]
fn what_is_not_a_regular_file_is_refused() {
    for file in FILES {
        let (folder, _) = with_file("overlay.yaml", OVERLAY.as_bytes());
        let path = folder.path().join(file);
        fs::remove_file(&path).expect("it was there");
        let made = Command::new("mkfifo").arg(&path).status().expect("mkfifo");
        assert!(made.success());
        let says = |path: &str| {
            format!("{} is not a regular file", path.replace("spec/lamps/", "").replace("operations/", ""))
        };
        let overlays = [folder.path().join("overlay.yaml")];
        assert_eq!(found(folder.path(), &overlays), [says(file)]);
        fs::remove_file(&path).expect("it was there");
        std::os::unix::fs::symlink("/dev/zero", &path).expect("a link");
        assert_eq!(found(folder.path(), &overlays), [says(file)]);
    }
}

/// A file that a link leads to would be copied to the output.
#[test]
#[cfg(unix)]
fn links_lead_to_files_of_the_repository() {
    let other = TempDir::new();
    fs::write(other.path().join("other"), "secret").expect("a file");
    for file in FILES.iter().chain(&["spec/lamps/CHANGELOG.md", "spec/lamps/guides/1-a.md"]) {
        let (folder, _) = with_file("overlay.yaml", OVERLAY.as_bytes());
        let path = folder.path().join(file);
        let link = |to: PathBuf| {
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            let _ = fs::remove_file(&path);
            std::os::unix::fs::symlink(to, &path).expect("a link");
            found(folder.path(), &[folder.path().join("overlay.yaml")])
        };
        let found = link(other.path().join("other"));
        let is_said = found[0].ends_with(" is a link that leads out of the repository");
        assert!(is_said && found.len() == 1, "{file}: {found:?}");
    }
    let folder = TempDir::new();
    write_spec(folder.path(), &[]);
    std::os::unix::fs::symlink("api.yaml", folder.path().join("spec/lamps/CHANGELOG.md")).expect("a link");
    assert_eq!(found(folder.path(), &[]), Vec::<String>::new());
}

#[test]
#[cfg(unix)]
fn why_a_folder_cannot_be_read_is_reported() {
    let folder = TempDir::new();
    write_spec(folder.path(), &[]);
    let operations = folder.path().join("spec/lamps/operations");
    fs::remove_dir_all(&operations).expect("it was there");
    fs::write(&operations, "").expect("a file");
    let found = found(folder.path(), &[]);
    let is_it = |one: &String| one.contains("operations has no operations: Not a directory");
    assert!(matches!(found.as_slice(), [one] if is_it(one)), "{found:?}");
}

/// A name of a file is text like any other.
#[test]
#[cfg(unix)]
fn odd_names_are_refused_and_shown_escaped() {
    let folder = TempDir::new();
    let spec = folder.path().join("a\nb\u{202e}");
    write_spec(&spec, &[]);
    let lamps = spec.join("spec/lamps");
    for name in ["1\n2.yaml", "-->.yaml", "\u{1b}[31m.yaml", "<b>.yaml", "`x`.yaml"] {
        fs::write(lamps.join("operations").join(name), LAMPS).expect("a file");
    }
    fs::write(lamps.join("\u{7}.yaml"), "").expect("a file");
    fs::create_dir(spec.join("spec/\u{1b}]0;x\u{7}")).expect("a folder");
    let overlay = spec.join("no\noverlay.yaml");
    let errors = Spec::open_with(&spec.join("spec"), &[overlay]).expect_err("errors");
    let report = diagnostics::render(errors, tests::plain());
    assert!(report.lines().all(|line| generator_spec::text::inert(line) == line), "{report:?}");
    for shown in [
        "a\\nb\\u{202e}/spec/lamps/operations/1\\n2.yaml is not named",
        "/-->.yaml is not named",
        "\\u{1b}[31m.yaml is not named",
        "no\\noverlay.yaml",
    ] {
        assert!(report.contains(shown), "{shown} is not in\n{report}");
    }
}
