//! The rest of the configuration: options, defaults, and all of it.

#![allow(deprecated)]

use syncthing_api::{
    Client, ConfigDefaultsDeviceGet, ConfigDefaultsDevicePatch, ConfigDefaultsDevicePut,
    ConfigDefaultsFolderGet, ConfigDefaultsFolderPatch, ConfigDefaultsFolderPut, ConfigDefaultsIgnoresGet,
    ConfigDefaultsIgnoresPut, ConfigGet, ConfigGuiGet, ConfigGuiPatch, ConfigGuiPut, ConfigLdapGet,
    ConfigLdapPatch, ConfigLdapPut, ConfigOptionsGet, ConfigOptionsPatch, ConfigOptionsPut, ConfigPut,
    ConfigRestartRequiredGet, DefaultIgnores, DeviceConfiguration, FolderConfiguration, GuiConfiguration,
    LdapConfiguration, OptionsConfiguration, SystemConfigGet, SystemConfigInsyncGet, SystemConfigPost,
    Transport,
};

use crate::Done;
use crate::help::until;

/// Leaves everything as it was.
pub async fn run<T: Transport>(client: &Client<T>) -> Done {
    folders(client).await?;
    devices(client).await?;
    ignores(client).await?;
    options(client).await?;
    ldap(client).await?;
    whole(client).await
}

async fn folders<T: Transport>(client: &Client<T>) -> Done {
    let before = client.send(ConfigDefaultsFolderGet::new()).await?;
    let patch = FolderConfiguration::default().max_conflicts(3);
    client.send(ConfigDefaultsFolderPatch::new(patch)).await?;
    let patched = client.send(ConfigDefaultsFolderGet::new()).await?;
    assert_eq!(patched, before.clone().max_conflicts(3));
    client.send(ConfigDefaultsFolderPut::new(before.clone())).await?;
    assert_eq!(client.send(ConfigDefaultsFolderGet::new()).await?, before);
    Ok(())
}

async fn devices<T: Transport>(client: &Client<T>) -> Done {
    let before = client.send(ConfigDefaultsDeviceGet::new()).await?;
    let patch = DeviceConfiguration::default().compression("always");
    client.send(ConfigDefaultsDevicePatch::new(patch)).await?;
    let patched = client.send(ConfigDefaultsDeviceGet::new()).await?;
    assert_eq!(patched, before.clone().compression("always"));
    client.send(ConfigDefaultsDevicePut::new(before.clone())).await?;
    assert_eq!(client.send(ConfigDefaultsDeviceGet::new()).await?, before);
    Ok(())
}

async fn ignores<T: Transport>(client: &Client<T>) -> Done {
    let before = client.send(ConfigDefaultsIgnoresGet::new()).await?;
    let lines = DefaultIgnores::default().lines(["*.tmp", "// a comment"]);
    client.send(ConfigDefaultsIgnoresPut::new(lines.clone())).await?;
    assert_eq!(client.send(ConfigDefaultsIgnoresGet::new()).await?, lines);
    client.send(ConfigDefaultsIgnoresPut::new(before)).await?;
    Ok(())
}

async fn options<T: Transport>(client: &Client<T>) -> Done {
    let before = client.send(ConfigOptionsGet::new()).await?;
    let patch = OptionsConfiguration::default().max_send_kbps(1000).always_local_nets(["192.168.0.0/16"]);
    client.send(ConfigOptionsPatch::new(patch)).await?;
    let patched = before.clone().max_send_kbps(1000).always_local_nets(["192.168.0.0/16"]);
    assert_eq!(client.send(ConfigOptionsGet::new()).await?, patched);
    client.send(ConfigOptionsPut::new(before.clone())).await?;
    assert_eq!(client.send(ConfigOptionsGet::new()).await?, before);
    Ok(())
}

async fn ldap<T: Transport>(client: &Client<T>) -> Done {
    let before = client.send(ConfigLdapGet::new()).await?;
    client.send(ConfigLdapPatch::new(LdapConfiguration::default().bind_dn("cn=%s,dc=example"))).await?;
    let patched = client.send(ConfigLdapGet::new()).await?;
    assert_eq!(patched, before.clone().bind_dn("cn=%s,dc=example"));
    client.send(ConfigLdapPut::new(before.clone())).await?;
    assert_eq!(client.send(ConfigLdapGet::new()).await?, before);
    Ok(())
}

/// Sets a password, which no recording has.
pub async fn gui<T: Transport>(client: &Client<T>) -> Done {
    let before = client.send(ConfigGuiGet::new()).await?;
    client
        .send(ConfigGuiPatch::new(GuiConfiguration::default().user("ann").password("battery staple")))
        .await?;
    // The server listens again then.
    until("a new user", async || Ok(client.send(ConfigGuiGet::new()).await?.user.as_deref() == Some("ann")))
        .await?;
    let patched = client.send(ConfigGuiGet::new()).await?;
    let hash = patched.password.ok_or("no password")?;
    assert!(hash.expose().starts_with("$2a$"), "the password is hashed");
    client.send(ConfigGuiPut::new(before.clone())).await?;
    until("no user", async || Ok(client.send(ConfigGuiGet::new()).await? == before)).await?;
    Ok(())
}

async fn whole<T: Transport>(client: &Client<T>) -> Done {
    let all = client.send(ConfigGet::new()).await?;
    assert_eq!(all.version, Some(36));
    client.send(ConfigPut::new(all.clone())).await?;
    assert_eq!(client.send(SystemConfigGet::new()).await?, all);
    client.send(SystemConfigPost::new(all.clone())).await?;
    assert_eq!(client.send(ConfigGet::new()).await?, all);
    assert!(client.send(SystemConfigInsyncGet::new()).await?.config_in_sync);
    let restart = client.send(ConfigRestartRequiredGet::new()).await?;
    assert!(!restart.requires_restart);
    Ok(())
}
