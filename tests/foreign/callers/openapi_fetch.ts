// Calls both servers with openapi-fetch and the types of openapi-typescript.
import createClient from 'openapi-fetch';
import type { paths as BackupPaths } from '../clients/openapi-typescript/backup-server/api.js';
import type { paths as PortalPaths } from '../clients/openapi-typescript/account-portal/api.js';

declare const process: { argv: string[] };

const [backupUrl, portalUrl, openUrl, name, password, token] = process.argv.slice(2);

// JSON is the default. A form sends JSON where the parameter is not a text.
const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
const form = {
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  bodySerializer: (body: object) =>
    new URLSearchParams(Object.entries(body).map(([name, value]) => [name, text(value)])),
};

async function main() {
  const said: unknown[] = [];

  const server = createClient<BackupPaths>({ baseUrl: backupUrl });
  const admin = { Username: name, AuthType: 'Password' as const, Password: password };
  const ping = { ...admin, TargetID: 'böb & co', ExtraData: { a: [1, null] } };
  const pinged = await server.POST('/api/v1/admin/dispatcher/ping-destination', { ...form, body: ping });
  said.push(pinged.data?.Status);
  const users = await server.POST('/api/v1/admin/list-users', { ...form, body: admin });
  said.push(users.data?.length);
  const resource = { ...form, body: { ...admin, Hash: 'h' }, parseAs: 'arrayBuffer' as const };
  const file = await server.POST('/api/v1/admin/meta/resource/get', resource);
  said.push(file.data?.byteLength);
  const anyone = createClient<BackupPaths>({ baseUrl: openUrl });
  const uploaded = await anyone.POST('/api/v1/admin/meta/resource/new', {
    params: {
      header: {
        'X-Service-Admin-Username': 'admin',
        'X-Service-Admin-AuthType': 'Password',
        'X-Service-Admin-Password': 'secret',
      },
    },
    body: { upload: '\u0000\u00ff' },
    bodySerializer: (body) => {
      const parts = new FormData();
      parts.append('upload', new Blob([body.upload]), 'logo.png');
      return parts;
    },
  });
  said.push(uploaded.response.status);
  const wrong = { ...form, body: { ...admin, Password: 'wrong' } };
  said.push((await server.POST('/api/v1/admin/list-users', wrong)).error?.Status);

  const account = createClient<PortalPaths>({
    baseUrl: portalUrl,
    headers: { Authorization: `Bearer ${token}` },
  });
  said.push((await account.POST('/api/v1/token/list_actions')).data?.status);
  const created = await account.POST('/api/v1/token/create_token', {
    ...form,
    body: { permissions: ['a', 'b c'] },
  });
  said.push(created.data?.status);
  const archived = await account.POST('/api/v1/license/archive', {
    ...form,
    body: { serial: 's' },
    parseAs: 'text',
  });
  said.push((archived.data?.length ?? 0) > 0);
  const stranger = createClient<PortalPaths>({
    baseUrl: portalUrl,
    headers: { Authorization: 'Bearer wrong' },
  });
  said.push((await stranger.POST('/api/v1/token/list_actions')).error?.code);

  console.log(said.join(' '));
}

void main();
