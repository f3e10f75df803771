//! Downloads and reports.

use account_portal_api::mock::Mock;
use account_portal_api::server::File;
use account_portal_api::{
    Client, DownloadsGet, DownloadsList, ReportActiveServices, ServerVersion, TokenAuth,
};

use crate::guides::Done;

#[tokio::test]
async fn a_download_is_found() -> Done {
    let mock = Mock::new();
    mock.expect::<DownloadsList>().with_parameter("page", "2").returns(vec![ServerVersion::default()]).once();
    mock.expect::<DownloadsGet>().returns("https://cdn.example.com/a.deb".to_owned()).once();
    let served = mock.serve()?;
    let client = Client::new(&served.url(), TokenAuth::new("token"))?;
    {
        use account_portal_api::{DownloadPlatform, DownloadsGet, DownloadsList};

        let versions = client.send(DownloadsList::new().page(2).page_size(20)).await?;
        let request = DownloadsGet::new("latest-quarterly", DownloadPlatform::DownloadLinuxDeb);
        let address = client.send(request).await?;

        assert_eq!((versions.len(), address.as_str()), (1, "https://cdn.example.com/a.deb"));
    }
    Ok(())
}

#[tokio::test]
async fn a_report_is_text() -> Done {
    let mock = Mock::new();
    mock.expect::<ReportActiveServices>().with_parameter("format", "csv").returns(File::bytes("a,b")).once();
    let served = mock.serve()?;
    let client = Client::new(&served.url(), TokenAuth::new("token"))?;
    {
        use account_portal_api::{ReportActiveServices, ReportFormat};

        let report = client.send(ReportActiveServices::new().format(ReportFormat::Csv)).await?;
        let csv = report.bytes().await?;

        assert_eq!(csv, "a,b");
    }
    Ok(())
}
