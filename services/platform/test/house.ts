import { type Clock, type Module, systemClock } from '@wheelhouse/kit';
import {
  type Answer,
  asOwner,
  type Caller,
  caller,
  eventually,
  type MovableClock,
  startTestProcess,
  type TestProcess,
} from '@wheelhouse/testkit';
import { expect } from 'vitest';
import { platformModule } from '../src/module.ts';

export const clusters = '/api/v1/clusters';
export const externalUrl = 'https://wheelhouse.example.test';

/** Leads nowhere that anybody connects to, and is a name: it is taken, and found wanting afterwards. */
export const nobody = { server: 'https://localhost:6443', token: 'nobodys-token' };

/** Platform on a database of its own, with what its tests ask again and again. */
export interface PlatformHouse extends TestProcess {
  readonly register: (who: Caller, body: object) => Promise<Answer>;
  readonly read: (who: Caller, id: string) => Promise<Answer>;
  /** Until the cluster is as wanted; answers it. */
  readonly becomes: (who: Caller, id: string, wanted: object, limitMs?: number) => Promise<Answer['body']>;
  /** The data of its events of a type, oldest first. */
  readonly events: (type: string, clusterId: string) => Promise<readonly Answer['body'][]>;
}

export async function startPlatform(
  given: {
    readonly clock?: Clock;
    readonly environment?: Readonly<Record<string, string>>;
    readonly beside?: readonly Module[];
  } = {},
): Promise<PlatformHouse> {
  const { beside = [], ...rest } = given;
  const house = await startTestProcess([platformModule, ...beside], {
    ...rest,
    environment: {
      EXTERNAL_URL: externalUrl,
      CLUSTER_ALLOWED_PRIVATE_CIDRS: '127.0.0.1/32',
      ...given.environment,
    },
  });
  const read: PlatformHouse['read'] = (who, id) => house.call(who, 'GET', `${clusters}/${id}`);
  return {
    ...house,
    register: (who, body) => house.call(who, 'POST', clusters, { body }),
    read,
    becomes: (who, id, wanted, limitMs = 15_000) =>
      eventually(async () => {
        const { body } = await read(who, id);
        expect(body).toMatchObject(wanted);
        return body;
      }, limitMs),
    events: (type, clusterId) =>
      asOwner(house.database.ownerUrl, async (client) => {
        const { rows } = await client.query<{ data: Answer['body'] }>(
          `SELECT body::jsonb->'data' AS data FROM platform.outbox
           WHERE type = $1 AND body::jsonb->'data'->>'cluster_id' = $2 ORDER BY id`,
          [type, clusterId],
        );
        return rows.map(({ data }) => data);
      }),
  };
}

/** Somebody of a new tenant, or of one that is there, whose role is limited to these clusters. */
export function limitedTo(who: Caller, clusterIds: readonly string[]): Promise<Caller> {
  return caller({ tenant: who.tenantId, cluster_ids: [...clusterIds] });
}

/** Goes on by itself, and can be put ahead. */
export function aheadClock(): MovableClock {
  let ahead = 0;
  return {
    now: () => new Date(systemClock.now().getTime() + ahead),
    advance: (milliseconds) => {
      ahead += milliseconds;
    },
  };
}
