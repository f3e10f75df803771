//! The mutations: of bytes, lines, keys, values, structure and names.

use std::sync::LazyLock;

use crate::mutations::corpus::{Corpus, File};
use tests::random::Random;

/// The files of a spec with one to three mutations.
pub fn mutated(corpus: &Corpus, corpora: &[Corpus], random: &mut Random) -> Vec<File> {
    let mut files = corpus.files.clone();
    for _ in 0..=random.below(3) {
        let index = random.below(files.len());
        if random.below(25) == 0 {
            of_names(&mut files, index, random);
            continue;
        }
        let donor = random.one(corpora);
        let other = random.one(&donor.files).1.clone();
        let content = &mut files[index].1;
        match String::from_utf8(std::mem::take(content)) {
            Ok(text) => *content = of_text(text, &String::from_utf8_lossy(&other), random),
            Err(error) => *content = of_bytes(error.into_bytes(), random),
        }
        if files.is_empty() {
            break;
        }
    }
    files
}

/// Texts that mean something to YAML, Rust, Markdown, HTML, JSON, shells or terminals.
static HOSTILE: LazyLock<Vec<String>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../data/mutations/hostile.json")).expect("a list of texts")
});

fn hostile(random: &mut Random) -> String {
    match random.below(40) {
        0 => "x".repeat(70_000),
        1 => "[".repeat(500),
        2 => "List<".repeat(300),
        3 => "é ".repeat(3_000),
        _ => {
            let first = random.one(&HOSTILE);
            if random.below(3) == 0 { format!("{first}{}", random.one(&HOSTILE)) } else { first.clone() }
        }
    }
}

/// The text in quotes, so that it is a value and no syntax, or as it is.
fn written(text: String, random: &mut Random) -> String {
    if random.below(4) == 0 { text } else { serde_json::Value::from(text).to_string() }
}

fn of_text(text: String, other: &str, random: &mut Random) -> Vec<u8> {
    let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
    if lines.is_empty() {
        return text.into_bytes();
    }
    let at = random.below(lines.len());
    match random.below(16) {
        0 => return of_bytes(text.into_bytes(), random),
        1 => drop(lines.remove(at)),
        2 => lines.insert(at, lines[at].clone()),
        3 => {
            let with = random.below(lines.len());
            lines.swap(at, with);
        }
        4 => lines[at] = format!("{}{}", " ".repeat(random.below(4)), lines[at]),
        5 => lines[at] = lines[at].strip_prefix("  ").unwrap_or(&lines[at]).to_owned(),
        6 => {
            let others: Vec<&str> = other.split_inclusive('\n').collect();
            lines.insert(at, random.one(if others.is_empty() { &["\n"] } else { &others }).to_string());
        }
        7 => lines[at] = key_changed(&lines[at], other, random),
        8 => return text.replace('\n', if random.below(2) == 0 { "\r\n" } else { "\r" }).into_bytes(),
        9 => return [&b"\xef\xbb\xbf"[..], text.as_bytes()].concat(),
        10 => lines[at] = with_word(&lines[at], &hostile(random), random),
        _ => lines[at] = value_changed(&lines[at], random),
    }
    lines.concat().into_bytes()
}

fn of_bytes(mut bytes: Vec<u8>, random: &mut Random) -> Vec<u8> {
    if bytes.is_empty() {
        return b"\xff".to_vec();
    }
    let at = random.below(bytes.len());
    let end = (at + random.below(40)).min(bytes.len());
    match random.below(5) {
        0 => bytes[at] = u8::try_from(random.below(256)).expect("a byte"),
        1 => drop(bytes.drain(at..end)),
        2 => bytes.truncate(at),
        3 => {
            let part = bytes[at..end].to_vec();
            bytes.splice(at..at, part);
        }
        _ => bytes.insert(at, *random.one(b"{}[],:&*!|>'\"%@`#?- \n\0\xff")),
    }
    bytes
}

/// The value of a `key: value`, or of an item, is another one.
fn value_changed(line: &str, random: &mut Random) -> String {
    let text = hostile(random);
    let value = match random.below(8) {
        0 => "[a, b]".to_owned(),
        1 => "{a: b}".to_owned(),
        2 => String::new(),
        _ => written(text, random),
    };
    let (line, end) = line.strip_suffix('\n').map_or((line, ""), |line| (line, "\n"));
    let cut = line.find(": ").map(|at| at + 2).or_else(|| line.find("- ").map(|at| at + 2));
    // In brackets, one value of several.
    let parts: Vec<usize> = line.match_indices(": ").map(|(at, _)| at + 2).collect();
    if parts.len() > 1 && random.below(2) == 0 {
        let at = *random.one(&parts);
        let rest = &line[at..];
        let until = rest.find([',', '}']).unwrap_or(rest.len());
        return format!("{}{value}{}{end}", &line[..at], &rest[until..]);
    }
    format!("{}{value}{end}", &line[..cut.unwrap_or(line.len())])
}

/// A key is misspelt, hostile, or one of another file.
fn key_changed(line: &str, other: &str, random: &mut Random) -> String {
    let Some(at) = line.find(':') else { return line.to_owned() };
    let start = line[..at].rfind([' ', '{']).map_or(0, |start| start + 1);
    let keys: Vec<&str> = other
        .lines()
        .filter_map(|line| Some(line.trim().trim_start_matches("- ").split_once(": ")?.0))
        .collect();
    let key = match random.below(3) {
        0 => line[start..at].chars().rev().collect(),
        1 if !keys.is_empty() => (*random.one(&keys)).to_owned(),
        _ => {
            let text = hostile(random);
            written(text, random)
        }
    };
    format!("{}{key}{}", &line[..start], &line[at..])
}

/// A word is replaced by another.
fn with_word(line: &str, word: &str, random: &mut Random) -> String {
    let words: Vec<&str> = line.split_inclusive(' ').collect();
    let at = random.below(words.len());
    let changed = words.iter().enumerate().map(|(index, it)| if index == at { word } else { it });
    changed.collect()
}

/// Files are renamed, dropped, doubled or added.
fn of_names(files: &mut Vec<File>, index: usize, random: &mut Random) {
    let (name, content) = files[index].clone();
    let (folder, _) = name.rsplit_once('/').unwrap_or(("spec", ""));
    let new = hostile(random).replace(['\0', '/'], "");
    let renamed = format!("{folder}/{new}.yaml");
    match random.below(5) {
        0 if files.len() > 1 => drop(files.remove(index)),
        1 => files.push((renamed, content)),
        2 => files[index].0 = renamed,
        3 => files.push((format!("spec/{new}/api.yaml"), content)),
        _ => files[index].0 = format!("{folder}/{}", new.replace("..", "")),
    }
}
