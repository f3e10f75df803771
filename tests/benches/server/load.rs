//! Load: persistent connections, each with one request at a time.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use crate::{DONE, NAME, PASSWORD, PATH, Result};

/// Open connections to one server.
pub struct Load {
    request: std::sync::Arc<str>,
    connections: Vec<Connection>,
}

impl Load {
    pub async fn new(port: u16, connections: usize) -> Result<Self> {
        let mut open = Vec::new();
        for _ in 0..connections {
            let stream = TcpStream::connect(("127.0.0.1", port)).await?;
            stream.set_nodelay(true)?;
            open.push(Connection { stream, buffer: vec![0; 4096] });
        }
        Ok(Self { request: request(port).into(), connections: open })
    }

    /// Sends that many requests on each connection, on all of them at once.
    pub async fn batch(&mut self, requests: usize) -> Result<()> {
        let mut tasks = JoinSet::new();
        for mut connection in self.connections.drain(..) {
            let request = self.request.clone();
            tasks.spawn(async move {
                for _ in 0..requests {
                    connection.call(request.as_bytes()).await?;
                }
                Result::Ok(connection)
            });
        }
        while let Some(connection) = tasks.join_next().await {
            self.connections.push(connection??);
        }
        Ok(())
    }
}

fn request(port: u16) -> String {
    let form = form();
    format!(
        "POST {PATH} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\nuser-agent: load\r\naccept: */*\r\n\
         content-type: application/x-www-form-urlencoded\r\ncontent-length: {}\r\n\r\n{form}",
        form.len()
    )
}

/// The form of every request.
pub fn form() -> String {
    let mut form = form_urlencoded::Serializer::new(String::new());
    form.append_pair("Username", NAME);
    form.append_pair("AuthType", "Password");
    form.append_pair("Password", PASSWORD);
    form.append_pair("TargetID", "4f8e2a1c-90b7-4d3e-a6f5-1c2d3e4f5a6b");
    form.append_pair("RemoveConfigFile", "true");
    form.finish()
}

struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Connection {
    async fn call(&mut self, request: &[u8]) -> Result<()> {
        self.stream.write_all(request).await?;
        let mut came = 0;
        loop {
            let size = self.stream.read(&mut self.buffer[came..]).await?;
            came += size;
            if size == 0 {
                return Err("the server closed the connection, or its answer is too long".into());
            }
            if let Some(body) = whole_body(&self.buffer[..came])? {
                return check(&self.buffer[..came], body);
            }
        }
    }
}

/// The body, once it is complete.
fn whole_body(response: &[u8]) -> Result<Option<&[u8]>> {
    let Some(end) = response.windows(4).position(|four| four == b"\r\n\r\n") else { return Ok(None) };
    let head = std::str::from_utf8(&response[..end])?;
    let size = head.lines().find_map(|line| line.strip_prefix("content-length: "));
    let size: usize = size.ok_or("the answer has no content-length")?.parse()?;
    let body = &response[end + 4..];
    Ok((body.len() == size).then_some(body))
}

fn check(response: &[u8], body: &[u8]) -> Result<()> {
    let wanted = format!("{{\"Status\":200,\"Message\":\"{DONE}\"}}");
    if response.starts_with(b"HTTP/1.1 200 ") && body == wanted.as_bytes() {
        return Ok(());
    }
    Err(format!("unexpected answer: {}", String::from_utf8_lossy(response)).into())
}
