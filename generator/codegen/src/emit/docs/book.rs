//! The files that the pages of all APIs share: mdBook's settings and the table of contents.

use std::cmp::Reverse;

use super::front;
use super::page::{Page, SOURCE};
use super::pages::{ABOUT, CHANGES, OTHERS, REVIEW, SCRIPTS, SPEC, USE, contents, open_contents};
use super::{about, language, search};
use crate::emit::File;
use crate::emit::common::file::{banner, markup_banner};
use crate::emit::common::markdown::{code, link};
use generator_spec::model::Api;
use generator_spec::{program, synonyms};

/// The book around the pages.
pub fn emit(apis: &[Api], changes: &str) -> Vec<File> {
    // The largest first.
    let mut apis: Vec<&Api> = apis.iter().collect();
    apis.sort_by_key(|api| Reverse(api.operations().count()));
    let mut files = vec![
        settings(),
        readme(),
        summary(&apis),
        front::page(&apis),
        scripts(&apis),
        others(),
        about::page(&apis),
        review(),
        self::changes(changes),
    ];
    let guide = language::pages(&apis);
    files.push(search::of_book(&apis, &files, &guide));
    files.extend(guide);
    files.extend(assets());
    files
}

fn file(path: &str, text: String) -> File {
    File { path: format!("docs/{path}"), text }
}

/// mdBook's settings. Its default preprocessors are off, since `links` would read files that a text
/// names. So is its search, which treats a name as one word, and the numbering of chapters: pages are
/// found by name.
fn settings() -> File {
    file("book.toml", format!("{}\n\n{}", banner("#", ""), include_str!("assets/book.toml")))
}

/// The style sheet and the script of every page, and the script that only a search loads.
fn assets() -> [File; 3] {
    let styles = [
        include_str!("assets/book.css"),
        include_str!("assets/tables.css"),
        include_str!("assets/operations.css"),
        include_str!("assets/script.css"),
        include_str!("assets/print.css"),
    ]
    .join("\n");
    // In a block, because mdBook's scripts declare names, too. Strict mode keeps functions inside of it.
    let script = concat!(
        "\"use strict\";\n{\n",
        include_str!("assets/page.js"),
        "\n",
        include_str!("assets/search.js"),
        "}\n"
    );
    let ranking = include_str!("assets/rank.js").replace("{{ignored}}", &synonyms::ignored());
    // mdBook has a `book.js` of its own.
    [("book.css", &*styles), ("reference.js", script), ("src/rank.js", &*ranking)]
        .map(|(name, text)| file(name, format!("{} */\n\n{text}", banner("/*", ""))))
}

/// The page that a repository browser shows first.
fn readme() -> File {
    let text = format!(
        "{}\n\n# API reference\n\n[Start here](src/index.md), or build the site: `{} docs --open`.\n",
        markup_banner(""),
        program::name()
    );
    file("README.md", text)
}

fn summary(apis: &[&Api]) -> File {
    let item = |(title, file)| format!("- {}", link(title, file));
    let uses = apis
        .iter()
        .map(|api| contents(api))
        .chain([SCRIPTS, OTHERS, ABOUT].map(item))
        .chain(apis.iter().map(|api| open_contents(api)));
    let spec = language::contents(apis).into_iter().chain([REVIEW, CHANGES].map(item));
    let text = format!(
        "{}\n\n# Summary\n\n[API reference](index.md)\n\n# {USE}\n\n{}\n\n# {SPEC}\n\n{}\n",
        markup_banner(""),
        uses.collect::<Vec<_>>().join("\n"),
        spec.collect::<Vec<_>>().join("\n"),
    );
    File { path: format!("{SOURCE}/SUMMARY.md"), text }
}

/// The page about reviews of spec changes.
fn review() -> File {
    Page::own(REVIEW).block(&program::named(include_str!("review.md").trim_end())).finish()
}

/// The table of `cargo xtask diff`.
fn changes(table: &str) -> File {
    Page::own(CHANGES).block(table.trim_end()).finish()
}

/// The page about scripts that call the CLIs.
fn scripts(apis: &[&Api]) -> File {
    let programs: Vec<String> = apis.iter().map(|api| code(api.rust.program())).collect();
    let page = include_str!("scripts.md").trim_end().replace("{{programs}}", &programs.join(", "));
    Page::own(SCRIPTS).block(&page).finish()
}

/// The table of other people's tools, each row of which is a test.
fn others() -> File {
    Page::own(OTHERS).block(include_str!("other_languages.md").trim_end()).finish()
}
