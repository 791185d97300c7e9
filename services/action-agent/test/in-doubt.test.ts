import { randomUUID } from 'node:crypto';
import { type Database, giveBack, makeLog, openDatabase, systemClock, takeLease } from '@wheelhouse/kit';
import { type ClusterClient, KubernetesError } from '@wheelhouse/kubernetes';
import { moduleDatabase, openKube, type TestDatabase } from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actionAgentModule } from '../src/module.ts';
import { planAction } from '../src/plans/plan-action.ts';
import type { ActionRow } from '../src/records/row.ts';
import { selectAction } from '../src/records/store.ts';
import { apply } from '../src/worker/apply.ts';
import { readCase } from '../src/worker/read.ts';
import { LeaseLost, Over, RunningAction } from '../src/worker/running-action.ts';
import { node as nodeObject } from './cluster-objects.ts';
import { cordonPlan } from './stand-in.ts';
import { writeAction } from './write-action.ts';

const schema = 'action_agent';
const [tenantId, clusterId] = [randomUUID(), randomUUID()];
const { signal } = new AbortController();
let own: TestDatabase;
let database: Database;

beforeAll(async () => {
  own = await moduleDatabase([actionAgentModule]);
  const log = makeLog({ level: 'fatal' });
  database = openDatabase({ url: own.url, connections: 2, applicationName: 'test', log });
});
afterAll(async () => {
  await database.end();
  await own.drop();
});

/** An action whose change was sent, and of whose answer nobody knows. */
async function runningInDoubt(client: Partial<ClusterClient>, more: Partial<ActionRow>) {
  const id = await writeAction(database, tenantId, systemClock.now(), {
    cluster_id: clusterId,
    status: 'executing',
    effect: 'unknown',
    ...more,
  });
  const row = await database.tenant(tenantId, (db) => selectAction(db, id));
  const lease = await database.system((db) => takeLease(db, schema, `target ${id}`, 'first', 60));
  if (row === undefined || lease === undefined) throw new Error('nobody else is here');
  const whole = { ...client, as: () => whole } as ClusterClient;
  const workerCluster = { clusterId, tenantId, client: whole, missingRights: [] };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what an action in doubt needs of it
  const context = {
    database,
    schema,
    clock: systemClock,
    settings: { CANARY_ENABLED: false },
    emit: async () => undefined,
  } as unknown as ConstructorParameters<typeof RunningAction>[0];
  return { running: new RunningAction(context, { workerCluster, row, lease, signal }), lease };
}

test('a change in doubt is not sent again by one that has lost its lease meanwhile, though it reads the target anew', async () => {
  let sent = 0;
  // The node is as it was before the action: its successor has cordoned it, and the next one has taken that back.
  const client: Partial<ClusterClient> = {
    get: async <T>() => nodeObject({ unschedulable: false }) as T,
    patch: async () => {
      sent += 1;
      if (sent > 1) throw new Error('sent again');
      await database.system(async (db) => {
        await giveBack(db, schema, lease);
        await takeLease(db, schema, lease.target, 'successor', 60);
      });
      throw new KubernetesError('the object has been modified', {
        status: 409,
        reason: 'Conflict',
        causes: [],
        retryAfterSeconds: undefined,
      });
    },
  };
  const { running, lease } = await runningInDoubt(client, { plan: cordonPlan(clusterId) });
  await expect(apply(running, 'it')).rejects.toThrow(LeaseLost);
  expect(sent).toBe(1);
});

test('a tenant that is suspended after its target was read has nothing sent any more', async () => {
  const suspended = (sql: string) => database.system((db) => db.query(`${sql} RETURNING tenant_id`, [tenantId]));
  let sent = 0;
  const client: Partial<ClusterClient> = {
    get: async <T>() => {
      await suspended('INSERT INTO action_agent.suspended_tenants (tenant_id, since) VALUES ($1, now())');
      return nodeObject({ unschedulable: false }) as T;
    },
    list: async function* () {
      yield { items: [], resourceVersion: '1' };
    } as ClusterClient['list'],
    patch: async () => {
      sent += 1;
      throw new Error('sent');
    },
  };
  const { running } = await runningInDoubt(client, { effect: 'not_sent', approved_by: null });
  await expect(apply(running, 'it')).rejects.toThrow(Over);
  expect(sent).toBe(0);
  expect(await database.tenant(tenantId, (db) => selectAction(db, running.row.id))).toMatchObject({
    status: 'executing',
    effect: 'not_sent',
  });
  await suspended('DELETE FROM action_agent.suspended_tenants WHERE tenant_id = $1');
});

test('a pod that changes after it was read is not deleted: the API server says so, and it is read again', async () => {
  const kube = openKube();
  const { namespace } = await kube.deployment(1);
  const [pod] = await kube.pods(namespace);
  const asked = { action: 'restart_pod', target: { namespace, pod: pod?.metadata.name ?? '' } } as const;
  const read = await readCase(kube.client, asked, [], signal);
  const plan = planAction(read.case, { clusterId, consented: true, missingRights: [] });
  let reads = 0;
  const answers: unknown[] = [];
  const client: Partial<ClusterClient> = {
    ...kube.client,
    get: async <T>(path: string) => {
      const object = await kube.client.get<T>(path);
      reads += 1;
      if (reads === 1) await kube.client.patch(path, { metadata: { annotations: { changed: 'since' } } });
      return object;
    },
    delete: async (...given) => {
      const answer = await kube.client.delete(...given).catch((error: unknown) => error);
      answers.push(answer instanceof KubernetesError ? answer.status : 'deleted');
      if (answer instanceof Error) throw answer;
    },
  };
  const { running } = await runningInDoubt(client, { ...asked, plan, restarted_at: systemClock.now().toISOString() });
  await apply(running, 'it');
  expect([answers[0], answers.at(-1)]).toEqual([409, 'deleted']);
  expect(running.row.effect).toBe('accepted');
  await kube.close();
});
