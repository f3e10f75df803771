//! Handle failures.

use account_portal_api::mock::Mock;
use account_portal_api::{Client, TokenAuth};

use crate::guides::Done;

#[tokio::test]
async fn a_refusal_is_an_error() -> Done {
    let mock = Mock::new();
    mock.deny_permission("License::CreateLicense");
    let served = mock.serve()?;
    let client = Client::new(&served.url(), TokenAuth::new("token"))?;
    let mut shown = String::new();
    {
        use account_portal_api::{ErrorKind, LicenseCreateLicense};

        match client.send(LicenseCreateLicense::new().target_name("office")).await {
            Ok(license) => println!("serial number {:?}", license.serial_number),
            Err(error) => match error.kind() {
                ErrorKind::Failure(refusal) if refusal.status() == Some(403) => {
                    shown = refusal.message().to_owned();
                }
                _ => return Err(error.into()),
            },
        }
    }
    assert!(shown.contains("License::CreateLicense"), "{shown}");
    Ok(())
}
