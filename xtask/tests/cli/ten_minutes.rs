//! The guide's first page as a newcomer follows it, in an empty folder and with an empty home.
//! `.ci/own` does that with cargo itself; here, its builds use what the tests have built.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};

use super::{TempDir, command, commands, git, new, ran, workspace};

/// The page's blocks of code, each with its language.
fn blocks(page: &str) -> impl Iterator<Item = (&str, &str)> {
    page.split("```").skip(1).step_by(2).filter_map(|block| block.split_once('\n'))
}

/// Follows every step.
pub fn steps() {
    let (root, home) = (new::folder("ten-minutes", &[]), TempDir::new());
    let page = tests::guide("ten-minutes.md");
    for (language, text) in blocks(&page) {
        let (head, rest) = text.split_once('\n').expect("lines");
        match head.split_once(' ') {
            _ if language == "sh" => text.lines().for_each(|line| run(line, &root, &home, &page)),
            Some(("#" | "//", path)) => {
                let before = fs::read_to_string(root.join(path)).expect("the file is there");
                fs::write(root.join(path), format!("{before}\n{rest}")).expect("it can be written");
            }
            _ if language == "rust" => {
                let test = fs::read_to_string(root.join("tests/lamps.rs")).expect("a test");
                assert!(text.lines().all(|line| test.contains(line)), "{text}");
            }
            _ => assert_eq!(language, "text"),
        }
    }
    assert!(home.path().read_dir().is_ok_and(|mut it| it.next().is_none()), "nothing is left at home");
}

fn run(line: &str, root: &Path, home: &TempDir, page: &str) {
    let words = commands::words(line);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["cargo", "install", .., path] => assert!(workspace().join(path).join("src/main.rs").is_file()),
        ["cargo", "test"] => {
            let test = ran(&mut Command::new(&new::programs(root, "lamps")[0]));
            assert_eq!(test.code, Some(0), "{}{}", test.out, test.err);
        }
        ["cargo", "run", ..] => serve(&mut Command::new(&new::programs(root, "lamps")[1]), page),
        ["git", ref args @ ..] => drop(git(root, args)),
        ["api-codegen", ref args @ ..] => {
            let mut program = command(args);
            program.current_dir(root).env("CARGO_MANIFEST_DIR", root.join("xtask")).env("HOME", home.path());
            let ran = ran(&mut program);
            assert_eq!(ran.code, Some(line.ends_with("# fails").into()), "{line}: {}{}", ran.out, ran.err);
        }
        _ => unreachable!("{line}"),
    }
}

/// Sends the request of the page, which shows the response.
fn serve(program: &mut Command, page: &str) {
    let started = program.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut mock = started.expect("it starts");
    let mut line = String::new();
    let printed = BufReader::new(mock.stdout.take().expect("an output")).read_line(&mut line);
    assert!(printed.is_ok());
    let [_, url, _, header] = line.split_whitespace().collect::<Vec<_>>()[..] else { unreachable!("{line}") };
    let (address, path) = url.trim_start_matches("http://").split_once('/').expect("a path");
    let mut stream = TcpStream::connect(address).expect("the mock listens");
    let request = format!("GET /{path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n{header}\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("it is sent");
    let mut response = String::new();
    stream.read_to_string(&mut response).expect("a response");
    let body = response.split("\r\n\r\n").nth(1).expect("a body");
    assert!(page.contains(&format!("\n{body}\n")), "{response}");
    assert!(page.contains(&line.replace(address, "127.0.0.1:43045")), "{line}");
    drop(mock.stdin.take());
    assert!(mock.wait().is_ok_and(|status| status.success()));
}
