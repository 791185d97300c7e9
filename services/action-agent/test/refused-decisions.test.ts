import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { ClusterAccess } from '@wheelhouse/kubernetes';
import { type Caller, caller, engineSetting, eventually, type Kube } from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authModule } from '../../auth/src/module.ts';
import { type AgentHouse, startAgent } from './house.ts';
import { wrongDecisions } from './wrong-decisions.ts';

const tokens = '/api/v1/namespaces/wheelhouse/serviceaccounts/wheelhouse-action-agent/token';
let house: AgentHouse;
let token: string | undefined;

/** By a token of its own, whose id the API server writes down with every call. */
async function accessOf({ client, access: { server, certificateAuthority } }: Kube): Promise<ClusterAccess> {
  const request = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} };
  token ??= (await client.create<{ readonly status: { readonly token: string } }>(tokens, request)).status.token;
  return { server, token, ...(certificateAuthority === undefined ? {} : { certificateAuthority }) };
}

beforeAll(async () => {
  house = await startAgent({ access: accessOf, beside: [authModule] });
});
afterAll(() => house.stop());

/** One that auth knows. */
async function known(who: Caller, isOperator = false): Promise<Caller> {
  await house.db.tenant(who.tenantId, (db) =>
    db.query(
      `INSERT INTO auth.tenants (id, slug, name, state, operator, created_at, updated_at)
       VALUES ($1, $2, $2, 'active', $3, now(), now())`,
      [who.tenantId, `t${randomUUID().slice(0, 8)}`, isOperator],
    ),
  );
  return who;
}

const auditLog = engineSetting('KUBE_AUDIT_LOG');

/** In the API server's own log; to ask for its rights, as it does every minute, touches nothing. */
async function callsSince(start: number): Promise<readonly string[]> {
  const { jti } = JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString()) as { jti: string };
  const lines = (await text(createReadStream(auditLog, { start }))).split('\n');
  return lines.filter((line) => line.includes(jti) && !line.includes('selfsubjectaccessreviews'));
}

async function countActions(...tenants: readonly Caller[]): Promise<number> {
  const lists = await Promise.all(tenants.map((who) => house.call(who, 'GET', '/api/v1/actions')));
  return lists.reduce((sum, { body }) => sum + Number(body.total), 0);
}

test('a decision that is wrong is kept with the reason, becomes no action and calls no cluster', async () => {
  const [tenant, stranger, operator] = [
    await known(house.who),
    await known(await caller()),
    await known(await caller(), true),
  ];
  const readers = { tenant, stranger, operator };
  const wrong = wrongDecisions(tenant, house.clusterId, stranger).map((one) => ({ ...one, id: randomUUID() }));
  const { size } = await stat(auditLog);
  for (const { body, id } of wrong) await house.publish(body, id);
  for (const { name, reason, of, id } of wrong)
    await eventually(async () => {
      const { body } = await house.call(readers[of], 'GET', '/api/v1/dead-letters?limit=200');
      const letter = body.data.find((one: { message_id: string | null }) => one.message_id === id);
      expect([name, letter?.reason]).toEqual([name, expect.stringMatching(reason)]);
    });
  expect(await countActions(tenant, stranger, operator)).toBe(0);

  // A guard that refuses everything, or a log that shows nothing, must not pass for a good one.
  const good = await house.decide({ action: 'cordon_node', target: { node_name: 'no-such-node' } });
  const { id } = await house.ended(good, 60_000);
  expect(await countActions(tenant)).toBe(1);
  const calls = await eventually(async () => {
    const seen = await callsSince(size);
    expect(seen).not.toEqual([]);
    return seen;
  });
  expect(calls.filter((call) => !call.includes(`(action ${id};`))).toEqual([]);
});
