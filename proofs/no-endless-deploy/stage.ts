import { randomUUID } from 'node:crypto';
import { platformModule } from '@wheelhouse/platform';
import {
  type Answer,
  asOwner,
  caller,
  type ClusterRelay,
  deployAccess,
  eventually,
  type Kube,
  kubeconfigThrough,
  openKube,
  relayBefore,
  startTestProcess,
} from '@wheelhouse/testkit';
import { nodeName, nodeTaint } from '../../dev/engines/node/machine.ts';
import { type Account, ownAccount } from './account.ts';

/** Platform by a clock that is put ahead, before a real cluster. */
export interface Stage {
  readonly kube: Kube;
  readonly now: () => Date;
  readonly advance: (milliseconds: number) => void;
  /** The clock stands at this time until it is let run on from there. */
  readonly standAt: (time: number) => void;
  readonly runOn: () => void;
  /** As platform's database has it. */
  readonly query: <Row>(text: string, values?: readonly unknown[]) => Promise<readonly Row[]>;
  /** Nobody is let begin in this cluster until what this answers is called. */
  readonly holdSlots: (clusterId: string) => Promise<() => Promise<unknown>>;
  /** A cluster of a new tenant, with a CloudSpace that is Ready; where asked for, with an account of its own. */
  readonly place: (on: 'real' | 'kwok', hasAccount?: boolean) => Promise<Place>;
  readonly close: () => Promise<void>;
}

export interface Place {
  readonly stage: Stage;
  readonly clusterId: string;
  readonly cloudspaceId: string;
  readonly namespace: string;
  /** Where its pods run. */
  readonly node: string;
  readonly placement: object;
  /** Stands before the API server for platform, and for nobody else. */
  readonly relay: ClusterRelay;
  /** Platform's in this cluster, if it is not the one that all share. */
  readonly account: Account | undefined;
  readonly ask: (method: string, path: string, body?: object) => Promise<Answer>;
  /** Nothing of it stays in the cluster, and nobody comes in any more. */
  readonly leave: () => Promise<void>;
}

const withinMs = 180_000;

export async function openStage(): Promise<Stage> {
  let ahead = 0;
  let standing: number | undefined;
  const clock = { now: () => new Date(standing ?? Date.now() + ahead) };
  const kube = openKube();
  const { access, kubeconfig } = await deployAccess();
  const house = await startTestProcess([platformModule], {
    clock,
    environment: { EXTERNAL_URL: 'https://wheelhouse.example.test', CLUSTER_ALLOWED_PRIVATE_CIDRS: '127.0.0.1/32' },
  });
  const left: (() => Promise<void>)[] = [];
  const stage: Stage = {
    kube,
    now: clock.now,
    advance: (milliseconds) => {
      ahead += milliseconds;
    },
    standAt: (time) => {
      standing = time;
    },
    runOn: () => {
      if (standing !== undefined) ahead = standing - Date.now();
      standing = undefined;
    },
    query: (text, values = []) =>
      asOwner(house.database.ownerUrl, async (owner) => {
        const { rows } = await owner.query(text, [...values]);
        return rows;
      }),
    holdSlots: async (clusterId) => {
      const held = Promise.withResolvers<void>();
      const over = Promise.withResolvers<void>();
      const holding = asOwner(house.database.ownerUrl, async (owner) => {
        await owner.query('SELECT pg_advisory_lock(hashtextextended($1, 26))', [clusterId]);
        held.resolve();
        await over.promise;
      });
      await Promise.race([held.promise, holding]);
      return () => {
        over.resolve();
        return holding;
      };
    },
    place: async (on, hasAccount = false) => {
      const relay = await relayBefore(access);
      const account = hasAccount ? await ownAccount(kube) : undefined;
      const namespace = `endless-${randomUUID().slice(0, 8)}`;
      const leave = async () => {
        await relay.close();
        await removeNamespace(kube, namespace);
      };
      left.push(leave);
      // By the clock that was put ahead, so that it is not over yet.
      const who = await caller({}, clock);
      const ask: Place['ask'] = (method, path, body) =>
        house.call(who, method, path, body === undefined ? {} : { body });
      const through = kubeconfigThrough(kubeconfig, relay);
      const body = { name: namespace, kubeconfig: account?.kubeconfigLike(through) ?? through };
      const clusterId: string = (await ask('POST', '/api/v1/clusters', body)).body.id;
      await until(ask, `/api/v1/clusters/${clusterId}`, ({ deployable }) => deployable === true);
      const node = on === 'real' ? nodeName : await kube.reservedNode();
      const key = on === 'real' ? nodeTaint : 'wheelhouse.dev/reserved';
      const placement = {
        node_selector: { 'kubernetes.io/hostname': node },
        tolerations: [{ key, operator: 'Exists', effect: 'NoSchedule' }],
      };
      const asked = { name: namespace, cluster_id: clusterId, placement };
      const cloudspaceId: string = (await ask('POST', '/api/v1/cloudspaces', asked)).body.id;
      await until(ask, `/api/v1/cloudspaces/${cloudspaceId}`, ({ phase }) => phase === 'Ready');
      return { stage, clusterId, cloudspaceId, namespace, node, placement, relay, account, ask, leave };
    },
    close: async () => {
      await house.stop();
      for (const leave of left) await leave();
      await kube.close();
    },
  };
  return stage;
}

/** With everything in it, also what somebody holds. */
async function removeNamespace({ client }: Kube, name: string): Promise<void> {
  const deployments = `/apis/apps/v1/namespaces/${name}/deployments`;
  const path = `/api/v1/namespaces/${name}`;
  const found = await client.get<{ metadata: { uid: string } }>(path).catch(() => undefined);
  if (found === undefined) return;
  const { items } = await client.get<{ items: readonly { metadata: { name: string; finalizers?: unknown } }[] }>(
    deployments,
  );
  for (const { metadata } of items)
    if (metadata.finalizers !== undefined)
      await client.patch(`${deployments}/${metadata.name}`, { metadata: { finalizers: null } });
  await client.delete(path, { uid: found.metadata.uid }).catch(() => undefined);
}

export async function until(
  ask: Place['ask'],
  path: string,
  isSo: (body: Answer['body']) => boolean,
  limitMs = withinMs,
): Promise<Answer['body']> {
  return eventually(async () => {
    const { body } = await ask('GET', path);
    if (!isSo(body)) throw new Error(`${path} is ${body.phase}: ${body.message ?? body.deployment?.progress}`);
    return body;
  }, limitMs);
}
