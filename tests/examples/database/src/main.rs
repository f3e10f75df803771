use std::fs::OpenOptions;
use std::os::unix::fs::OpenOptionsExt;
use std::sync::{Arc, Mutex, PoisonError};

use backup_server_api::server::axum::http::StatusCode;
use backup_server_api::server::{self, Call, Context, Gatekeeper, Refusal, Serve, Users};
use backup_server_api::{AdminAddUser, AdminAuth, AdminDeleteUser, AdminListUsers, Json, Secret};
use rusqlite::{Connection, ErrorCode, OptionalExtension, Transaction, TransactionBehavior};
use serde_json::json;

const TABLES: &str = "
    PRAGMA journal_mode = WAL;
    CREATE TABLE IF NOT EXISTS admins (name TEXT PRIMARY KEY, hash TEXT NOT NULL) STRICT;
    CREATE TABLE IF NOT EXISTS users (name TEXT PRIMARY KEY, hash TEXT NOT NULL) STRICT;
    CREATE TABLE IF NOT EXISTS history (
        admin TEXT NOT NULL, did TEXT NOT NULL, user TEXT NOT NULL,
        at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
    ) STRICT;";

type Error = Box<dyn std::error::Error + Send + Sync>;

struct Office {
    database: Arc<Mutex<Connection>>,
    /// Checked in place of the hash of an account that doesn't exist: it takes as long.
    no_account: String,
}

impl Office {
    fn open(path: &str, password: &Secret) -> Result<Self, Error> {
        // Only its owner can read it.
        OpenOptions::new().create(true).append(true).mode(0o600).open(path)?;
        let database = Connection::open(path)?;
        database.execute_batch(TABLES)?;
        let hash = hashed(password)?;
        database.execute("INSERT OR REPLACE INTO admins VALUES ('admin', ?1)", [&hash])?;
        let no_account = hashed(&"no account".into())?;
        let database = Arc::new(Mutex::new(database));
        Ok(Self { database, no_account })
    }

    /// Runs `work` as one transaction, on a thread that may block. An error takes all of it back.
    async fn transaction<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, Failed> + Send + 'static,
    ) -> Result<T, Refusal> {
        let database = Arc::clone(&self.database);
        let run = move || {
            // A panic takes its transaction back too.
            let mut database = database.lock().unwrap_or_else(PoisonError::into_inner);
            let transaction = database.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let done = work(&transaction)?;
            transaction.commit()?;
            Ok(done)
        };
        let done: Result<T, Failed> = blocking(run).await?;
        done.map_err(|Failed(refusal)| refusal)
    }
}

/// The refusal of a failed transaction. Its cause goes to the log only.
struct Failed(Refusal);

impl From<rusqlite::Error> for Failed {
    fn from(error: rusqlite::Error) -> Self {
        Self(match error.sqlite_error_code() {
            Some(ErrorCode::ConstraintViolation) => Refusal::conflict("there is such a user already"),
            Some(ErrorCode::DatabaseBusy) => {
                Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "the database is busy")
            }
            _ => {
                eprintln!("database: {error}");
                Refusal::internal("the database failed")
            }
        })
    }
}

async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Refusal> {
    tokio::task::spawn_blocking(work).await.map_err(|_| Refusal::internal("the work ended early"))
}

fn hashed(password: &Secret) -> Result<String, bcrypt::BcryptError> {
    bcrypt::non_truncating_hash(password.expose(), bcrypt::DEFAULT_COST)
}

impl Gatekeeper for Office {
    type Admin = String;
    type User = ();

    async fn admin(&self, credential: AdminAuth, _: &Call) -> Result<String, Refusal> {
        let wrong = || Refusal::unauthorized("wrong user name or password");
        let (name, password) = (credential.username, credential.password.ok_or_else(wrong)?);
        let (asked, sql) = (name.clone(), "SELECT hash FROM admins WHERE name = ?1");
        let found =
            self.transaction(move |it| Ok(it.query_row(sql, [asked], |row| row.get(0)).optional()?));
        let found: Option<String> = found.await?;
        let is_account = found.is_some();
        let hash = found.unwrap_or_else(|| self.no_account.clone());
        let is_right =
            blocking(move || bcrypt::non_truncating_verify(password.expose(), &hash).unwrap_or(false))
                .await?;
        (is_right && is_account).then_some(name).ok_or_else(wrong)
    }

    fn auth_role_enabled(&self, _: &Call) -> bool {
        true
    }
}

impl Users for Office {
    async fn admin_list_users(&self, _: AdminListUsers, _: Context<String>) -> Result<Vec<String>, Refusal> {
        let list = |it: &Transaction<'_>| {
            let mut users = it.prepare_cached("SELECT name FROM users ORDER BY name")?;
            Ok(users.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?)
        };
        self.transaction(list).await
    }

    async fn admin_add_user(&self, request: AdminAddUser, context: Context<String>) -> Result<Json, Refusal> {
        let options = [request.store_recovery_code, request.require_password_change];
        if options.iter().any(Option::is_some) || request.target_organization.is_some() {
            return Err(Refusal::not_implemented("users have a name and a password only"));
        }
        let (admin, user, password) = (context.into_caller(), request.target_user, request.target_password);
        let hash = blocking(move || hashed(&password)).await?;
        let hash = hash.map_err(|_| Refusal::bad_request("the password is longer than 72 bytes"))?;
        let add = move |it: &Transaction<'_>| {
            record(it, &admin, "add", &user)?;
            it.execute("INSERT INTO users VALUES (?1, ?2)", [&user, &hash])?;
            Ok(json!({ "Status": 200, "Message": "added" }).into())
        };
        self.transaction(add).await
    }

    async fn admin_delete_user(
        &self,
        request: AdminDeleteUser,
        context: Context<String>,
    ) -> Result<Json, Refusal> {
        if request.uninstall_config.is_some() {
            return Err(Refusal::not_implemented("there are no devices"));
        }
        let (admin, user) = (context.into_caller(), request.target_user);
        let delete = move |it: &Transaction<'_>| {
            record(it, &admin, "delete", &user)?;
            match it.execute("DELETE FROM users WHERE name = ?1", [&user])? {
                0 => Err(Failed(Refusal::not_found("there is no such user"))),
                _ => Ok(json!({ "Status": 200, "Message": "deleted" }).into()),
            }
        };
        self.transaction(delete).await
    }
}

/// Adds to the history, in the same transaction: only what was done is there.
fn record(it: &Transaction<'_>, admin: &str, did: &str, user: &str) -> rusqlite::Result<usize> {
    it.execute("INSERT INTO history (admin, did, user) VALUES (?1, ?2, ?3)", [admin, did, user])
}

fn main() {
    // A hash takes a quarter of a second of a core: guesses can't take all of them.
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    let runtime = runtime.enable_all().max_blocking_threads(2).build();
    if let Err(error) = runtime.map_err(Error::from).and_then(|it| it.block_on(serve())) {
        eprintln!("{error}");
        std::process::exit(1);
    }
}

async fn serve() -> Result<(), Error> {
    let path = std::env::args().nth(1).ok_or("usage: office DATABASE [ADDRESS]")?;
    let address = std::env::args().nth(2).unwrap_or_else(|| "127.0.0.1:8060".to_owned());
    let office = Office::open(&path, &std::env::var("OFFICE_PASSWORD")?.into())?;
    let router = server::builder(office).group(server::users()).into_router()?;
    let listener = tokio::net::TcpListener::bind(address).await?;
    println!("listening on http://{}", listener.local_addr()?);
    let stop = async { drop(tokio::signal::ctrl_c().await) };
    Serve::new().run_until(listener, router, stop).await;
    Ok(())
}
