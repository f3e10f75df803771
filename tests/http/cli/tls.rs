//! Servers with a certificate that no system trusts.

use std::sync::Arc;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

use crate::cli::program::Run;

fn file(name: &str) -> String {
    format!("{}/data/tls/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// A server that responds to everything with an empty list; its URL.
fn serve(runtime: &Runtime) -> String {
    let certificate = CertificateDer::from_pem_file(file("server.pem")).unwrap();
    let key = PrivateKeyDer::from_pem_file(file("server.key")).unwrap();
    let config = ServerConfig::builder().with_no_client_auth();
    let config = config.with_single_cert(vec![certificate], key).unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
    let url = format!("https://{}", listener.local_addr().unwrap());
    runtime.spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let Ok(mut stream) = acceptor.accept(stream).await else { continue };
            let mut request = Vec::new();
            while !request.ends_with(b"Password=hunter2") && stream.read_buf(&mut request).await.unwrap() > 0
            {
            }
            let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n[]";
            stream.write_all(answer.as_bytes()).await.unwrap();
            stream.shutdown().await.ok();
        }
    });
    url
}

/// A call that trusts what the system trusts.
fn list(url: &str) -> Run {
    let mut run = Run::call(["users", "list"], url);
    run.command.env_remove("SSL_CERT_FILE");
    run
}

#[test]
fn a_certificate_can_be_trusted() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let url = serve(&runtime);
    let ended = list(&url).end().exits(1);
    assert!(ended.stderr.contains("certificate"), "{}", ended.stderr);
    let ended = list(&url).arg("--cacert").arg(file("ca.pem")).end().exits(0);
    assert_eq!(ended.stdout(), "[]\n");
    list(&url).env("SSL_CERT_FILE", file("ca.pem")).end().exits(0);
    let profile = format!("default = 'a'\n[profile.a]\ncacert = '{}'\n", file("ca.pem"));
    list(&url).profiles("backup-server", &profile).end().exits(0);
    let dry = list(&url).args(["--cacert", "ca.pem", "--dry-run"]).end().exits(0);
    assert!(dry.stdout().contains("--cacert 'ca.pem'"), "{}", dry.printed());
    // It reads no certificates: a machine may have none.
    list(&url).arg("--dry-run").env("SSL_CERT_FILE", "none").end().exits(0);
}

#[test]
fn a_file_without_a_certificate_is_an_error() {
    for name in ["none.pem", "server.key"] {
        let ended = list("https://127.0.0.1:1").arg("--cacert").arg(file(name)).end().exits(2);
        assert!(ended.stderr.contains("--cacert: ") && ended.stderr.contains(name), "{}", ended.stderr);
    }
}
