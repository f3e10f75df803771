//! JSON as a table.

use std::{borrow::Cow, collections::HashMap};

use comfy_table::{ContentArrangement, Table};

use super::{super::screen::Screen, entries::entries};
use crate::codec::{JsonReader, json::Tape};
use crate::core::{Misfit, text::Inert};

/// Up to this many characters, a list or an object within a cell is shown.
const NESTED: usize = 40;

/// The least width of a readable column, in characters.
const READABLE: usize = 12;

/// Memory of a field of a record, in bytes.
const FIELD: usize = 80;

/// Additional memory of a cell of a table, in bytes: empty ones, too.
const CELL: usize = 100;

/// Between columns.
const GAP: u16 = 2;

/// The fields of an object, as texts.
type Record<'a> = Vec<(Cow<'a, str>, String)>;

/// A list of objects as a table with a column for each field; an object of
/// objects likewise, with a column for the names. If the terminal is too narrow
/// for all columns, and for a single object: a line for each field. Other lists
/// have a line for each item.
///
/// # Errors
/// If it would take more than 16 times the memory of the JSON.
pub(super) fn table(json: &str, screen: Screen) -> Result<String, Misfit> {
    let tape = Tape::of(json)?;
    let json = JsonReader::new(json, &tape);
    let text = laid_out(json, screen);
    // There is one if the budget was exhausted on the way.
    match json.take_misfit() {
        Some(misfit) => Err(misfit),
        None => Ok(text.unwrap_or_default()),
    }
}

fn laid_out(json: JsonReader<'_>, screen: Screen) -> Option<String> {
    let Some(all) = entries(json) else { return Some(format!("{}\n", cell(json))) };
    let is_list = json.first() == b'[';
    let records = all.map(|(name, value)| {
        let name = name.map(|name| ("".into(), Inert(&name).to_string()));
        let fields = value.fields()?;
        value.charge((fields.clone().count() + 1) * FIELD)?;
        let fields = fields.map(|(name, value)| (name.text_or_json(), cell(value)));
        Some(name.into_iter().chain(fields).collect())
    });
    Some(match records.collect::<Option<Vec<Record<'_>>>>() {
        Some(records) if !records.is_empty() => columns(&records, screen, json)?,
        Some(_) if is_list && screen.is_terminal() => "(empty)\n".to_owned(),
        _ if is_list => entries(json)?.map(|(_, item)| format!("{}\n", cell(item))).collect(),
        _ => {
            let fields = entries(json)?.map(|(name, value)| (name.unwrap_or_default(), cell(value)));
            lines(&fields.collect())
        }
    })
}

/// A value in one line.
fn cell(json: JsonReader<'_>) -> String {
    let text = json.as_str();
    match entries(json).map(Iterator::count) {
        Some(count) if text.chars().count() > NESTED => match text.starts_with('[') {
            true => format!("[{count} items]"),
            false => format!("{{{count} fields}}"),
        },
        _ if json.is_null() => String::new(),
        _ => Inert(json.text().as_deref().unwrap_or(text)).to_string(),
    }
}

fn columns(records: &[Record<'_>], screen: Screen, json: JsonReader<'_>) -> Option<String> {
    let (mut names, mut places) = (Vec::new(), HashMap::new());
    for (name, _) in records.iter().flatten() {
        if !places.contains_key(&**name) {
            json.charge(records.len() * CELL)?;
            places.insert(&**name, names.len());
            names.push(&**name);
        }
    }
    let rows = records.iter().map(|record| {
        let mut row = vec![String::new(); names.len()];
        for (name, text) in record {
            if let Some(cell) = places.get(&**name).and_then(|place| row.get_mut(*place)) {
                cell.clone_from(text);
            }
        }
        row
    });
    let rows: Vec<Vec<String>> = rows.collect();
    if screen.width.is_some_and(|width| !fits(&names, &rows, width)) {
        let blocks: Vec<String> = records.iter().map(lines).collect();
        return Some(blocks.join("\n"));
    }
    let mut table = Table::new();
    table.load_style(comfy_table::presets::NOTHING);
    if let Some(width) = screen.width {
        table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
    }
    table.set_header(names.iter().map(|name| Inert(name))).add_rows(rows);
    for column in table.column_iter_mut() {
        column.set_padding((0, GAP));
    }
    Some(table.lines().map(|line| format!("{}\n", line.trim_end())).collect())
}

/// Returns whether each column gets what it needs to be readable.
fn fits(names: &[&str], rows: &[Vec<String>], width: u16) -> bool {
    let gap = usize::from(GAP);
    let needs = names.iter().enumerate().map(|(index, name)| {
        let cells = rows.iter().filter_map(|row| row.get(index).map(String::as_str)).chain([*name]);
        cells.map(console::measure_text_width).max().unwrap_or_default().min(READABLE) + gap
    });
    needs.sum::<usize>() <= usize::from(width) + gap
}

/// A line for each field, the values below each other.
pub(in crate::cli) fn lines(record: &Record<'_>) -> String {
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

    #[test]
    fn lists_and_objects_are_tables_or_lines() {
        let people = r#"[{"Name":"日本","Size":1.50,"Tags":["a"]},{"Name":"b","On":true,"Size":null}]"#;
        let columns = "Name  Size  Tags   On\n日本  1.50  [\"a\"]\nb                  true\n";
        let wide = r#"[{"Name":"aaaaaaaaaaaaaaa","Other":"bbbbbbbbbbbbbbbbb"},{"Name":"c"}]"#;
        let long = format!("[{{\"a\":[{}1]}}]", "1,".repeat(40));
        for (json, width, expected) in [
            (people, None, columns),
            (people, Some(80), columns),
            (wide, Some(24), "Name   aaaaaaaaaaaaaaa\nOther  bbbbbbbbbbbbbbbbb\n\nName  c\n"),
            (r#"{"one":{"A":1},"two":{"A":2}}"#, None, "     A\none  1\ntwo  2\n"),
            (r#"{"A":1,"Long":"x"}"#, None, "A     1\nLong  x\n"),
            (r#"["a\u001b[1m","b\nc",3]"#, None, "a [1m\nb c\n3\n"),
            ("\"a\"", None, "a\n"),
            ("[]", None, ""),
            ("[]", Some(80), "(empty)\n"),
            (&long, None, "a\n[41 items]\n"),
        ] {
            assert_eq!(table(json, Screen { width }).unwrap(), expected, "{json} {width:?}");
        }
        let narrow = table(wide, Screen { width: Some(30) }).unwrap();
        assert!(narrow.starts_with("Name ") && narrow.lines().all(|line| line.len() <= 30), "{narrow}");
    }

    #[test]
    fn a_table_is_not_much_larger_than_its_json() {
        let screen = Screen { width: None };
        let different: Vec<String> = (0..2000).map(|index| format!("{{\"{index}\":1}}")).collect();
        for json in [format!("[{}{{}}]", "{},".repeat(800_000)), format!("[{}]", different.join(","))] {
            let error = table(&json, screen).unwrap_err().to_string();
            assert!(error.contains("more than 16 times"), "{error}");
        }
        let row = r#"{"Name":"alice","Size":123456,"Place":"the office"},"#;
        let fits = table(&format!("[{}{{}}]", row.repeat(20_000)), screen).unwrap();
        assert_eq!(fits.lines().count(), 20_002);
    }
}
