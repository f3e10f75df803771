//! Every operation, called through the CLI: the fake server receives the same request
//! as from the typed client, and the CLI prints the response.

use account_portal_api::AccountPortal;
use api_runtime::{Descriptor, ReturnKind};
use backup_server_api::BackupServer;

use crate::cli::commands::{self, Secrets, call, log_in};
use crate::cli::hear::{Peer, Sent, with_peers};
use crate::cli::program::{Ended, Program, Run};
use crate::support::cases::Case;
use crate::support::credentials::{self, Fields};
use crate::support::fake_server;
use crate::support::sample::{AWKWARD, Choice, Sample};

/// The request of the typed client, as the fake server receives it.
pub fn heard_of_client<A: Program>(peer: &Peer<A>, case: &Case<A>, choice: Choice) -> Sent {
    let operation = case.descriptor;
    let mut form = form_urlencoded::Serializer::new(String::new());
    for (parameter, value) in commands::values::<A>(operation, choice, Secrets::Right) {
        form.append_pair(parameter.name, &value);
    }
    let file = operation.parameters.iter().find(|it| it.file).map(|it| it.name);
    let sample = Sample::of_form(form.finish(), file);
    let client = A::log_in(&peer.client, credentials::name_of(operation), Fields::Password);
    let sent = peer.runtime.block_on((case.send)(&client, sample));
    sent.unwrap_or_else(|error| panic!("{error}"));
    peer.only(operation)
}

pub fn command<A: Program>(peer: &Peer<A>, operation: &Descriptor, choice: Choice) -> Run {
    let values = commands::values::<A>(operation, choice, Secrets::Right);
    log_in::<A>(call::<A>(operation, &values, &peer.url))
}

fn same_as_client<A: Program>(choice: Choice) {
    assert_eq!(A::cases().len(), A::DESCRIPTOR.operations.len());
    with_peers(Peer::fake, A::cases(), |peer, case| {
        let operation = case.descriptor;
        let expected = heard_of_client(peer, case, choice);
        let mut run = command(peer, operation, choice);
        let json = matches!(choice, Choice::All);
        if json {
            run = run.arg("--json");
        }
        if operation.returns == ReturnKind::Bytes {
            run = run.args(["--output", "output.bin"]);
        }
        let ended = run.run().exits(0);
        assert_eq!(peer.only(operation), expected, "{}", operation.name);
        assert_eq!(ended.stderr, "", "{}", operation.name);
        check_output::<A>(operation, &run, &ended, json);
    });
}

fn check_output<A: Program>(operation: &Descriptor, run: &Run, ended: &Ended, json: bool) {
    let (name, result) = (operation.name, fake_server::result::<A>(operation));
    match operation.returns {
        ReturnKind::Bytes => {
            let saved = std::fs::read(run.home.path().join("output.bin")).unwrap();
            assert_eq!(saved, fake_server::content(), "{name}");
            assert_eq!(ended.stdout(), if json { "{\"saved\":\"output.bin\"}\n" } else { "output.bin\n" });
        }
        ReturnKind::Message if !json => assert_eq!(ended.stdout(), format!("{AWKWARD}\n"), "{name}"),
        ReturnKind::Text if !json => assert_eq!(ended.stdout(), AWKWARD, "{name}"),
        ReturnKind::Redirect(_) if !json => {
            assert_eq!(ended.stdout().trim_end(), result.as_str().unwrap(), "{name}");
        }
        _ => {
            let printed: serde_json::Value = serde_json::from_str(ended.stdout()).expect("JSON");
            assert_eq!(printed, result, "{name}");
        }
    }
}

#[test]
fn server_operations_with_what_is_required() {
    same_as_client::<BackupServer>(Choice::Required);
}

#[test]
fn server_operations_with_every_parameter() {
    same_as_client::<BackupServer>(Choice::All);
}

#[test]
fn portal_operations_with_what_is_required() {
    same_as_client::<AccountPortal>(Choice::Required);
}

#[test]
fn portal_operations_with_every_parameter() {
    same_as_client::<AccountPortal>(Choice::All);
}
