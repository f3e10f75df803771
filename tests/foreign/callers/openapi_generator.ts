// Calls both servers with the `typescript-fetch` clients of openapi-generator.
import * as portal from '../clients/typescript-fetch/account-portal/client/index.js';
import * as backup from '../clients/typescript-fetch/backup-server/client/index.js';

declare const process: { argv: string[] };

const [backupUrl, portalUrl, openUrl, name, password, token] = process.argv.slice(2);

async function main() {
  const said: unknown[] = [];

  const server = new backup.Configuration({ basePath: backupUrl });
  const admin = { username: name, authType: backup.AdminAuthType.Password, password };
  const extraData = JSON.stringify({ a: [1, null] });
  const pinged = await new backup.StorageApi(server).adminDispatcherPingDestination({
    ...admin, targetID: 'böb & co', extraData,
  });
  said.push(pinged.status);
  const accounts = new backup.UsersApi(server);
  said.push((await accounts.adminListUsers(admin)).length);
  const file = await new backup.SystemApi(server).adminMetaResourceGet({ ...admin, hash: 'h' });
  said.push(file.size);
  const anyone = new backup.SystemApi(new backup.Configuration({ basePath: openUrl }));
  const uploaded = await anyone.adminMetaResourceNewRaw({
    xServiceAdminUsername: 'admin',
    xServiceAdminAuthType: 'Password',
    xServiceAdminPassword: 'secret',
    upload: new Blob([new Uint8Array([0, 255])]),
  });
  said.push(uploaded.raw.status);
  await accounts.adminListUsers({ ...admin, password: 'wrong' }).catch(async (error: backup.ResponseError) => {
    said.push((await error.response.json()).Status);
  });

  const account = new portal.Configuration({ basePath: portalUrl, accessToken: token });
  const tokens = new portal.TokensApi(account);
  said.push((await tokens.tokenListActions()).status);
  said.push((await tokens.tokenCreateToken({ permissions: JSON.stringify(['a', 'b c']) })).status);
  said.push((await new portal.LicensesApi(account).licenseArchiveLicense({ serial: 's' })).length > 0);
  const stranger = new portal.Configuration({ basePath: portalUrl, accessToken: 'wrong' });
  await new portal.TokensApi(stranger).tokenListActions().catch(async (error: portal.ResponseError) => {
    said.push((await error.response.json()).code);
  });

  console.log(said.join(' '));
}

void main();
