//! Heads that mdBook has no setting for: the description of each page, which link previews show,
//! and a title of the book that is not a second heading.

use std::path::Path;
use std::{fs, io};

/// Changes the pages in a folder and those below it.
pub fn improve(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            improve(&path)?;
        } else if path.extension().is_some_and(|extension| extension == "html") {
            let page = fs::read_to_string(&path)?;
            fs::write(&path, improved(&page))?;
        }
    }
    Ok(())
}

fn improved(page: &str) -> String {
    let about = format!("<meta name=\"description\" content=\"{}\">", about(page).unwrap_or_default());
    let page = page.replacen("<meta name=\"description\" content=\"\">", &about, 1);
    match page.split_once("<h1 class=\"menu-title\">") {
        Some((head, rest)) => {
            format!("{head}<div class=\"menu-title\">{}", rest.replacen("</h1>", "</div>", 1))
        }
        None => page,
    }
}

/// The first paragraph below the title that is a sentence, without its markup.
fn about(page: &str) -> Option<String> {
    let (_, main) = page.split_once("<main>")?;
    let (_, below) = main.split_once("</h1>")?;
    let paragraphs = below.split("<p>").skip(1).filter_map(|rest| Some(rest.split_once("</p>")?.0));
    let mut texts = paragraphs.map(without_markup);
    texts.find(|text| text.trim_end().ends_with('.'))
}

/// A paragraph's text, as the value of an attribute.
fn without_markup(html: &str) -> String {
    let pieces = html.split('<').map(|piece| piece.rsplit('>').next().unwrap_or_default());
    pieces.collect::<String>().replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::improved;

    #[test]
    fn a_page_has_its_own_description_and_one_heading() {
        let head = "<meta name=\"description\" content=\"\"><h1 class=\"menu-title\">Book</h1><main>";
        let page = format!("{head}<p>above</p><h1>A</h1><p>badge</p><p>Adds a \"<b>b</b>\".</p>");
        let improved = improved(&page);
        assert!(
            improved.starts_with("<meta name=\"description\" content=\"Adds a &quot;b&quot;.\">"),
            "{improved}"
        );
        assert!(improved.contains("<div class=\"menu-title\">Book</div>"), "{improved}");
        assert_eq!(improved.matches("<h1").count(), 1);
    }
}
