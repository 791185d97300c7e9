import { randomUUID } from 'node:crypto';
import { giveBack, makeLog, openDatabase, systemClock, takeLease } from '@wheelhouse/kit';
import { type ClusterClient, KubernetesError } from '@wheelhouse/kubernetes';
import { moduleDatabase } from '@wheelhouse/testkit';
import { expect, test } from 'vitest';
import { actionAgentModule } from '../src/module.ts';
import { selectAction } from '../src/records/store.ts';
import { apply } from '../src/worker/apply.ts';
import { LeaseLost, Site } from '../src/worker/site.ts';
import { node as nodeObject } from './cluster-objects.ts';
import { cordonPlan } from './stand-in.ts';
import { writeAction } from './write-action.ts';

const schema = 'action_agent';

test('a change in doubt is not sent again by one that has lost its lease meanwhile, though it reads the target anew', async () => {
  const own = await moduleDatabase([actionAgentModule]);
  const database = openDatabase({
    url: own.url,
    connections: 2,
    applicationName: 'test',
    log: makeLog({ level: 'fatal' }),
  });
  const [tenantId, clusterId] = [randomUUID(), randomUUID()];
  const id = await writeAction(database, tenantId, systemClock.now(), {
    cluster_id: clusterId,
    status: 'executing',
    effect: 'unknown',
    plan: cordonPlan(clusterId),
  });
  const row = await database.tenant(tenantId, (db) => selectAction(db, id));
  const lease = await database.system((db) => takeLease(db, schema, 'target it', 'sleeper', 60));
  if (row === undefined || lease === undefined) throw new Error('nobody else is here');
  let sent = 0;
  // The node is as it was before the action: its successor has cordoned it, and the next one has taken that back.
  const client: Partial<ClusterClient> = {
    as: () => client as ClusterClient,
    get: async <T>() => nodeObject({ unschedulable: false }) as T,
    patch: async () => {
      sent += 1;
      if (sent > 1) throw new Error('sent again');
      await database.system(async (db) => {
        await giveBack(db, schema, lease);
        await takeLease(db, schema, 'target it', 'successor', 60);
      });
      throw new KubernetesError('the object has been modified', {
        status: 409,
        reason: 'Conflict',
        causes: [],
        retryAfterSeconds: undefined,
      });
    },
  };
  const seat = { clusterId, tenantId, client: client as ClusterClient, missingRights: [] };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what an action in doubt needs of it
  const context = { database, schema, clock: systemClock } as unknown as ConstructorParameters<typeof Site>[0];
  const site = new Site(context, { seat, row, lease, signal: new AbortController().signal });
  await expect(apply(site, 'it')).rejects.toThrow(LeaseLost);
  expect(sent).toBe(1);
  await database.end();
  await own.drop();
});
