//! Upload and download files.

use backup_server_api::mock::Mock;
use backup_server_api::server::File;
use backup_server_api::{AdminAuth, AdminMetaReadAllLogs, AdminMetaResourceNew, BlockingClient, Client};
use serde_json::json;
use tests::TempDir;

use crate::guides::Done;

#[tokio::test]
async fn a_file_goes_up() -> Done {
    let mock = Mock::new();
    mock.expect::<AdminMetaResourceNew>()
        .handled_by(|request: AdminMetaResourceNew, _| async move {
            let mut file = request.upload;
            let mut size = 0;
            while let Some(chunk) = file.chunk().await.unwrap() {
                size += chunk.len();
            }
            Ok(json!({ "Name": file.file_name(), "Size": size }).into())
        })
        .times(2);
    let served = mock.serve()?;
    let client = Client::new(&served.url(), AdminAuth::password("admin", "correct horse"))?;
    let folder = TempDir::new();
    let path = folder.write("logo.png", "12345");
    {
        use backup_server_api::{AdminMetaResourceNew, Upload};

        let logo = Upload::file(&path)?;
        let response = client.send(AdminMetaResourceNew::new(logo)).await?;

        assert_eq!(response, json!({ "Name": "logo.png", "Size": 5 }).into());
    }
    {
        use backup_server_api::{AdminMetaResourceNew, Upload};

        let logo = Upload::file(&path)?
            .content_type("image/png")
            .on_progress(|sent, size| println!("{sent} of {size:?} bytes"));
        client.send(AdminMetaResourceNew::new(logo)).await?;
    }
    Ok(())
}

#[tokio::test]
async fn a_file_comes_down() -> Done {
    let mock = Mock::new();
    mock.expect::<AdminMetaReadAllLogs>().returns(File::bytes("12345").name("logs.zip")).times(2);
    let served = mock.serve()?;
    let client = Client::new(&served.url(), AdminAuth::password("admin", "correct horse"))?;
    let folder = TempDir::new();
    let path = folder.path().join("logs.zip");
    {
        use backup_server_api::AdminMetaReadAllLogs;

        let logs = client.send(AdminMetaReadAllLogs::new()).await?;
        println!("{:?}, {:?} bytes", logs.file_name(), logs.size());
        let logs = logs.on_progress(|received, size| println!("{received} of {size:?} bytes"));
        let size = logs.save(&path).await?;

        assert_eq!((size, folder.read("logs.zip").as_str()), (5, "12345"));
    }
    let mut file = Vec::new();
    {
        use backup_server_api::AdminMetaReadAllLogs;
        use tokio::io::AsyncWriteExt;

        let mut logs = client.send(AdminMetaReadAllLogs::new()).await?;
        while let Some(chunk) = logs.chunk().await? {
            file.write_all(&chunk).await?;
        }
    }
    assert_eq!(file, b"12345");
    Ok(())
}

#[test]
fn a_file_comes_down_in_blocking_code() -> Done {
    let mock = Mock::new();
    mock.expect::<AdminMetaReadAllLogs>().returns(File::bytes("12345"));
    let served = mock.serve()?;
    let client = BlockingClient::new(&served.url(), AdminAuth::password("admin", "correct horse"))?;
    let folder = TempDir::new();
    let path = folder.path().join("logs.zip");

    {
        use backup_server_api::AdminMetaReadAllLogs;

        let logs = client.send(AdminMetaReadAllLogs::new())?;
        let size = logs.blocking_save(&path)?;

        assert_eq!((size, folder.read("logs.zip").as_str()), (5, "12345"));
    }
    Ok(())
}
