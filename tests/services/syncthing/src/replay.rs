//! What was recorded is replayed, and given to a mock.

use syncthing_api::cassette::Replayer;
use syncthing_api::mock::Mock;
use syncthing_api::{
    Client, ConfigFolderGet, ConfigFolderPatch, DbStatusGet, FolderConfiguration, KeyAuth, Retry,
    SvcDeviceidGet,
};

use crate::help::status;
use crate::system::NOBODY;
use crate::{Done, Place, config, devices, folders};

/// Repeats what was asserted of the server, without it.
pub async fn run(place: &Place) -> Done {
    let replayer = Replayer::open(place.recording())?;
    let client = Client::with_transport("http://replay.invalid", replayer)
        .credential(KeyAuth::api_key("any"))
        // What failed while the server didn't listen was recorded, too.
        .retry(Retry::tries(5))
        .build()?;
    folders::run(&client, place).await?;
    devices::run(&client).await?;
    config::run(&client).await?;
    let recorded = client.send(DbStatusGet::new("files")).await?;
    let id = client.send(SvcDeviceidGet::new("1234")).await?;

    let mock = Mock::new();
    mock.expect::<DbStatusGet>().with_parameter("folder", "files").returns(recorded.clone()).once();
    mock.expect::<SvcDeviceidGet>().returns(id.clone()).once();
    let patch = FolderConfiguration::default().label("new");
    mock.expect::<ConfigFolderPatch>()
        .with(ConfigFolderPatch::new("a b/ü", patch.clone()))
        .returns(())
        .once();
    mock.expect::<ConfigFolderGet>().fails(404, "No folder with given ID").once();
    let server = mock.serve()?;
    let client = Client::new(&server.url(), KeyAuth::api_key("any"))?;
    assert_eq!(client.send(DbStatusGet::new("files")).await?, recorded);
    assert_eq!(client.send(SvcDeviceidGet::new(NOBODY)).await?, id);
    client.send(ConfigFolderPatch::new("a b/ü", patch)).await?;
    assert_eq!(status(client.send(ConfigFolderGet::new("a b/ü")).await), 404);
    mock.verify();
    Ok(())
}
