//! Run a nightly report.

use std::fs;

use account_portal_api::ReportActiveServices;
use backup_server_api::{AdminAuth, AdminGetJobsForDateRange, Json};
use serde_json::json;
use tests::TempDir;

use crate::guides::Done;

/// The program of the guide.
#[allow(dead_code)]
mod program {
    use std::path::PathBuf;
    use std::process::ExitCode;
    use std::time::{Duration, SystemTime};
    use std::{env, fs};

    use account_portal_api::{ReportActiveServices, ReportFormat, TokenAuth};
    use backup_server_api::{AdminAuth, AdminGetJobsForDateRange, Retry};

    type Error = Box<dyn std::error::Error + Send + Sync>;

    const DAY: i64 = 24 * 60 * 60;
    /// Of a whole call, with all its tries.
    const TIMEOUT: Duration = Duration::from_secs(600);

    struct Nightly {
        server: String,
        username: String,
        portal: String,
        /// A file per secret.
        secrets: PathBuf,
        reports: PathBuf,
    }

    impl Nightly {
        fn from_environment() -> Result<Self, Error> {
            let variable = |name: &str| env::var(name).map_err(|error| format!("{name}: {error}"));
            Ok(Self {
                server: variable("BACKUP_SERVER_URL")?,
                username: variable("BACKUP_SERVER_USERNAME")?,
                portal: variable("ACCOUNT_PORTAL_URL")?,
                secrets: variable("CREDENTIALS_DIRECTORY")?.into(),
                reports: variable("STATE_DIRECTORY")?.into(),
            })
        }

        fn secret(&self, name: &str) -> Result<String, Error> {
            let text = fs::read_to_string(self.secrets.join(name));
            let text = text.map_err(|error| format!("the secret {name}: {error}"))?;
            Ok(text.trim_end().to_owned())
        }

        async fn jobs(&self, until: i64) -> Result<(), Error> {
            let password = self.secret("backup-server-password")?;
            let client = backup_server_api::Client::builder(&self.server)
                .credential(AdminAuth::password(&self.username, password))
                .read_only()
                .timeout(TIMEOUT)
                .retry(Retry::tries(5))
                .build()?;
            let jobs = client.send(AdminGetJobsForDateRange::new(until - DAY, until)).await?;
            let (file, part) = (format!("jobs-{until}.json"), format!("jobs-{until}.part"));
            fs::write(self.reports.join(&part), jobs.as_str())?;
            Ok(fs::rename(self.reports.join(part), self.reports.join(file))?)
        }

        async fn services(&self, until: i64) -> Result<(), Error> {
            let client = account_portal_api::Client::builder(&self.portal)
                .credential(TokenAuth::new(self.secret("account-portal-token")?))
                .read_only()
                .timeout(TIMEOUT)
                .retry(Retry::tries(5))
                .build()?;
            let report = client.send(ReportActiveServices::new().format(ReportFormat::Csv)).await?;
            report.save(self.reports.join(format!("services-{until}.csv"))).await?;
            Ok(())
        }

        /// Returns what failed.
        async fn run(&self, until: i64) -> Vec<Error> {
            let (jobs, services) = tokio::join!(self.jobs(until), self.services(until));
            [jobs, services].into_iter().filter_map(Result::err).collect()
        }
    }

    #[tokio::main]
    async fn main() -> ExitCode {
        let now = SystemTime::UNIX_EPOCH.elapsed().map_or(0, |since| since.as_secs() as i64);
        let failed = match Nightly::from_environment() {
            Ok(nightly) => nightly.run(now).await,
            Err(error) => vec![error],
        };
        for error in &failed {
            eprintln!("{error}");
        }
        if failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }

    /// The exit status without variables.
    pub(super) fn exit() -> ExitCode {
        main()
    }

    /// One that reads and writes in a folder.
    pub(super) async fn run_in(
        folder: &std::path::Path,
        server: String,
        portal: String,
        until: i64,
    ) -> Vec<Error> {
        let (secrets, reports) = (folder.join("secrets"), folder.join("reports"));
        Nightly { server, username: "reports".to_owned(), portal, secrets, reports }.run(until).await
    }
}

fn folder() -> TempDir {
    let folder = TempDir::new();
    folder.write("secrets/backup-server-password", "correct horse\n");
    folder.write("secrets/account-portal-token", "token-7\n");
    fs::create_dir(folder.path().join("reports")).expect("a folder");
    folder
}

fn files(folder: &TempDir) -> Vec<String> {
    tests::names_in(folder.path().join("reports"))
}

#[tokio::test]
async fn both_reports_are_saved_after_a_failure_that_passes() -> Done {
    let server = backup_server_api::mock::Mock::new();
    server.accept_if(|it: &AdminAuth| {
        it.username == "reports" && it.password.as_ref().is_some_and(|it| it.expose() == "correct horse")
    });
    let jobs = json!([{ "GUID": "1" }]);
    let expected = server.expect::<AdminGetJobsForDateRange>().with_parameter("Start", "913600");
    expected.with_parameter("End", "1000000").fails(503, "busy").once().returns(Json::from(jobs)).once();
    let portal = account_portal_api::mock::Mock::new();
    let expected = portal.expect::<ReportActiveServices>().with_parameter("format", "csv");
    expected.returns(account_portal_api::server::File::bytes("a,b")).once();
    let (at_server, at_portal) = (server.serve()?, portal.serve()?);
    let folder = folder();
    let failed = program::run_in(folder.path(), at_server.url(), at_portal.url(), 1_000_000).await;
    assert!(failed.is_empty(), "{failed:?}");
    assert_eq!(files(&folder), ["jobs-1000000.json", "services-1000000.csv"]);
    assert_eq!(folder.read("reports/jobs-1000000.json"), r#"[{"GUID":"1"}]"#);
    assert_eq!(folder.read("reports/services-1000000.csv"), "a,b");
    Ok(())
}

#[tokio::test]
async fn a_failure_is_reported_without_secrets_and_leaves_the_other_report() -> Done {
    let server = backup_server_api::mock::Mock::new();
    server.expect::<AdminGetJobsForDateRange>().fails(403, "not with the password correct horse").once();
    let portal = account_portal_api::mock::Mock::new();
    let report = account_portal_api::server::File::bytes("a,b");
    portal.expect::<ReportActiveServices>().returns(report).once();
    let (at_server, at_portal) = (server.serve()?, portal.serve()?);
    let folder = folder();
    let failed = program::run_in(folder.path(), at_server.url(), at_portal.url(), 1_000_000).await;
    let [failed] = &failed[..] else { panic!("{failed:?}") };
    let said = failed.to_string();
    assert!(said.contains("AdminGetJobsForDateRange") && said.contains("403"), "{said}");
    assert!(!said.contains("correct horse"), "{said}");
    assert_eq!(files(&folder), ["services-1000000.csv"]);
    Ok(())
}

#[tokio::test]
async fn a_secret_that_is_missing_is_named() -> Done {
    let folder = folder();
    fs::remove_dir_all(folder.path().join("secrets"))?;
    let nowhere = || "http://127.0.0.1:1".to_owned();
    let failed = program::run_in(folder.path(), nowhere(), nowhere(), 1_000_000).await;
    let said: Vec<String> = failed.iter().map(ToString::to_string).collect();
    assert!(
        said[0].contains("backup-server-password") && said[1].contains("account-portal-token"),
        "{said:?}"
    );
    Ok(())
}

#[test]
fn a_failure_is_the_exit_status() {
    assert!(std::env::var_os("STATE_DIRECTORY").is_none(), "the variables of the program are not set here");
    assert_eq!(program::exit(), std::process::ExitCode::FAILURE);
}

#[test]
fn the_unit_sets_what_the_program_reads() {
    let guide = include_str!("../../../../spec/backup-server/guides/10-nightly-report.md");
    let [unit, timer] = &tests::blocks(guide, "ini")[..] else { panic!("a unit and its timer") };
    assert!(timer.contains("[Install]\nWantedBy=timers.target"), "`systemctl enable` needs it");
    let program = tests::blocks(guide, "rust").concat();
    let mut count = 0;
    for line in unit.lines() {
        let name = match line.split_once('=') {
            Some(("Environment", value)) => value.split('=').next().map(str::to_owned),
            Some(("LoadCredential", value)) => value.split(':').next().map(str::to_owned),
            Some(("StateDirectory", _)) => Some("STATE_DIRECTORY".to_owned()),
            _ => continue,
        };
        let name = name.expect("a name");
        assert!(program.contains(&format!("\"{name}\"")), "{name}");
        count += 1;
    }
    assert_eq!(count, 6);
}
