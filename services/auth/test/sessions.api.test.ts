import { eventually, movableClock } from '@wheelhouse/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refuseUnlessFresh, startSession } from '../src/sessions/service.ts';
import { pruneSessions } from '../src/sessions/prune.ts';
import { signedIn as withSession } from './credentials.ts';
import { exchange, goodPassword, knock, person, signedIn } from './people.ts';
import { type AuthProcess, startAuth, type TestTenant } from './start.ts';

let auth: AuthProcess;
let tenant: TestTenant;
const clock = movableClock();
const minute = 60_000;
beforeAll(async () => {
  auth = await startAuth({ clock });
  tenant = await auth.tenant();
});
afterAll(() => auth.stop());

describe('a session', () => {
  it('says who is signed in', async () => {
    const { id, email, sessionId, caller } = await signedIn(auth, tenant, { clock });
    const answer = await auth.call(await caller(), 'GET', '/api/v1/session');
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ session_id: sessionId, user: { id, email }, tenant: { slug: tenant.slug } });
    expect(answer.body.needs_totp_setup).toBeUndefined();
  });

  it('ends with a sign-out: its cookie is cleared, exchanged no more, and its access token refused', async () => {
    const { cookie, caller } = await signedIn(auth, tenant, { clock });
    const who = await caller();
    expect((await exchange(auth, cookie, clock)).status).toBe(200);
    const out = await auth.call(who, 'DELETE', '/api/v1/session');
    expect(out.status).toBe(204);
    expect(out.headers.getSetCookie()).toEqual(['wh_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax']);
    expect((await exchange(auth, cookie, clock)).status).toBe(401);
    await eventually(async () => {
      const after = await auth.call(who, 'GET', '/api/v1/session');
      expect(after.status).toBe(401);
    });
  });

  it('is not ended by a page of another origin', async () => {
    const { cookie, caller } = await signedIn(auth, tenant, { clock });
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    expect((await auth.call(await caller(), 'DELETE', '/api/v1/session', { headers })).status).toBe(403);
    expect((await exchange(auth, cookie, clock)).status).toBe(200);
  });

  it('is for people: tokens and service accounts have none', async () => {
    const { id } = await tenant.user();
    const token = await tenant.callerOf(id);
    for (const [method, path] of [
      ['GET', '/api/v1/session'],
      ['DELETE', '/api/v1/session'],
      ['DELETE', '/api/v1/sessions/0198c0de-0000-7000-8000-000000000000'],
      ['PATCH', '/api/v1/me/password'],
      ['POST', '/api/v1/me/totp'],
    ] as const)
      expect((await auth.call(token, method, path)).status).toBe(403);
  });

  it('ends after 12 idle hours, and after 7 days', async () => {
    const { cookie } = await signedIn(auth, tenant, { clock });
    for (let hours = 0; hours < 7 * 24 - 11; hours += 11) {
      expect((await exchange(auth, cookie, clock)).status).toBe(200);
      clock.advance(11 * 60 * minute);
    }
    clock.advance(11 * 60 * minute);
    expect((await exchange(auth, cookie, clock)).status).toBe(401);
    const idle = await signedIn(auth, tenant, { clock });
    clock.advance(12 * 60 * minute + 1);
    expect((await exchange(auth, idle.cookie, clock)).status).toBe(401);
  });

  it('is forgotten a month after its end', async () => {
    const { id } = await signedIn(auth, tenant, { clock });
    const count = () =>
      auth.db.tenant(tenant.id, async (db) => {
        const rows = await db.query('SELECT 1 FROM auth.sessions WHERE tenant_id = $1 AND user_id = $2', [
          tenant.id,
          id,
        ]);
        return rows.length;
      });
    const later = (days: number) => new Date(clock.now().getTime() + days * 24 * 60 * minute);
    await pruneSessions(auth.db, later(36), new AbortController().signal);
    expect(await count()).toBe(1);
    await pruneSessions(auth.db, later(38), new AbortController().signal);
    expect(await count()).toBe(0);
  });
});

describe('the list of sessions', () => {
  it('shows live ones of oneself, newest first, page by page, and which is this one', async () => {
    const one = await signedIn(auth, tenant, { clock });
    const two = await signedIn(auth, tenant, { as: one, clock });
    const three = await signedIn(auth, tenant, { as: one, clock });
    await signedIn(auth, tenant, { clock });
    await auth.call(await one.caller(), 'DELETE', '/api/v1/session');
    const who = await two.caller();
    const first = await auth.call(who, 'GET', '/api/v1/sessions?limit=1');
    expect(first.body.total).toBe(2);
    expect(first.body.data).toMatchObject([{ id: three.sessionId, current: false, method: 'password' }]);
    const next = await auth.call(who, 'GET', `/api/v1/sessions?limit=1&cursor=${first.body.next_cursor}`);
    expect(next.body.data).toMatchObject([{ id: two.sessionId, current: true }]);
    expect(next.body.next_cursor).toBeNull();
  });

  it('ends one of them, and none of anybody else', async () => {
    const [mine, colleague] = [await signedIn(auth, tenant, { clock }), await signedIn(auth, tenant, { clock })];
    const other = await signedIn(auth, tenant, { as: mine, clock });
    const elsewhere = await auth.tenant();
    const stranger = await signedIn(auth, elsewhere, { clock });
    const who = await mine.caller();
    const end = (id: string) => auth.call(who, 'DELETE', `/api/v1/sessions/${id}`);
    expect((await end(other.sessionId)).status).toBe(204);
    expect((await exchange(auth, other.cookie, clock)).status).toBe(401);
    const refused = [
      await end(colleague.sessionId),
      await end(stranger.sessionId),
      await end('0198c0de-0000-7000-8000-000000000000'),
      await end(other.sessionId),
    ];
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(new Set(refused.map(({ body }) => body.error.message)).size).toBe(1);
    for (const { cookie } of [colleague, stranger]) expect((await exchange(auth, cookie, clock)).status).toBe(200);
  });
});

describe('a fresh proof', () => {
  const fresh = (sessionId: string) => auth.db.tenant(tenant.id, (db) => refuseUnlessFresh(db, sessionId, clock.now()));

  it('lasts 15 minutes and is renewed with the password', async () => {
    const { sessionId, caller } = await signedIn(auth, tenant, { clock });
    await expect(fresh(sessionId)).resolves.toBeUndefined();
    clock.advance(15 * minute + 1);
    await expect(fresh(sessionId)).rejects.toMatchObject({
      code: 'forbidden',
      details: [{ code: 'reauthentication_required' }],
    });
    const again = (password: string) =>
      caller().then((who) => auth.call(who, 'POST', '/api/v1/session/reauthenticate', { body: { password } }));
    const wrong = await again('another lamp by the lake');
    expect([wrong.status, wrong.body.error.details[0].code]).toEqual([403, 'wrong']);
    await expect(fresh(sessionId)).rejects.toThrow(/within the last 15 minutes/);
    const right = await again(goodPassword);
    expect(right.status).toBe(200);
    expect(right.body.authenticated_at).toBe(clock.now().toISOString());
    await expect(fresh(sessionId)).resolves.toBeUndefined();
  });

  it('is guessed at no more often than at the door', async () => {
    const { email, caller } = await signedIn(auth, tenant, { clock });
    const guess = async () =>
      auth.call(await caller(), 'POST', '/api/v1/session/reauthenticate', {
        body: { password: 'another lamp by the lake' },
      });
    for (let time = 0; time < 10; time += 1) expect((await guess()).status).toBe(403);
    expect((await guess()).status).toBe(429);
    expect((await knock(auth, { tenant: tenant.slug, email, password: goodPassword })).status).toBe(429);
    clock.advance(15 * minute);
  });

  it('is not had with a password by who has none', async () => {
    const { id } = await tenant.user();
    const started = await auth.db.tenant(tenant.id, (db) =>
      startSession(
        db,
        { makeId: () => '0198c0de-0000-7000-8000-00000000abcd', clock },
        { userId: id, method: 'sso', address: '192.0.2.1', userAgent: 'test' },
      ),
    );
    const exchanged = await exchange(auth, `wh_session=${started.secret}`, clock);
    const who = { tenantId: tenant.id, token: exchanged.body.access_token };
    const answer = await auth.call(who, 'POST', '/api/v1/session/reauthenticate', { body: { password: goodPassword } });
    expect([answer.status, answer.body.error.code]).toEqual([409, 'invalid_state']);
  });
});

describe('a change of password', () => {
  const change = (who: Parameters<AuthProcess['call']>[0], current: string, wanted: string) =>
    auth.call(who, 'PATCH', '/api/v1/me/password', { body: { current_password: current, new_password: wanted } });

  it('wants the current one and a good new one', async () => {
    const { caller, email } = await signedIn(auth, tenant, { clock });
    const who = await caller();
    const wrong = await change(who, 'another lamp by the lake', 'seven geese over water');
    expect([wrong.status, wrong.body.error.details[0].field]).toEqual([403, 'current_password']);
    for (const weak of ['short', 'Password2026!', `x ${email.split('@')[0]} y zz`]) {
      const answer = await change(who, goodPassword, weak);
      expect([answer.status, answer.body.error.details[0].field]).toEqual([422, 'new_password']);
    }
  });

  it('is not for who has no password', async () => {
    const { who } = await withSession(auth, tenant, 'admin', clock);
    const answer = await change(who, goodPassword, 'seven geese over water');
    expect([answer.status, answer.body.error.code]).toEqual([409, 'invalid_state']);
  });

  it('ends all other sessions, keeps this one, and puts the new password in force', async () => {
    const mine = await signedIn(auth, tenant, { clock });
    const other = await signedIn(auth, tenant, { as: mine, clock });
    const bystander = await signedIn(auth, tenant, { clock });
    const before = await mine.caller();
    expect((await change(before, goodPassword, 'seven geese over water')).status).toBe(204);
    expect((await exchange(auth, other.cookie, clock)).status).toBe(401);
    expect((await exchange(auth, bystander.cookie, clock)).status).toBe(200);
    // The token from before is refused; the session is exchanged anew.
    await eventually(async () => {
      const answer = await auth.call(before, 'GET', '/api/v1/session');
      expect(answer.status).toBe(401);
    });
    expect((await auth.call(await mine.caller(), 'GET', '/api/v1/session')).status).toBe(200);
    const login = { tenant: tenant.slug, email: mine.email };
    expect((await knock(auth, { ...login, password: goodPassword })).status).toBe(401);
    expect((await knock(auth, { ...login, password: 'seven geese over water' })).status).toBe(201);
  });
});

describe('a tenant that asks for a second factor', () => {
  it('gives a session without one no scope, and lets it make nothing that lasts', async () => {
    const strict = await auth.tenant();
    const who = await person(auth, strict);
    await auth.db.tenant(strict.id, (db) =>
      db.query('INSERT INTO auth.sign_in_policies (tenant_id, require_totp, updated_at) VALUES ($1, true, $2)', [
        strict.id,
        clock.now(),
      ]),
    );
    const answer = await knock(auth, { tenant: strict.slug, email: who.email, password: goodPassword });
    expect([answer.status, answer.body.needs_totp_setup]).toEqual([201, true]);
    const session = await signedIn(auth, strict, { as: who, clock });
    const exchanged = await exchange(auth, session.cookie, clock);
    expect(exchanged.body.principal.scopes).toEqual([]);
    await expect(
      auth.db.tenant(strict.id, (db) => refuseUnlessFresh(db, session.sessionId, clock.now())),
    ).rejects.toMatchObject({ code: 'forbidden', details: [{ code: 'totp_setup_required' }] });
  });
});
