// Calls both servers with the clients of @hey-api/openapi-ts.
import { createClient as createPortal } from '../clients/hey-api/account-portal/client/client/index.js';
import * as portal from '../clients/hey-api/account-portal/client/index.js';
import { createClient as createBackup } from '../clients/hey-api/backup-server/client/client/index.js';
import * as backup from '../clients/hey-api/backup-server/client/index.js';

declare const process: { argv: string[] };

const [backupUrl, portalUrl, openUrl, name, password, token] = process.argv.slice(2);

// The generator ignores `encoding` in a form and repeats the name for each item
// of a list; one JSON text is asked for.
function jsonInForm(body: unknown) {
  const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  return new URLSearchParams(Object.entries(body as object).map(([name, value]) => [name, text(value)]));
}

async function main() {
  const said: unknown[] = [];

  const admin = { Username: name, AuthType: 'Password' as const, Password: password };
  const server = createBackup({ baseUrl: backupUrl });
  const ping = { ...admin, TargetID: 'böb & co', ExtraData: { a: [1, null] } };
  said.push((await backup.adminDispatcherPingDestination({ client: server, body: ping })).data?.Status);
  said.push((await backup.adminListUsers({ client: server, body: admin })).data?.length);
  const file = await backup.adminMetaResourceGet({ client: server, body: { ...admin, Hash: 'h' } });
  said.push(file.data instanceof Blob && file.data.size);
  const uploaded = await backup.adminMetaResourceNew({
    client: createBackup({ baseUrl: openUrl }),
    headers: {
      'X-Service-Admin-Username': 'admin',
      'X-Service-Admin-AuthType': 'Password',
      'X-Service-Admin-Password': 'secret',
    },
    body: { upload: new Blob([new Uint8Array([0, 255])]) },
  });
  said.push(uploaded.response?.status);
  const wrong = { ...admin, Password: 'wrong' };
  said.push((await backup.adminListUsers({ client: server, body: wrong })).error?.Status);

  const account = createPortal({ baseUrl: portalUrl, auth: () => token });
  said.push((await portal.tokenListActions({ client: account })).data?.status);
  const created = await portal.tokenCreateToken({
    client: account,
    body: { permissions: ['a', 'b c'] },
    bodySerializer: jsonInForm,
  });
  said.push(created.data?.status);
  const archived = await portal.licenseArchiveLicense({ client: account, body: { serial: 's' } });
  said.push((archived.data?.length ?? 0) > 0);
  const stranger = createPortal({ baseUrl: portalUrl, auth: () => 'wrong' });
  said.push((await portal.tokenListActions({ client: stranger })).error?.code);

  console.log(said.join(' '));
}

void main();
