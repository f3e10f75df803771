// Calls both generated servers; prints what came back, a word for each call.
import * as portal from './clients/account-portal';
import { createClient as createPortal } from './clients/account-portal/client';
import * as backup from './clients/backup-server';
import { createClient as createBackup } from './clients/backup-server/client';

declare const process: { argv: string[] };

const [backupUrl, portalUrl, name, password, token] = process.argv.slice(2);

// The generator takes no notice of `encoding` in a form and repeats the name for
// each item of a list; one JSON text is asked for.
function jsonInForm(body: unknown) {
  const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  return new URLSearchParams(Object.entries(body as object).map(([name, value]) => [name, text(value)]));
}

async function main() {
  const said: unknown[] = [];

  const admin: backup.AdminAuth = { Username: name, AuthType: 'Password', Password: password };
  const server = createBackup({ baseUrl: backupUrl });
  const user = { TargetUser: 'böb & co', TargetPassword: 'Secret 1', StoreRecoveryCode: 1 };
  const added = await backup.adminAddUser({ client: server, body: { ...admin, ...user } });
  said.push(added.response?.status);
  const set = await backup.adminAccountSetProperties({
    client: server,
    body: { ...admin, Security: { a: [1, null] } },
  });
  said.push(set.response?.status);
  const names = await backup.adminListUsers({ client: server, body: admin });
  said.push(names.data?.filter((it: string) => it.length > 0).length);
  const refused = await backup.adminListUsers({ client: server, body: { ...admin, Password: 'wrong' } });
  said.push(refused.error?.Status);

  // The token in the header, then in the form.
  const withHeader = createPortal({ baseUrl: portalUrl, auth: () => token });
  const actions = await portal.tokenListActions({ client: withHeader });
  said.push(actions.data?.data.every((it: string) => it) && actions.data.status);
  const created = await portal.tokenCreateToken({
    client: withHeader,
    body: { permissions: ['a', 'b c'] },
    bodySerializer: jsonInForm,
  });
  said.push(created.data?.data.api_token && created.data.status);
  const without = createPortal({ baseUrl: portalUrl });
  const tokens = await portal.tokenListTokens({ client: without, body: { auth_type: 'token', token } });
  said.push(tokens.data?.data.every((it: portal.CompanyApiToken) => it.api_token) && tokens.data.status);
  const unknown = await portal.tokenListTokens({ client: without });
  said.push(unknown.error?.code);

  console.log(said.join(' '));
}

void main();
