//! Sign in with an API token.

use account_portal_api::mock::Mock;
use account_portal_api::{
    CompanyApiToken, LicenseListLicenses, MfaEnableTotp, TokenCreateToken, TokenListTokens, TokenRevokeToken,
};

use crate::guides::Done;

#[tokio::test]
async fn with_a_token() -> Done {
    let mock = Mock::new();
    mock.accept_if(|it: &account_portal_api::TokenAuth| it.token == "token".into());
    mock.expect::<LicenseListLicenses>().returns(vec![]).times(2);
    let served = mock.serve()?;
    let (url, token) = (&served.url(), "token");
    let client = {
        use account_portal_api::{Client, LicenseListLicenses, TokenAuth};

        let client = Client::new(url, TokenAuth::new(token))?;
        let licenses = client.send(LicenseListLicenses::new()).await?;

        assert!(licenses.is_empty());
        client
    };
    use account_portal_api::TokenAuth;

    let client = client.with_credential(TokenAuth::new(token).in_bearer_header());

    client.send(LicenseListLicenses::new()).await?;
    Ok(())
}

#[tokio::test]
async fn a_token_with_few_permissions() -> Done {
    let mock = Mock::new();
    let mut made = CompanyApiToken::default();
    made.api_token = Some("narrow".into());
    mock.expect::<TokenCreateToken>().returns(made).once();
    mock.expect::<TokenRevokeToken>().with_parameter("token", "narrow").returns(()).once();
    mock.expect::<TokenListTokens>().returns(vec![]).once();
    let served = mock.serve()?;
    let client = {
        use account_portal_api::{Client, TokenAuth};
        Client::new(&served.url(), TokenAuth::new("wide"))?
    };
    {
        use account_portal_api::{TokenAuth, TokenCreateToken};

        let request = TokenCreateToken::new(["License::ListLicenses", "Token::RevokeToken"]);
        let created = client.send(request).await?;
        let secret = created.api_token.unwrap_or_default();
        let narrow = client.with_credential(TokenAuth::new(secret.clone()));

        client.send(TokenListTokens::new()).await?;
        drop(narrow);
        use account_portal_api::TokenRevokeToken;

        client.send(TokenRevokeToken::new(secret)).await?;
    }
    Ok(())
}

#[tokio::test]
async fn totp_is_turned_on() -> Done {
    let mock = Mock::new();
    mock.expect::<MfaEnableTotp>()
        .with_parameter("totp_secret", "JBSWY3DPEHPK3PXP")
        .with_parameter("totp_verify_code", "123456")
        .returns("done".to_owned())
        .once();
    let client = mock.client(account_portal_api::TokenAuth::new("token"));
    let (secret, code) = ("JBSWY3DPEHPK3PXP", "123456");

    {
        use account_portal_api::MfaEnableTotp;

        client.send(MfaEnableTotp::new(secret, code)).await?;
    }

    Ok(())
}
