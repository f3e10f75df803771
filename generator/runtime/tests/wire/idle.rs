//! Connections that a server closes while they are idle.

use std::io::ErrorKind::UnexpectedEof;

use api_runtime::{self as rt, Client, ErrorKind};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use super::{Wire, bodies::Note};

/// An operation that reads.
struct Look;

impl rt::Operation for Look {
    type Api = Wire;
    type Returns = rt::returns::Text;
    const DESCRIPTOR: &'static rt::Descriptor = &rt::Descriptor::new("Look")
        .method("GET")
        .documented_path("/look")
        .effect(rt::Effect::Reads)
        .query()
        .returns(rt::ReturnKind::Text, "string");
}

impl rt::Encode for Look {
    fn encode(self, _: &mut rt::FormWriter) {}
}

/// A server that reads a second request on each connection, and closes it without a response.
async fn server() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move {
        loop {
            let (mut stream, _) = listener.accept().await.unwrap();
            tokio::spawn(async move {
                head(&mut stream).await?;
                stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\na").await?;
                head(&mut stream).await
            });
        }
    });
    url
}

async fn head(stream: &mut TcpStream) -> std::io::Result<()> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") && !head.ends_with(b"\r\n\r\nb") {
        if stream.read_buf(&mut head).await? == 0 {
            return Err(UnexpectedEof.into());
        }
    }
    Ok(())
}

#[tokio::test]
async fn what_reads_is_sent_once_more_if_a_connection_had_ended() {
    let client = Client::<Wire, _>::anonymous(&server().await).unwrap();
    for _ in 0..5 {
        assert_eq!(client.send(Look).await.unwrap(), "a");
    }
    let note = || Note { body: "b".to_owned() };
    let results = [client.send(note()).await, client.send(note()).await];
    let errors: Vec<_> = results.into_iter().filter_map(Result::err).collect();
    let [error] = errors.as_slice() else { panic!("{errors:?}") };
    assert!(matches!(error.kind(), ErrorKind::Transport(_)) && error.tries() == 1, "{error:?}");
}
