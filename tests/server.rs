//! A server on loopback that records requests, and writes the bytes that a test says.

use std::io::{BufRead, BufReader, Read};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

/// A request as it came.
#[derive(Clone, Debug)]
pub struct Asked {
    /// Empty if the connection ended without a request.
    pub method: String,
    /// With its query.
    pub path: String,
    /// The body, if the request has its size.
    pub body: Vec<u8>,
}

/// Takes one request on each connection.
#[derive(Debug)]
pub struct Server {
    /// Its address.
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

    /// The requests so far.
    #[must_use]
    pub fn asked(&self) -> Vec<Asked> {
        self.asked.lock().expect("no panic").clone()
    }
}

fn serve(mut stream: TcpStream, respond: &impl Fn(&str, &mut TcpStream), record: &Mutex<Vec<Asked>>) {
    let mut reader = BufReader::new(stream.try_clone().expect("a second handle"));
    let lines = reader.by_ref().lines().map_while(Result::ok).take_while(|line| !line.is_empty());
    let lines: Vec<String> = lines.collect();
    let mut words = lines.first().into_iter().flat_map(|line| line.split(' ')).map(str::to_owned);
    let mut headers = lines.iter().map(|line| line.to_ascii_lowercase());
    let size = headers.find_map(|line| line.strip_prefix("content-length: ")?.parse().ok());
    let mut body = vec![0; size.unwrap_or_default()];
    let _ = reader.read_exact(&mut body);
    let (method, path) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    record.lock().expect("no panic").push(Asked { method, path: path.clone(), body });
    respond(&path, &mut stream);
}
