//! Add an operation to the spec: its call. `xtask/tests/cli/sessions.rs` runs the commands.

use backup_server_api::mock::Mock;
use backup_server_api::{AdminAuth, AdminExternalAuthSourcesNew, Json};

use crate::guides::Done;

/// The program of the guide: `downstream` compiles it with the manifest beside it.
#[allow(dead_code)]
mod program {
    use backup_server_api::{AdminAuth, AdminExternalAuthSourcesNew, Client};
    use serde_json::json;

    #[tokio::main]
    async fn main() -> Result<(), Box<dyn std::error::Error>> {
        let url = std::env::var("BACKUP_SERVER_URL")?;
        let password = std::env::var("BACKUP_SERVER_PASSWORD")?;
        let client = Client::new(&url, AdminAuth::password("admin", password))?;
        let source = json!({}); // the documents don't show its fields
        let response = client.send(AdminExternalAuthSourcesNew::new(source).source_id("office")).await?;
        println!("{}", response.as_str());
        Ok(())
    }
}

#[tokio::test]
async fn the_operation_is_called() -> Done {
    let mock = Mock::new();
    let expected = mock.expect::<AdminExternalAuthSourcesNew>().with_parameter("SourceID", "office");
    expected.with_parameter("Source", "{}").returns(Json::default()).once();
    let client = mock.client(AdminAuth::password("admin", "any"));
    let source = serde_json::json!({});
    client.send(AdminExternalAuthSourcesNew::new(source).source_id("office")).await?;
    Ok(())
}
