//! A server on loopback: it records the first lines of requests, and responds as
//! a test says.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

/// A request as it came.
#[derive(Clone, Debug)]
pub struct Asked {
    pub method: String,
    /// With its query.
    pub path: String,
    /// In lower case.
    #[cfg_attr(not(feature = "probe"), allow(dead_code))]
    pub headers: Vec<String>,
    pub body: Vec<u8>,
}

pub struct Server {
    pub url: String,
    asked: Arc<Mutex<Vec<Asked>>>,
}

impl Server {
    /// Calls `respond` with each path and with the connection.
    pub fn start(respond: impl Fn(&str, &mut TcpStream) + Clone + Send + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let asked = Arc::new(Mutex::new(Vec::new()));
        let record = asked.clone();
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (respond, record) = (respond.clone(), record.clone());
                thread::spawn(move || serve(stream, &respond, &record));
            }
        });
        Self { url, asked }
    }

    pub fn asked(&self) -> Vec<Asked> {
        self.asked.lock().expect("no panic").clone()
    }
}

fn serve(mut stream: TcpStream, respond: &impl Fn(&str, &mut TcpStream), record: &Mutex<Vec<Asked>>) {
    let mut reader = BufReader::new(stream.try_clone().expect("a second handle"));
    let mut lines = Vec::new();
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).unwrap_or_default() <= 2 {
            break;
        }
        lines.push(line.trim_end().to_owned());
    }
    if lines.is_empty() {
        return;
    }
    let first = lines.remove(0);
    let mut words = first.split(' ').map(str::to_owned);
    lines.iter_mut().for_each(|line| line.make_ascii_lowercase());
    let size = lines.iter().find_map(|line| line.strip_prefix("content-length: ")?.parse().ok());
    let mut body = vec![0; size.unwrap_or_default()];
    let _ = reader.read_exact(&mut body);
    let (method, path) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    record.lock().expect("no panic").push(Asked { method, path: path.clone(), headers: lines, body });
    respond(&path, &mut stream);
}

/// Sends a response with a body and closes the connection.
pub fn send(stream: &mut TcpStream, status: u16, head: &str, body: &str) {
    let size = body.len();
    // A client that has heard enough closes the connection.
    let _ = write!(
        stream,
        "HTTP/1.1 {status} X\r\nconnection: close\r\ncontent-length: {size}\r\n{head}\r\n{body}"
    );
}
