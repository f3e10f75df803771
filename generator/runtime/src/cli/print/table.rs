//! JSON as a table.

use std::{borrow::Cow, collections::HashMap};

use comfy_table::{ContentArrangement, Table};

use super::{super::screen::Screen, entries::entries};
use crate::codec::{JsonReader, json::Tape};
use crate::core::{Misfit, text::Inert};

/// Maximum height of a row on a terminal, in lines.
const HEIGHT: usize = 3;

/// Memory of a field of a record, in bytes.
const FIELD: usize = 80;

/// Additional memory of a cell of a table, even an empty one, in bytes.
const CELL: usize = 100;

/// Number of spaces between columns.
const GAP: u16 = 2;

/// The fields of an object, as texts.
type Record<'a> = Vec<(Cow<'a, str>, String)>;

/// A list of objects as a table with a column for each field; an object of
/// objects likewise, with a column for the names. A single object has a line for each
/// field, other lists one for each item.
///
/// # Errors
/// If it would take more than 16 times the memory of the JSON.
pub(super) fn table(json: &str, screen: Screen) -> Result<String, Misfit> {
    let tape = Tape::of(json)?;
    let json = JsonReader::new(json, &tape);
    let text = laid_out(json, screen);
    // There is one if the memory limit was reached.
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
    match json.text() {
        _ if json.is_null() => String::new(),
        text => Inert(text.as_deref().unwrap_or(json.as_str())).to_string(),
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
    let mut table = Table::new();
    table.set_header(names.iter().map(|name| Inert(name))).add_rows(rows);
    Some(printed(table, screen))
}

/// A line for each field, with the values aligned.
pub(in crate::cli) fn lines(record: &Record<'_>) -> String {
    let mut table = Table::new();
    table.add_rows(record.iter().map(|(name, value)| [Inert(name).to_string(), value.clone()]));
    printed(table, Screen::NONE)
}

fn printed(mut table: Table, screen: Screen) -> String {
    table.load_style(comfy_table::presets::NOTHING);
    if let Some(width) = screen.width {
        table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
        table.row_iter_mut().for_each(|row| _ = row.max_height(HEIGHT));
    }
    for column in table.column_iter_mut() {
        column.set_padding((0, GAP));
    }
    table.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_and_objects_are_tables_or_lines() {
        let people = r#"[{"Name":"日本","Size":1.50,"Tags":["a"]},{"Name":"b","On":true,"Size":null}]"#;
        let columns = "Name  Size  Tags   On\n日本  1.50  [\"a\"]\nb                  true\n";
        let long = format!("[{{\"a\":[{}1]}}]", "1,".repeat(40));
        for (json, width, expected) in [
            (people, None, columns),
            (people, Some(80), columns),
            (r#"{"one":{"A":1},"two":{"A":2}}"#, None, "     A\none  1\ntwo  2\n"),
            (r#"{"A":1,"Long":"x"}"#, None, "A     1\nLong  x\n"),
            (r#"["a\u001b[1m","b\nc",3]"#, None, "a [1m\nb c\n3\n"),
            ("\"a\"", None, "a\n"),
            ("[]", None, ""),
            ("[]", Some(80), "(empty)\n"),
            (&long, None, &format!("a\n{}\n", &long[6..long.len() - 2])),
            (&long, Some(12), "a\n[1,1,1,1,1\n,1,1,1,1,1\n,1,1,1,1,…\n"),
        ] {
            assert_eq!(table(json, Screen { width }).unwrap(), expected, "{json} {width:?}");
        }
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
