import { type Fault, faultOf } from './fault.ts';
import { read, type ReadRoute } from './reads.ts';
import type { Scene } from './scene.ts';
import type { Viewer } from './viewers.ts';

/** Of the moment: what differs between two answers about the same. */
const restless = new Set(['observed_at', 'last_seen', 'from', 'to', 'at']);
const attempts = 3;

/**
 * A figure names nobody and can tell of others all the same. What somebody with one cluster is told of all of them
 * must be what they are told of that one.
 */
export async function numberFaults({ house, routes }: Scene, viewer: Viewer): Promise<readonly Fault[]> {
  const faults: Fault[] = [];
  const [only, ...more] = viewer.own;
  if (only === undefined || more.length > 0) return faults;
  for (const route of routes.filter(isFigure)) {
    const told = async (query: string) => stable((await read(house, viewer, route, `${route.url}${query}`)).text);
    // Clusters live while they are asked about: what is the same once is the same.
    let pair: readonly [string, string] = ['', ''];
    for (let attempt = 0; attempt < attempts && (attempt === 0 || pair[0] !== pair[1]); attempt += 1)
      pair = [await told(''), await told(`?cluster_id=${only.id}`)];
    const [all, own] = pair.map((text) => text.slice(0, 300));
    if (pair[0] !== pair[1]) faults.push(faultOf(viewer, route, `of all ${all}, of theirs ${own}`));
  }
  return faults;
}

export function isFigure({ takesCluster, isList, isStream }: ReadRoute): boolean {
  return takesCluster && !isList && !isStream;
}

function stable(text: string): string {
  return JSON.stringify(JSON.parse(text), (name, value: unknown) => (restless.has(name) ? undefined : value));
}
