//! The generated CLI, as a person uses it.

use std::fs;
use std::process::{Command, Output};

use serde_json::{Value, json};

use crate::system::NOBODY;
use crate::{Done, Place};

/// Calls ten operations and more, and asks what the server serves.
pub async fn run(place: &Place) -> Done {
    let place = Cli(place);
    place.asks()?;
    place.changes()?;
    place.waits()?;
    place.refuses()?;
    place.conforms()
}

struct Cli<'p>(&'p Place);

impl Cli<'_> {
    fn run(&self, arguments: &[&str]) -> Done<Output> {
        let mut command = Command::new(&self.0.program);
        command.args(arguments).env("SYNCTHING_URL", &self.0.url).env("SYNCTHING_KEY", &self.0.key);
        command.env("XDG_CONFIG_HOME", self.0.files.join("none"));
        Ok(command.output()?)
    }

    /// What a call prints; it must succeed.
    fn text(&self, arguments: &[&str]) -> Done<String> {
        let output = self.run(arguments)?;
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {errors}");
        Ok(String::from_utf8(output.stdout)?)
    }

    fn json(&self, arguments: &[&str]) -> Done<Value> {
        Ok(serde_json::from_str(&self.text(arguments)?)?)
    }

    fn asks(&self) -> Done {
        assert_eq!(self.json(&["system", "version-get"])?["os"], "linux");
        assert!(self.text(&["system", "log-txt-get"])?.contains("My ID: "));
        assert_eq!(self.json(&["svc", "lang-get", "--language", "sv,en"])?, json!(["sv", "en"]));
        let one = self.json(&["config", "folder-get", "--id", "files"])?;
        assert_eq!(one["label"], "Files");
        let bundle = self.0.files.join("cli.zip");
        self.text(&["debug", "support-get", "--output", &bundle.display().to_string()])?;
        assert!(fs::metadata(bundle)?.len() > 1000);
        Ok(())
    }

    fn changes(&self) -> Done {
        let (body, path) = (self.0.files.join("body.json"), self.0.files.join("cli"));
        fs::write(&body, json!({ "id": "cli", "path": path }).to_string())?;
        self.text(&["config", "folders-post", "--body", &format!("@{}", body.display())])?;
        self.text(&["config", "folder-patch", "--id", "cli", "--body", r#"{"label": "CLI"}"#])?;
        assert_eq!(self.json(&["config", "folder-get", "--id", "cli"])?["label"], "CLI");
        let refused = self.run(&["config", "folder-delete", "--id", "cli"])?;
        assert_eq!(refused.status.code(), Some(2), "it destroys, and nobody can be asked");
        self.text(&["config", "folder-delete", "--id", "cli", "--yes"])?;
        let gone = self.run(&["config", "folder-get", "--id", "cli"])?;
        assert!(String::from_utf8(gone.stderr)?.contains("No folder with given ID"));
        self.text(&["system", "error-post", "--body", "by the CLI"])?;
        let ignored = self.json(&["db", "ignores-post", "--folder", "files", "--ignore", "*.bak"])?;
        assert_eq!(ignored["ignore"], json!(["*.bak"]));
        Ok(())
    }

    fn waits(&self) -> Done {
        let events = ["events", "get", "--events", "Nothing", "--events", "Else", "--parameter-timeout", "1"];
        assert_eq!(self.json(&events)?, json!([]));
        let page = ["db", "remoteneed-get", "--folder", "files", "--device", NOBODY, "--perpage", "2"];
        assert_eq!(self.json(&page)?["perpage"], 2);
        let all = [&page[..], &["--all"]].concat();
        assert_eq!(self.json(&all)?.as_array().map(Vec::len), Some(6), "three pages");
        Ok(())
    }

    fn refuses(&self) -> Done {
        let refused = self.run(&["system", "paths-get", "--server-version", "1.19.2"])?;
        assert_eq!(refused.status.code(), Some(2), "{refused:?}");
        assert!(String::from_utf8(refused.stderr)?.contains("1.21.0"));
        Ok(())
    }

    /// Without a key, this server says the same of every path, whether or not it has it.
    fn conforms(&self) -> Done {
        let report = self.json(&["conformance", "--json"])?;
        assert_eq!((&report["findings"], &report["stopped"]), (&json!([]), &Value::Null));
        assert_eq!(report["not_served"], json!([]));
        Ok(())
    }
}
