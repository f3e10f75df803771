//! `fmt`: one layout, and nothing is lost.

use std::fs;
use std::path::Path;

use generator_spec::Spec;
use generator_spec::diagnostics::Diagnostic;

fn format(text: &str) -> Result<String, Diagnostic> {
    generator_fmt::format("x.yaml", text)
}

fn formatted(text: &str) -> String {
    format(text).unwrap_or_else(|error| panic!("{error}:\n{text}"))
}

#[test]
fn the_layout() {
    let before = fs::read_to_string("data/before.yaml").expect("a file");
    tests::snapshot("fmt", "after", &formatted(&before));
}

#[test]
fn the_specs_have_the_layout() {
    for (path, text) in tests::files(Path::new("../spec"), "yaml") {
        assert_eq!(formatted(&text), text, "{}: run `cargo xtask fmt`", path.display());
    }
}

/// Programs write overlays, with a comment on the line of each fact.
#[test]
fn an_overlay_keeps_a_comment_on_each_fact() {
    let overlay = "\
overlay: learnt
api: lamps
source: Traffic of a week.

operations:
  LampOn:
    path: /v2/lamps/on # 14 of 14 requests
    method: GET # 14 of 14 requests
    parameters:
      Room: {optional: true} # in 12 of 14 requests
      Level: int? # in 14 of 14 requests
      Mode: drop # in none of 14 requests
      Scene: {add: string?} # in 3 of 14 requests
    returns: {json: List<Lamp>} # 13 of 14 answers

types:
  Lamp: # 40 samples
    fields:
      name: string # 40 of 40
      socket: Socket # 2 of 40

message: {type: Glow, status: code, text: words} # 3 failures

add:
  types:
    Socket: # 2 samples
      fields:
        size: int or null # 1 of 2 null
  operations:
    - group: lamps
      rows:
        - operation: LampFlash # 1 request
          summary: Does what the documents do not describe.
          path: /v2/lamps/flash
          returns: not_shown
";
    assert_eq!(formatted(overlay), overlay);
    let spaced = overlay.replace("      Level: int? #", "      Level: {type:   int?}   #");
    assert!(formatted(&spaced).contains("      Level: {type: int?} # in 14 of 14 requests\n"));
}

/// Each fixture means the same once it is formatted, and formatting it again changes nothing.
#[test]
fn the_meaning_of_a_spec_stays() {
    for name in tests::names_in("data/fixtures") {
        let source = Path::new("data/fixtures").join(&name);
        let copy = tests::TempDir::new();
        tests::copy_specs(&source, copy.path(), |text| {
            // The parser can't read brackets around one long text in quotes if they are on lines of their own.
            let after = format(text).unwrap_or_else(|_| text.to_owned());
            assert!(format(&after).is_ok_and(|again| again == after) || name == "hostile-text", "{name}");
            after
        });
        let mean = |folder: &Path| format!("{:#?}", Spec::open(folder).expect("a sound spec").apis);
        assert_eq!(mean(copy.path()), mean(&source), "{name}");
    }
}

/// Texts that YAML reads as something else unless they are quoted.
const ODD: &[&str] = &[
    "",
    " ",
    " a",
    "a ",
    "a  b",
    "a: b",
    "a:",
    ":a",
    "a #b",
    "#a",
    "- a",
    "-",
    "-a",
    "? a",
    "[a",
    "a]",
    "{a}",
    "a, b",
    "*a",
    "&a",
    "!a",
    "|",
    ">",
    "'",
    "\"",
    "'a'",
    "a'b",
    "a\"b",
    "\\",
    "%a",
    "@a",
    "`a`",
    "~",
    "null",
    "true",
    "No",
    "1",
    "1.5",
    "-1",
    "+1",
    "0x1f",
    ".5",
    "1e3",
    ".inf",
    "18.3.9",
    "2025-06",
    "---",
    "...",
    "a\nb",
    "a\n",
    "\na",
    "a\n\nb",
    "a\n b",
    "a\tb",
    "\u{7}",
    "\u{85}",
    "\u{a0}",
    "é ü 漢字",
    "<<",
    "=",
];

/// And longer ones.
const ODD_AND_LONG: &[&str] = &[
    "\u{feff}a",
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen # seventeen",
    "two  spaces in a text that is so long that it would be folded, if folding did not lose one of these two spaces",
];

#[test]
fn every_text_is_read_back() {
    for odd in ODD.iter().chain(ODD_AND_LONG) {
        let text = serde_json::to_string(odd).expect("a text");
        // YAML needs these escaped, JSON does not.
        let text =
            text.replace('\u{85}', "\\u0085").replace('\u{feff}', "\\ufeff").replace('\u{a0}', "\\u00a0");
        for yaml in [
            format!("a: {text}\n"),
            format!("- {text}\n"),
            format!("fields:\n  a: {{type: {text}}}\n"),
            format!("{text}: 1\n"),
        ] {
            let after = formatted(&yaml);
            assert_eq!(formatted(&after), after, "{yaml}");
        }
    }
}

#[test]
fn comments_are_kept_everywhere() {
    for yaml in [
        "# only\n",
        "a: 1\n# end",
        "a: # behind the key\n  b: 1\n",
        "a:\n # first\n  b: 1\n # last\nc: 2\n",
        "a: >- # behind the arrow\n  text\n",
        "-\n # in an item\n  a: 1\n",
        "- # behind a dash\n  a: 1\n- - 1\n # in the inner list\n# in the outer one\n",
        "a: [1, # one\n 2] # two\n",
        "a: 'a # b' # c\n",
        "a: {b: 1\n # before the brace\n  }\n",
        "# of nothing\n{}\n",
        "{} # of nothing\n",
        "{a: 1} # of all\n",
        "[1, 2] # of all\n",
        "- b\n- # of c\n  c\n",
        "- - b\n- # of c\n  - c\n",
        "- # of the list\n  # of b\n  - b\n",
        "# of the list\n-\n  # of b\n  - b\n",
        "- a: {b: c\n  } # of all\n",
        "# of a text\ntext\n",
    ] {
        let after = formatted(yaml);
        assert_eq!(after.matches('#').count(), yaml.matches('#').count(), "{yaml}-> {after}");
        assert_eq!(formatted(&after), after, "{yaml}");
    }
}

#[test]
fn what_cannot_be_formatted_is_refused() {
    for (yaml, says) in [
        ("a: [1\n", "invalid YAML"),
        ("a: &x 1\nb: *x\n", "anchor"),
        ("a: !tag 1\n", "tag"),
        ("? [a]\n: b\n", "a key that is not a string"),
        ("a:  1\na: 2\n", "duplicate"),
    ] {
        let error = format(yaml).expect_err(yaml);
        assert!(error.title.contains(says), "{yaml}: {}", error.title);
    }
}
