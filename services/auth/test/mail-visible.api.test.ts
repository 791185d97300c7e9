import { randomUUID } from 'node:crypto';
import { makeIds, systemClock } from '@wheelhouse/kit';
import { eventually } from '@wheelhouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type MailHouse, mailPath, minute, openMailHouse, type Person } from './mail-house.ts';

const makeId = makeIds(systemClock);
let house: MailHouse;

beforeAll(async () => {
  house = await openMailHouse();
});
afterAll(() => house.stop());
beforeEach(() => house.begin());

describe('nobody is mailed of what they may not see', () => {
  const [near, far, space] = [randomUUID(), randomUUID(), randomUUID()];
  const limit = (who: Person, limits: { cluster_ids?: string[]; cloudspace_ids?: string[]; scopes?: string[] }) =>
    house.auth.db.tenant(house.tenant.id, async (db) => {
      const role = makeId();
      await db.query(
        `INSERT INTO auth.roles (tenant_id, id, name, scopes, cluster_ids, cloudspace_ids, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, now(), now())`,
        [
          house.tenant.id,
          role,
          role,
          limits.scopes ?? ['read'],
          limits.cluster_ids ?? null,
          limits.cloudspace_ids ?? null,
        ],
      );
      await db.query('UPDATE auth.users SET role_id = $2 WHERE tenant_id = $1 AND id = $3', [
        house.tenant.id,
        role,
        who.id,
      ]);
    });

  test('a role limited to clusters or CloudSpaces hears of those only', async () => {
    const [all, cluster, cloudspace, blind] = [
      await house.person(),
      await house.person(),
      await house.person(),
      await house.person(),
    ];
    await limit(cluster, { cluster_ids: [near] });
    await limit(cloudspace, { cloudspace_ids: [space] });
    await limit(blind, { scopes: ['deploy'] });
    house.clock.advance(1_000);
    await house.tell('incident.created', { clusterId: near, data: { title: 'near' } });
    await house.tell('incident.created', { clusterId: far, data: { title: 'far' } });
    await house.tell('incident.created', { clusterId: far, cloudspaceId: space, data: { title: 'space' } });
    await house.tell('incident.created', { data: { title: 'nowhere' } });
    await house.ended(all, ['sent', 'sent', 'sent', 'sent']);
    for (const who of [cluster, cloudspace]) await house.ended(who, ['sent']);
    const subjects = (who: Person) => house.mailsTo(who).map(({ headers }) => headers['subject']?.split(': ')[1]);
    expect(subjects(cluster)).toEqual(['near']);
    expect(subjects(cloudspace)).toEqual(['space']);
    expect(await house.rowsOf(blind)).toEqual([]);
  });

  test('nor of what they may not see any more by the time it would be sent', async () => {
    const [limited, suspended, changed, deleted] = [
      await house.person(),
      await house.person(),
      await house.person(),
      await house.person(),
    ];
    house.clock.advance(1_000);
    house.post.isBusy = true;
    await house.tell('incident.created', { clusterId: far });
    for (const who of [limited, suspended, changed, deleted]) await house.tried(who);
    await limit(limited, { cluster_ids: [near] });
    await house.auth.db.tenant(house.tenant.id, async (db) => {
      await db.query(`UPDATE auth.users SET state = 'suspended' WHERE tenant_id = $1 AND id = $2`, [
        house.tenant.id,
        suspended.id,
      ]);
      await db.query('DELETE FROM auth.users WHERE tenant_id = $1 AND id = $2', [house.tenant.id, deleted.id]);
    });
    await house.auth.call(changed.session, 'PATCH', mailPath, { body: { incidents: false } });
    house.post.isBusy = false;
    house.clock.advance(minute);
    for (const who of [limited, suspended, changed, deleted]) await house.ended(who, ['canceled']);
    const reasons = await Promise.all([limited, suspended, changed, deleted].map((who) => house.rowsOf(who)));
    expect(reasons.flat().map(({ reason }) => reason)).toEqual([
      'not_visible',
      'not_visible',
      'not_wanted',
      'user_deleted',
    ]);
    expect(house.mailsTo(limited)).toEqual([]);
  });

  test('nor while their tenant is suspended', async () => {
    const who = await house.person();
    const set = (state: string) =>
      house.auth.db.system((db) =>
        db.query('UPDATE auth.tenants SET state = $2 WHERE id = $1', [house.tenant.id, state]),
      );
    house.clock.advance(1_000);
    await set('suspended');
    await house.tell('incident.created');
    await eventually(async () => expect(await house.rowsOf(who)).toHaveLength(1));
    const neighbours = house.tenant;
    house.tenant = await house.auth.tenant();
    const neighbour = await house.person();
    house.clock.advance(1_000);
    await house.tell('incident.created');
    await house.ended(neighbour, ['sent']);
    expect(await house.rowsOf(who, neighbours)).toMatchObject([{ state: 'pending', attempt_count: 0 }]);
    house.tenant = neighbours;
    await set('active');
    await house.ended(who, ['sent']);
  });
});
