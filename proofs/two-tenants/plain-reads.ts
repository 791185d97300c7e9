import { type Fault, faultOf } from './fault.ts';
import { onceRight } from './once-right.ts';
import { type ReadRoute, read, type Walked, walk, withId } from './reads.ts';
import type { Scene } from './scene.ts';
import { isOf } from './seen.ts';
import type { Registered, Viewer } from './viewers.ts';

/** One answer to somebody who asked for nothing that is not theirs. */
export interface Told {
  readonly route: ReadRoute;
  /** What was asked, in words. */
  readonly asked: string;
  readonly status: number;
  readonly text: string;
}

/** Every read of a viewer, without a cluster and with each of theirs, to the end of each list. */
export async function plainReads({ installation, routes, seen }: Scene, viewer: Viewer): Promise<readonly Told[]> {
  const told: Told[] = [];
  const ask = async (route: ReadRoute, path: string) => {
    const { status, text } = await read(installation, viewer, route, path);
    told.push({ route, asked: path, status, text });
  };
  for (const route of routes.filter(({ isStream }) => !isStream)) {
    const own = route.takesCluster ? viewer.own.map(({ id }) => `cluster_id=${id}`) : [];
    for (const query of ['', ...own]) {
      if (route.oneOf !== undefined) continue;
      if (!route.isList) await ask(route, query === '' ? route.url : `${route.url}?${query}`);
      else {
        const { status, text } = await walk(installation, viewer, route, query === '' ? '' : `&${query}`);
        told.push({ route, asked: `${route.url} ${query}`, status, text });
      }
    }
    for (const { cluster, ids } of seen)
      if (viewer.own.includes(cluster)) for (const id of ids.get(route) ?? []) await ask(route, withId(route, id));
  }
  return told;
}

/** What is wrong with the totals of a viewer's lists; nothing where each is what they can see. */
export async function totalFaults(scene: Scene, viewer: Viewer): Promise<readonly Fault[]> {
  const faults: Fault[] = [];
  for (const route of scene.routes.filter(({ isList }) => isList)) {
    const fault = await onceRight(scene, viewer, async () => {
      const visible = await Promise.all(viewer.own.map((cluster) => visibleOf(scene, route, cluster)));
      const sum = visible.reduce((all, one) => all + one, 0);
      return totalFault(viewer, await walk(scene.installation, viewer, route), sum);
    });
    if (fault !== undefined) faults.push(faultOf(viewer, route, fault));
  }
  return faults;
}

/** How many of a list are of a cluster, as those are told who see all of it. */
async function visibleOf({ installation, entitledTo }: Scene, route: ReadRoute, cluster: Registered): Promise<number> {
  const viewer = entitledTo(cluster);
  const { items, total } = await walk(
    installation,
    viewer,
    route,
    route.takesCluster ? `&cluster_id=${cluster.id}` : '',
    1,
  );
  return route.takesCluster ? total : items.filter(({ id }) => id === cluster.id).length;
}

function totalFault({ own }: Viewer, { items, total }: Walked, visible: number): string | undefined {
  const strange = items.filter((item) => !own.some((cluster) => isOf(item, cluster))).length;
  if (strange > 0) return `${strange} items of no cluster of theirs`;
  if (total !== items.length) return `total ${total}, and ${items.length} items`;
  return total === visible ? undefined : `total ${total}, where ${visible} can be seen`;
}
