import { movableClock } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeSetupLink } from '../src/setup/link.ts';
import { makeIds } from '@wheelhouse/kit';
import { eventually } from '@wheelhouse/testkit';
import { type AuthProcess, startAuth } from './start.ts';

const password = 'correct horse battery staple 7';
const clock = movableClock();
let auth: AuthProcess;
beforeAll(async () => {
  auth = await startAuth({ clock });
});
afterAll(() => auth.stop());

const newLink = async (tenantId?: string) => {
  const tools = { database: auth.db, clock, makeId: makeIds(clock), externalUrl: 'http://127.0.0.1:8080' };
  const link = await makeSetupLink(tools, tenantId);
  return link.url.split('#')[1] ?? '';
};
const claim = (token: string, more: object = {}) =>
  auth.call(undefined, 'POST', '/api/v1/setup', {
    body: {
      token,
      email: 'Owner@Example.test',
      name: 'Olive Owner',
      password,
      tenant: { slug: 'first', name: 'First' },
      ...more,
    },
  });

describe('a first start', () => {
  test('makes a link by itself, and says that an owner is needed', async () => {
    await eventually(async () => {
      const { body } = await auth.call(undefined, 'GET', '/api/v1/setup');
      expect(body).toMatchObject({ needed: true });
      expect(body.link_expires_at).not.toBeNull();
    });
  });

  test('what is no link, an ended one and one that was replaced are told apart', async () => {
    expect((await claim('whl_nothing')).status).toBe(404);
    const replaced = await newLink();
    const late = await newLink();
    expect((await claim(replaced)).status).toBe(410);
    clock.advance(61 * 60_000);
    expect((await claim(late)).status).toBe(410);
  });

  test('a weak password or a missing tenant does not use the link up', async () => {
    const token = await newLink();
    expect((await claim(token, { password: 'password1234' })).status).toBe(422);
    expect((await claim(token, { tenant: undefined })).status).toBe(422);
    expect((await claim(token, { tenant: { slug: 'login', name: 'Main' } })).status).toBe(422);
    expect((await claim(token)).status).toBe(201);
  });

  test('the first claim made the owner of the operator tenant; a second finds the door closed', async () => {
    const { body } = await auth.call(undefined, 'POST', '/api/v1/session', {
      body: { tenant: 'first', email: 'owner@example.test', password },
    });
    expect(body).toMatchObject({ user: { email: 'owner@example.test' }, tenant: { slug: 'first' } });
    expect((await auth.call(undefined, 'GET', '/api/v1/setup')).body.needed).toBe(false);
    const again = await claim(await newLink(), { tenant: { slug: 'second', name: 'Second' } });
    expect(again.status).toBe(409);
  });

  test('of ten who open one link at once, one is the owner', async () => {
    const { id } = await auth.tenant('empty');
    const token = await newLink(id);
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, n) => claim(token, { email: `o${n}@example.test`, tenant: undefined })),
    );
    const made = all.filter(({ status }) => status === 201);
    expect(made).toHaveLength(1);
    expect(made[0]?.body).toMatchObject({ tenant: { slug: 'empty' } });
    expect(made[0]?.headers.get('set-cookie')).toMatch(/^wh_session=whx_/);
  });
});
