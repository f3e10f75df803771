// Calls both servers with the `fetch` clients of orval.
import * as portal from '../clients/orval/account-portal.js';
import * as backup from '../clients/orval/backup-server.js';

declare const process: { argv: string[] };

const [backupUrl, portalUrl, openUrl, name, password, token] = process.argv.slice(2);

// The clients call paths: a program says which server has them.
let server = backupUrl;
const send = globalThis.fetch;
globalThis.fetch = (path, init) => send(server + String(path), init);

async function main() {
  const said: unknown[] = [];

  const admin = { Username: name, AuthType: backup.AdminAuthType.Password, Password: password };
  const ExtraData = JSON.stringify({ a: [1, null] });
  const pinged = await backup.adminDispatcherPingDestination({ ...admin, TargetID: 'böb & co', ExtraData });
  said.push(pinged.data.Status);
  const users = await backup.adminListUsers(admin);
  said.push(users.status === 200 && users.data.length);
  const file = await backup.adminMetaResourceGet({ ...admin, Hash: 'h' });
  said.push(file.data instanceof Blob && file.data.size);
  server = openUrl;
  const uploaded = await backup.adminMetaResourceNew(
    { upload: new Blob([new Uint8Array([0, 255])]) },
    {
      'X-Service-Admin-Username': 'admin',
      'X-Service-Admin-AuthType': 'Password',
      'X-Service-Admin-Password': 'secret',
    },
  );
  said.push(uploaded.status);
  server = backupUrl;
  const wrong = await backup.adminListUsers({ ...admin, Password: 'wrong' });
  said.push(wrong.status !== 200 && wrong.data.Status);

  server = portalUrl;
  const bearer = { headers: { Authorization: `Bearer ${token}` } };
  said.push((await portal.tokenListActions({}, bearer)).data.status);
  const permissions = JSON.stringify(['a', 'b c']);
  said.push((await portal.tokenCreateToken({ permissions }, bearer)).data.status);
  const archived = await portal.licenseArchiveLicense({ serial: 's' }, bearer);
  said.push(typeof archived.data === 'string' && archived.data.length > 0);
  const stranger = { headers: { Authorization: 'Bearer wrong' } };
  said.push((await portal.tokenListActions({}, stranger)).data.code);

  console.log(said.join(' '));
}

void main();
