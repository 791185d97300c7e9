import type { Installation } from '../installation/start.ts';
import { type Needles, needlesOf } from './needles.ts';
import { type ReadRoute, read, walk, withId } from './reads.ts';
import type { Registered, Viewer } from './viewers.ts';

/** What is told about one cluster to somebody who may see it. */
export interface Seen {
  readonly cluster: Registered;
  readonly text: string;
  readonly needles: Needles;
  /** By route: ids of its things, for those who ask for them by id. */
  readonly ids: ReadonlyMap<ReadRoute, readonly string[]>;
  /** By list: how many there are. */
  readonly totals: ReadonlyMap<ReadRoute, number>;
}

const mostAsked = 3;

export async function seenBy(
  installation: Installation,
  viewer: Viewer,
  routes: readonly ReadRoute[],
  cluster: Registered,
): Promise<Seen> {
  const texts: string[] = [cluster.id];
  const [ids, totals] = [new Map<ReadRoute, readonly string[]>(), new Map<ReadRoute, number>()];
  for (const route of routes.filter(({ isStream }) => !isStream)) {
    if (route.isList) {
      const { items, text, total } = await walk(installation, viewer, route, queryOf(route, cluster));
      const own = items.filter((item) => isOf(item, cluster));
      texts.push(route.takesCluster ? text : JSON.stringify(own));
      totals.set(route, route.takesCluster ? total : own.length);
      const one = routes.find(({ module, oneOf }) => module === route.module && oneOf === route.url);
      const asked = own.map(({ id }) => String(id)).slice(0, mostAsked);
      if (one === undefined) continue;
      ids.set(one, asked);
      for (const id of asked) texts.push((await read(installation, viewer, one, withId(one, id))).text);
    } else if (route.takesCluster)
      texts.push((await read(installation, viewer, route, `${route.url}?cluster_id=${cluster.id}`)).text);
  }
  return {
    cluster,
    text: texts.join('\n'),
    needles: needlesOf(texts, [cluster.name, cluster.plane.word]),
    ids,
    totals,
  };
}

function queryOf({ takesCluster }: ReadRoute, { id }: Registered): string {
  return takesCluster ? `&cluster_id=${id}` : '';
}

export function isOf(item: Readonly<Record<string, unknown>>, { id }: Registered): boolean {
  return (item['cluster_id'] ?? item['id']) === id;
}
