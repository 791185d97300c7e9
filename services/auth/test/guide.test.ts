import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GatewayHouse, startGatewayHouse } from '../../gateway/test/house.ts';

const guide = readFileSync(join(import.meta.dirname, '../../../docs/guides/access.md'), 'utf8');
const [example = ''] = [...guide.matchAll(/```sh\n(.*?)```/gs)].map(([, text = '']) => text);

let house: GatewayHouse;
beforeAll(async () => {
  house = await startGatewayHouse();
});
afterAll(() => house.stop());

test('the example of docs/guides/access.md answers what the guide says', async () => {
  const admin = await house.token(await house.tenant(), ['read', 'deploy', 'admin']);
  const accounts = '/api/auth/api/v1/service-accounts';
  const account = await house.through(admin, 'POST', accounts, {
    body: { name: 'deployer', scopes: ['read', 'deploy'] },
  });
  const secret = await house.through(admin, 'POST', `${accounts}/${account.body.id}/secrets`, { body: {} });
  const { stdout } = await promisify(execFile)('bash', ['-euc', example], {
    env: {
      ...process.env,
      WHEELHOUSE_URL: house.base.replace(/\/api$/, ''),
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
