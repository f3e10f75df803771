//! The output of `--dry-run`, run by bash and curl.

use account_portal_api::AccountPortal;
use backup_server_api::BackupServer;

use crate::cli::calls::{command, heard_of_client};
use crate::cli::commands::{self, Secrets, log_in};
use crate::cli::hear::{Peer, with_peers};
use crate::cli::program::{Program, Run};
use crate::support::sample::Choice;

/// `--dry-run` sends nothing and needs no secret; bash runs what it prints, with
/// the secrets in variables, and the fake server hears the same again.
fn curl_does_the_same<A: Program>(choice: Choice) {
    with_peers(Peer::fake, A::cases(), |peer, case| {
        let operation = case.descriptor;
        let expected = heard_of_client(peer, case, choice).without_client();
        let mut run = command(peer, operation, choice).arg("--dry-run");
        let printed = run.run().exits(0);
        assert!(peer.heard().is_empty(), "{}", operation.name);
        let mut curl = Run::any("bash", ["-c", &format!("set -eu\n{}", printed.stdout())]);
        curl = log_in::<A>(curl);
        for (parameter, value) in commands::values::<A>(operation, choice, Secrets::Right) {
            // A parameter with a secret inside is a variable too.
            if parameter.secret || parameter.json {
                curl = curl.env(commands::variable::<A>(&commands::option::<A>(operation, parameter)), value);
            }
        }
        let ended = curl.run().exits(0);
        assert_eq!(peer.only(operation).without_client(), expected, "{}\n{}", printed.stdout(), ended.stderr);
    });
}

#[test]
#[ignore = "third-party tools: see CONTRIBUTING.md"]
fn curl_sends_the_same_to_the_server() {
    curl_does_the_same::<BackupServer>(Choice::All);
}

#[test]
#[ignore = "third-party tools: see CONTRIBUTING.md"]
fn curl_sends_the_same_to_the_portal() {
    curl_does_the_same::<AccountPortal>(Choice::All);
}
