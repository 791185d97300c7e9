import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AuthProcess, startAuth } from './start.ts';

const guide = readFileSync(join(import.meta.dirname, '../../../docs/guides/access.md'), 'utf8');
const [example = ''] = [...guide.matchAll(/```sh\n(.*?)```/gs)].map(([, text = '']) => text);

let auth: AuthProcess;
let door: Server;
beforeAll(async () => {
  auth = await startAuth();
  // In the gateway's place: `/api/auth` is this module.
  door = createServer((incoming, outgoing) => {
    const { method, headers, url = '' } = incoming;
    const path = url.replace(/^\/api\/auth/, '');
    const asked = request({ port: Number(auth.environment['AUTH_PORT']), method, headers, path }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(asked);
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  door.closeAllConnections();
  await new Promise((resolve) => door.close(resolve));
  await auth.stop();
});

test('the example of docs/guides/access.md answers what the guide says', async () => {
  const tenant = await auth.tenant();
  const admin = await tenant.callerOf((await tenant.user('admin')).id);
  const account = await auth.call(admin, 'POST', '/api/v1/service-accounts', {
    body: { name: 'deployer', scopes: ['read', 'deploy'] },
  });
  const secret = await auth.call(admin, 'POST', `/api/v1/service-accounts/${account.body.id}/secrets`, { body: {} });
  const { stdout } = await promisify(execFile)('bash', ['-euc', example], {
    env: {
      ...process.env,
      WHEELHOUSE_URL: `http://127.0.0.1:${(door.address() as AddressInfo).port}`,
      CLIENT_ID: secret.body.client_id,
      CLIENT_SECRET: secret.body.client_secret,
    },
  });
  const said = JSON.parse(stdout) as Record<string, unknown>;
  expect(said).toMatchObject({ token_type: 'Bearer', expires_in: 900, scope: 'read deploy' });
  expect(guide).toContain(
    JSON.stringify({ ...said, access_token: '…' })
      .replaceAll('":', '": ')
      .replaceAll(',"', ', "'),
  );
});
