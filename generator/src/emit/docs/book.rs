//! What the pages of all APIs share: the settings of mdBook and the table of
//! contents.

use super::markdown::{link, list, text};
use super::page::{Page, SOURCE};
use super::pages::{INTRODUCTION, contents};
use crate::emit::File;
use crate::emit::common::file::banner;
use crate::model::Api;
use crate::text::counted;

/// The book around the pages.
pub fn emit(apis: &[Api], changes: &str) -> Vec<File> {
    vec![settings(apis), style(), readme(), summary(apis), front(apis), self::changes(changes), others()]
}

fn file(path: &str, text: String) -> File {
    File { path: format!("docs/{path}"), text }
}

/// mdBook's default preprocessors are off: `links` would read files that a text
/// names.
fn settings(apis: &[Api]) -> File {
    let banner = banner("#", "");
    let unsearched = apis.iter().flat_map(|api| {
        ["a-z", "by-path", "by-version", "not-shown"]
            .map(|page| format!("\"{}/{page}.md\" = {{ enable = false }}\n", api.name))
    });
    let unsearched: String = unsearched.collect();
    let text = format!(
        r#"{banner}

[book]
title = "API reference"
language = "en"

[build]
create-missing = false
use-default-preprocessors = false

[output.html]
smart-punctuation = false
additional-css = ["style.css"]

[output.html.print]
enable = false

[output.html.playground]
runnable = false

[output.html.search]
use-boolean-and = true
boost-title = 4
heading-split-level = 2

# These name many operations: they would hide their own sections.
[output.html.search.chapter]
{unsearched}"#
    );
    file("book.toml", text)
}

fn style() -> File {
    let banner = banner("/*", "");
    let text = format!(
        r#"{banner} */

/* Tables of names and paths need room; on a phone they scroll by themselves. */
:root {{
  --content-max-width: 1100px;
}}

.content :is(h1, h2, h3, p, li) {{
  overflow-wrap: anywhere;
}}

.content .table-wrapper {{
  margin-block: 1em;
}}

.content table {{
  margin-inline: 0;
}}

.content :is(th, td) {{
  padding: 3px 10px;
  text-align: start;
  vertical-align: top;
}}

/* The dark themes' own colours of these are too dark to read. */
:is(.coal, .navy, .ayu) {{
  --links: #6ab7e6;
}}

:is(.coal, .navy, .ayu) .hljs-variable {{
  color: #e58b8b;
}}

.content td:last-child {{
  min-width: 12em;
}}

.content img {{
  max-width: 100%;
  height: auto;
}}
"#
    );
    file("style.css", text)
}

/// What a repository browser shows first.
fn readme() -> File {
    let text = format!(
        "<!-- {} -->\n\n# API reference\n\n[Start here](src/index.md), or build the site: `cargo xtask docs --open`.\n",
        banner("", "").trim_start()
    );
    file("README.md", text)
}

fn summary(apis: &[Api]) -> File {
    let contents: Vec<String> = apis.iter().map(contents).collect();
    let text = format!(
        "<!-- {} -->\n\n# Summary\n\n[API reference](index.md)\n\n{}\n\n[{OTHERS_TITLE}]({OTHERS})\n\n[{CHANGES_TITLE}]({CHANGES})\n",
        banner("", "").trim_start(),
        contents.join("\n").trim_end()
    );
    File { path: format!("{SOURCE}/SUMMARY.md"), text }
}

fn front(apis: &[Api]) -> File {
    let items = apis.iter().map(|api| {
        let target = format!("{}/{INTRODUCTION}", api.name);
        format!("{}: {}", link(&text(&api.title), &target), counted(api.operations().count(), "operation"))
    });
    Page::new("index.md", "", "API reference")
        .block("Written from documents that describe HTTP APIs. What these do not show is marked ⚠ wherever it is used.")
        .block(&list(items))
        .block(&format!("{}: which tools make clients of the OpenAPI descriptions, and what works.", link(OTHERS_TITLE, OTHERS)))
        .block(&format!("{}: what a spec change means, and which programs it breaks.", link(CHANGES_TITLE, CHANGES)))
        .finish()
}

const CHANGES: &str = "changes.md";
const CHANGES_TITLE: &str = "What a change means";

/// The table of `cargo xtask diff`.
fn changes(table: &str) -> File {
    Page::new(CHANGES, "", CHANGES_TITLE).block(table.trim_end()).finish()
}

const OTHERS: &str = "other-languages.md";
const OTHERS_TITLE: &str = "Other languages";

/// The table of other people's tools, each row of which is a test.
fn others() -> File {
    Page::new(OTHERS, "", OTHERS_TITLE).block(include_str!("other_languages.md").trim_end()).finish()
}
