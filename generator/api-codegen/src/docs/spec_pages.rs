//! The spec files as pages of the site: each line has an anchor, `#L12`.

use generator_spec::Spec;
use generator_spec::diagnostics::SpecFile;
use generator_spec::load::ApiSource;
use serde_json::{Value, json};

const TITLE: &str = "Spec files";

/// The folder of the pages.
pub const FOLDER: &str = "spec";

/// A chapter with the files of all APIs; mdBook indents and folds by its number, which is not shown.
pub fn chapters(spec: &Spec, number: usize) -> Value {
    let files = spec.sources.iter().flat_map(|source| source.files().map(move |file| (source, file)));
    let pages = files.map(|(source, file)| {
        let path = path(source, file);
        (format!("{path}.yaml"), format!("{path}.md"), &file.text)
    });
    let pages: Vec<_> = pages.collect();
    let contents = pages.iter().map(|(name, page, _)| format!("- [`{name}`]({page})\n"));
    let contents = format!(
        "# {TITLE}\n\nEverything in this book comes from these files.\n\n{}",
        contents.collect::<String>()
    );
    let below = pages.iter().zip(1..).map(|((name, page, text), below)| {
        let page = format!("{FOLDER}/{page}");
        chapter(name, &page, &markdown(name, text), (&[number, below], &[TITLE]), Vec::new())
    });
    chapter(TITLE, &format!("{FOLDER}/index.md"), &contents, (&[number], &[]), below.collect())
}

fn chapter(
    name: &str,
    path: &str,
    content: &str,
    (number, parents): (&[usize], &[&str]),
    below: Vec<Value>,
) -> Value {
    json!({ "Chapter": {
        "name": name, "content": content, "number": number, "sub_items": below,
        "path": path, "source_path": null, "parent_names": parents,
    } })
}

/// The page of a file.
pub fn page(source: &ApiSource, file: &SpecFile) -> String {
    format!("{FOLDER}/{}.md", path(source, file))
}

/// A file's path below the folder of the specs, without `.yaml`.
fn path(source: &ApiSource, file: &SpecFile) -> String {
    let is_slash = |c: char| c == '/' || c == '\\';
    let folder = source.api.file.path.rfind(is_slash).map_or(0, |end| end + 1);
    let name = file.path.get(folder..).unwrap_or_default().replace('\\', "/");
    format!("{}/{}", source.name, name.strip_suffix(".yaml").unwrap_or(&name))
}

fn markdown(name: &str, text: &str) -> String {
    let lines = text.lines().enumerate().map(|(index, line)| {
        let number = index + 1;
        format!("<span id=\"L{number}\"><a href=\"#L{number}\">{number}</a> {}\n</span>", escape(line))
    });
    format!("# {name}\n\n<pre class=\"source\">\n{}</pre>\n", lines.collect::<String>())
}

fn escape(line: &str) -> String {
    let line = generator_spec::text::inert(line);
    let characters = line.chars().map(|c| match c {
        '<' => "&lt;".to_owned(),
        '>' => "&gt;".to_owned(),
        '&' => "&amp;".to_owned(),
        c => c.to_string(),
    });
    characters.collect()
}
