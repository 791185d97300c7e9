import { authModule } from '@wheelhouse/auth';
import { makeLog, startProcess } from '@wheelhouse/kit';
import { freePort, testVhost } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exitCodes } from '../src/exit-codes.ts';
import { type Ground, ground, run } from './support.ts';

const password = 'correct horse battery staple 7';
const renewed = 'another horse, another staple 8';

let house: Ground;
let address = '';
let stop = async () => undefined as void;
beforeAll(async () => {
  house = await ground([authModule]);
  const vhost = await testVhost();
  const environment = {
    ...house.environment,
    RABBITMQ_URL: vhost.url,
    AUTH_PORT: String(await freePort()),
    DRAIN_SECONDS: '0',
    SETUP_OWNER_EMAIL: 'owner@example.test',
    SETUP_OWNER_PASSWORD: password,
  };
  const running = await startProcess({
    modules: [authModule],
    role: 'all',
    environment,
    version: 'test',
    log: makeLog({ level: 'fatal' }),
  });
  address = running.addresses['auth'] ?? '';
  stop = async () => {
    await running.stop();
    await vhost.drop();
  };
});
afterAll(async () => {
  await stop();
  await house.drop();
});

async function post(path: string, body: object): Promise<number> {
  const answer = await fetch(`${address}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await answer.text();
  return answer.status;
}
const signIn = (secret: string) => post('/api/v1/session', { email: 'owner@example.test', password: secret });

describe('an unattended install', () => {
  test('has the owner that its settings name', async () => {
    await expect.poll(() => signIn(password), { timeout: 20_000, interval: 500 }).toBe(201);
  });
});

describe('admin', () => {
  test('recover-owner prints a link by which the owner sets a new password, once', async () => {
    const args = ['admin', 'recover-owner', '--tenant', 'main', '--email', 'Owner@example.test'];
    const { code, stdout } = await run(args, house.environment);
    expect(code).toBe(exitCodes.ok);
    const token = /reset#(\w+)/.exec(stdout)?.[1] ?? '';
    expect(await post('/api/v1/links/claim', { token, password: renewed })).toBe(200);
    expect(await post('/api/v1/links/claim', { token, password: renewed })).toBe(410);
    expect(await signIn(renewed)).toBe(201);
  });

  test('recover-owner names an owner and a tenant that there are not', async () => {
    const nobody = ['admin', 'recover-owner', '--tenant', 'main', '--email', 'nobody@example.test'];
    expect((await run(nobody, house.environment)).stderr).toContain('No owner of this tenant has the email');
    const nowhere = ['admin', 'recover-owner', '--tenant', 'none', '--email', 'owner@example.test'];
    expect((await run(nowhere, house.environment)).stderr).toContain('There is no tenant with the slug none');
    expect((await run(['admin', 'recover-owner'], house.environment)).code).toBe(exitCodes.usage);
  });

  test('setup-link prints a link that an installation with an owner refuses', async () => {
    const { code, stdout } = await run(['admin', 'setup-link'], house.environment);
    expect(code).toBe(exitCodes.ok);
    const token = /setup#(\w+)/.exec(stdout)?.[1] ?? '';
    const owner = { token, email: 'o2@example.test', name: 'Second', password, tenant: { slug: 'two', name: 'Two' } };
    expect(await post('/api/v1/setup', owner)).toBe(409);
  });
});
