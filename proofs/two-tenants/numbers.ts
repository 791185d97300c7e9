import { type Fault, faultOf } from './fault.ts';
import { onceRight } from './once-right.ts';
import { type ReadRoute, read } from './reads.ts';
import type { Scene } from './scene.ts';
import type { Viewer } from './viewers.ts';

/** Of the moment: what differs between two answers about the same. */
const restless = new Set(['observed_at', 'last_seen', 'from', 'to', 'at']);

/**
 * A figure names nobody and can tell of others all the same. What somebody with one cluster is told of all of them
 * must be what they are told of that one.
 */
export async function numberFaults(scene: Scene, viewer: Viewer): Promise<readonly Fault[]> {
  const faults: Fault[] = [];
  const [only, ...more] = viewer.own;
  if (only === undefined || more.length > 0) return faults;
  for (const route of scene.routes.filter(isFigure)) {
    const told = async (query: string) =>
      stable((await read(scene.installation, viewer, route, `${route.url}${query}`)).text);
    const fault = await onceRight(scene, viewer, async () => {
      const [all, own] = [await told(''), await told(`?cluster_id=${only.id}`)];
      return all === own ? undefined : `of all ${all.slice(0, 300)}, of theirs ${own.slice(0, 300)}`;
    });
    if (fault !== undefined) faults.push(faultOf(viewer, route, fault));
  }
  return faults;
}

export function isFigure({ takesCluster, isList, isStream }: ReadRoute): boolean {
  return takesCluster && !isList && !isStream;
}

function stable(text: string): string {
  return JSON.stringify(JSON.parse(text), (name, value: unknown) => (restless.has(name) ? undefined : value));
}
