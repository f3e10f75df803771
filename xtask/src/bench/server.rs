//! The generated server: requests per second, memory, and the build time of a
//! program that implements one group.

use std::fs;
use std::path::Path;

use super::child::run as run_child;
use super::{Scratch, benchmark};
use crate::Failure;
use crate::cargo::cargo;
use crate::terminal::println;

/// Runs all three.
pub fn run(root: &Path) -> Result<(), Failure> {
    benchmark(root, "server")?;
    println("")?;
    one_group(root)
}

const PROGRAM: &str = "one-group";

/// The crates of this workspace and the program, without its dependencies.
const OURS: [&str; 3] = ["api-runtime", "backup-server-api", PROGRAM];

/// A program that implements one group, after its dependencies are built.
fn one_group(root: &Path) -> Result<(), Failure> {
    let scratch = Scratch::new(PROGRAM)?;
    write_program(root, scratch.path()).map_err(Failure::of)?;
    let cargo = |arguments: &[&str]| {
        let mut command = cargo();
        command.args(arguments).current_dir(scratch.path()).env_remove("CARGO_INCREMENTAL");
        command.env("CARGO_TARGET_DIR", scratch.path().join("target"));
        run_child(&mut command)
    };
    cargo(&["build"])?;
    let clean: Vec<&str> = ["clean"].into_iter().chain(OURS.into_iter().flat_map(|it| ["-p", it])).collect();
    let mut builds = Vec::new();
    for _ in 0..3 {
        cargo(&clean)?;
        builds.push(cargo(&["build"])?);
    }
    let time = super::child::median(builds).time.as_secs_f64();
    println(&format!("a program with one group, dev build after dependencies: {time:.2} s  (median of 3)"))?;
    Ok(())
}

fn write_program(root: &Path, folder: &Path) -> std::io::Result<()> {
    fs::create_dir_all(folder.join("src"))?;
    // The same versions, which are downloaded already.
    fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock"))?;
    let api = root.join("generated/backup-server");
    let manifest = format!(
        "[package]\nname = \"{PROGRAM}\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n\
         backup-server-api = {{ path = {:?}, default-features = false, features = [\"server\"] }}\n\
         tokio = {{ version = \"1\", default-features = false, features = [\"net\", \"rt-multi-thread\"] }}\n",
        api.display().to_string()
    );
    fs::write(folder.join("Cargo.toml"), manifest)?;
    fs::write(folder.join("src/main.rs"), SOURCE)
}

const SOURCE: &str = r#"//! One group of the API, with some of its operations.

use backup_server_api::server::{Call, Context, Gatekeeper, Refusal, Serve, Users, builder, users};
use backup_server_api::{AdminAuth, AdminDeleteUser, AdminListUsers, Json, Secret};

struct Server {
    password: Secret,
    users: Vec<String>,
}

impl Gatekeeper for Server {
    type Admin = String;
    type User = ();

    async fn admin(&self, credential: AdminAuth, _: &Call) -> Result<String, Refusal> {
        if credential.password.as_ref() != Some(&self.password) {
            return Err(Refusal::unauthorized("wrong credentials"));
        }
        Ok(credential.username)
    }

    fn auth_role_enabled(&self, _: &Call) -> bool {
        true
    }
}

impl Users for Server {
    async fn admin_list_users(&self, _: AdminListUsers, _: Context<String>) -> Result<Vec<String>, Refusal> {
        Ok(self.users.clone())
    }

    async fn admin_delete_user(&self, request: AdminDeleteUser, _: Context<String>) -> Result<Json, Refusal> {
        Err(Refusal::not_found(format!("there is no user {}", request.target_user)))
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let server = Server { password: "correct horse".into(), users: vec!["alice".to_owned()] };
    let router = builder(server).group(users()).into_router()?;
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(async {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:8060").await?;
        Serve::new().run(listener, router).await;
        Ok(())
    })
}
"#;
