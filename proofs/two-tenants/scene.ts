import { randomBytes } from 'node:crypto';
import { eventually } from '@wheelhouse/testkit';
import { serviceToken } from '../bola/person.ts';
import type { Installation } from '../installation/start.ts';
import type { Plane } from './facts.ts';
import { allOf, idsIn, type Needles, without } from './needles.ts';
import { type ReadRoute, read, walk } from './reads.ts';
import { type Seen, seenBy } from './seen.ts';
import { administrator, limitedUser, type Registered, register, type Viewer } from './viewers.ts';

/** Two tenants and their readers, with all that is known of each cluster. */
export interface Scene {
  readonly installation: Installation;
  readonly routes: readonly ReadRoute[];
  readonly viewers: readonly Viewer[];
  /** The control: limited to one cluster in our eyes only, and told of three. */
  readonly pretender: Viewer;
  readonly seen: readonly Seen[];
  /** Of the tenant that has the cluster, with no limit. */
  readonly entitledTo: (cluster: Registered) => Viewer;
}

export async function setScene(
  installation: Installation,
  routes: readonly ReadRoute[],
  [one, two]: readonly [Plane, Plane],
): Promise<Scene> {
  const [ours, theirs] = [await installation.tenant(), await installation.tenant()];
  const [first, second] = [await administrator(installation, ours), await administrator(installation, theirs)];
  const named = (shown: Viewer['shown'], plane: Plane) =>
    register(installation, shown, `named-${randomBytes(5).toString('hex')}`, plane);
  const own = [await named(first, one), await named(first, two), await named(first, one)];
  const all = [...own, await named(second, two)];
  const viewer = (name: string, shown: Viewer['shown'], mine: readonly Registered[]): Viewer => ({
    name,
    shown,
    own: mine,
    foreign: all.filter((cluster) => !mine.includes(cluster)),
  });
  const admin = viewer('administrator', first, own);
  const other = viewer('other tenant', second, all.slice(own.length));
  // Whatever limited callers show: a token, a session's cookie, a service account's token.
  const limited: Viewer[] = [];
  for (const [index, cluster] of own.entries()) {
    const { token, session } = await limitedUser(installation, first, ours.id, cluster);
    const add = (what: string, shown: Viewer['shown']) =>
      limited.push(viewer(`${what} limited to cluster ${index + 1} of 3`, shown, [cluster]));
    add('user', token);
    if (index === 0) add('session', session);
    if (index === 1) add('service account', await serviceToken(installation, first, { cluster_ids: [cluster.id] }));
  }
  const entitledTo = (cluster: Registered) => (own.includes(cluster) ? admin : other);
  await Promise.all(all.map((cluster) => untilWatched(installation, entitledTo(cluster), routes, cluster)));
  const seen = await Promise.all(all.map((cluster) => seenBy(installation, entitledTo(cluster), routes, cluster)));
  const pretender = viewer('pretender', first, own.slice(1, 2));
  return { installation, routes, viewers: [admin, other, ...limited], pretender, seen, entitledTo };
}

/** Until all that was put into its plane is told of. */
async function untilWatched(
  installation: Installation,
  viewer: Viewer,
  routes: readonly ReadRoute[],
  { id, plane }: Registered,
): Promise<void> {
  await eventually(async () => {
    for (const route of routes.filter(({ takesCluster, isStream }) => takesCluster && !isStream)) {
      const { status, text } = route.isList
        ? await walk(installation, viewer, route, `&cluster_id=${id}`)
        : await read(installation, viewer, route, `${route.url}?cluster_id=${id}`);
      const isThere = status === 200 && (text.includes(plane.word) || (!route.isList && idsIn(text).length === 0));
      if (!isThere) throw new Error(`${route.name} does not tell of ${plane.word}: ${text.slice(0, 300)}`);
    }
  }, 180_000);
}

/** What a viewer must not be told: all that is known of others' clusters, less what theirs have too. */
export function forbiddenTo({ own }: Viewer, { seen }: Pick<Scene, 'seen'>): Needles {
  const of = (mine: boolean) =>
    seen.filter(({ cluster }) => own.includes(cluster) === mine).map(({ needles }) => needles);
  return without(allOf(of(false)), allOf(of(true)));
}
