//! JSON as a table.

use std::{borrow::Cow, collections::HashMap};

use comfy_table::{ContentArrangement, Table};
use serde_json::value::RawValue;

use super::super::screen::Screen;
use crate::{JsonReader, text::Inert};

/// Up to this many characters, a list or an object within a cell is shown.
const NESTED: usize = 40;

/// What a column needs to be readable, in characters.
const READABLE: usize = 12;

/// Between columns.
const GAP: usize = 2;

/// The fields of an object, as texts.
type Record<'a> = Vec<(Cow<'a, str>, String)>;

/// A list of objects as a table with a column for each field; an object of
/// objects likewise, with a column for the names. If the terminal is too narrow
/// for all columns, and for a single object: a line for each field. Other lists
/// have a line for each item.
pub(super) fn table(json: &str, screen: Screen) -> String {
    let json = json.trim();
    match json.as_bytes().first() {
        Some(b'[') => list(json, screen),
        Some(b'{') => object(json, screen),
        _ => format!("{}\n", cell(json)),
    }
}

fn list(json: &str, screen: Screen) -> String {
    let items: Vec<&RawValue> = serde_json::from_str(json).unwrap_or_default();
    if items.is_empty() {
        return if screen.is_terminal() { "(empty)\n".to_owned() } else { String::new() };
    }
    let records: Option<Vec<Record<'_>>> = items.iter().map(|item| record(item.get())).collect();
    match records {
        Some(records) => columns(&records, screen),
        None => items.iter().map(|item| format!("{}\n", cell(item.get()))).collect(),
    }
}

fn object(json: &str, screen: Screen) -> String {
    let fields = JsonReader::new(json).fields().unwrap_or_default();
    let named = fields.iter().map(|(name, value)| {
        let mut record = record(value.as_str())?;
        record.insert(0, ("".into(), Inert(name).to_string()));
        Some(record)
    });
    let named: Option<Vec<Record<'_>>> = named.collect();
    match named.filter(|records| !records.is_empty()) {
        Some(records) => columns(&records, screen),
        None => lines(&record(json).unwrap_or_default()),
    }
}

/// The fields of an object; `None` if it is something else.
fn record(json: &str) -> Option<Record<'_>> {
    let fields = JsonReader::new(json).fields().ok()?;
    Some(fields.into_iter().map(|(name, value)| (name, cell(value.as_str()))).collect())
}

/// A value in one line.
fn cell(json: &str) -> String {
    let count = |open, close, of: &str| match json.chars().count() > NESTED {
        true => format!("{open}{of}{close}"),
        false => Inert(json).to_string(),
    };
    match json.as_bytes().first() {
        Some(b'"') => {
            let text: String = serde_json::from_str(json).unwrap_or_default();
            Inert(&text).to_string()
        }
        Some(b'[') => {
            let items: Vec<&RawValue> = serde_json::from_str(json).unwrap_or_default();
            count('[', ']', &format!("{} items", items.len()))
        }
        Some(b'{') => {
            let fields = JsonReader::new(json).fields().unwrap_or_default();
            count('{', '}', &format!("{} fields", fields.len()))
        }
        Some(b'n') => String::new(),
        _ => Inert(json).to_string(),
    }
}

fn columns(records: &[Record<'_>], screen: Screen) -> String {
    let names = names(records);
    let rows: Vec<Vec<&str>> = records.iter().map(|record| row(record, &names)).collect();
    if screen.width.is_some_and(|width| !fits(&names, &rows, usize::from(width))) {
        let blocks: Vec<String> = records.iter().map(lines).collect();
        return blocks.join("\n");
    }
    let mut table = Table::new();
    table.load_style(comfy_table::presets::NOTHING);
    if let Some(width) = screen.width {
        table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
    }
    table.set_header(names.iter().map(|name| Inert(name)));
    table.add_rows(rows);
    for column in table.column_iter_mut() {
        column.set_padding((0, u16::try_from(GAP).unwrap_or_default()));
    }
    let lines = table.lines().map(|line| format!("{}\n", line.trim_end()));
    lines.collect()
}

/// The names of all fields, in the order in which they first occur.
fn names<'a>(records: &'a [Record<'_>]) -> Vec<&'a str> {
    let mut names = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for (name, _) in records.iter().flatten() {
        if seen.insert(&**name) {
            names.push(&**name);
        }
    }
    names
}

fn row<'a>(record: &'a Record<'_>, names: &[&str]) -> Vec<&'a str> {
    let cells: HashMap<&str, &str> = record.iter().map(|(name, text)| (&**name, &**text)).collect();
    names.iter().map(|name| cells.get(name).copied().unwrap_or_default()).collect()
}

/// Whether each column gets what it needs to be readable.
fn fits(names: &[&str], rows: &[Vec<&str>], width: usize) -> bool {
    let needs = names.iter().enumerate().map(|(index, name)| {
        let cells = rows.iter().filter_map(|row| row.get(index)).chain([name]);
        cells.map(|text| console::measure_text_width(text)).max().unwrap_or_default().min(READABLE) + GAP
    });
    needs.sum::<usize>() <= width + GAP
}

/// A line for each field, the values below each other.
fn lines(record: &Record<'_>) -> String {
    let names: Vec<String> = record.iter().map(|(name, _)| Inert(name).to_string()).collect();
    let width = names.iter().map(|name| console::measure_text_width(name)).max().unwrap_or_default();
    let lines = names.iter().zip(record).map(|(name, (_, value))| {
        let name = console::pad_str(name, width, console::Alignment::Left, None);
        format!("{}\n", format!("{name}  {value}").trim_end())
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PIPE: Screen = Screen { width: None, colours: false };

    fn terminal(width: u16) -> Screen {
        Screen { width: Some(width), colours: false }
    }

    #[test]
    fn a_column_for_each_field() {
        let json = r#"[{"Name":"日本","Size":1.50,"Tags":["a"]},{"Name":"b","On":true,"Size":null}]"#;
        let table = "Name  Size  Tags   On\n日本  1.50  [\"a\"]\nb                  true\n";
        assert_eq!(super::table(json, PIPE), table);
        assert_eq!(super::table(json, terminal(80)), table);
    }

    #[test]
    fn a_line_for_each_field_if_columns_do_not_fit() {
        let json = r#"[{"Name":"aaaaaaaaaaaaaaa","Other":"bbbbbbbbbbbbbbbbb"},{"Name":"c"}]"#;
        let lines = "Name   aaaaaaaaaaaaaaa\nOther  bbbbbbbbbbbbbbbbb\n\nName  c\n";
        assert_eq!(super::table(json, terminal(24)), lines);
        let narrow = super::table(json, terminal(30));
        assert!(narrow.lines().all(|line| line.chars().count() <= 30), "{narrow}");
        assert!(narrow.starts_with("Name "), "{narrow}");
    }

    #[test]
    fn names_of_an_object_are_a_column() {
        let json = r#"{"one":{"A":1},"two":{"A":2}}"#;
        assert_eq!(super::table(json, PIPE), "     A\none  1\ntwo  2\n");
        assert_eq!(super::table(r#"{"A":1,"Long":"x"}"#, PIPE), "A     1\nLong  x\n");
    }

    #[test]
    fn other_shapes_have_lines() {
        assert_eq!(super::table(r#"["a\u001b[1m","b\nc",3]"#, PIPE), "a [1m\nb c\n3\n");
        assert_eq!(super::table("\"a\"", PIPE), "a\n");
        assert_eq!(super::table("[]", PIPE), "");
        assert_eq!(super::table("[]", terminal(80)), "(empty)\n");
        let long = format!("[{{\"a\":[{}1]}}]", "1,".repeat(40));
        assert_eq!(super::table(&long, PIPE), "a\n[41 items]\n");
    }
}
