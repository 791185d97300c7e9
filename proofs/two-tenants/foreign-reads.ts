import { randomBytes, randomUUID } from 'node:crypto';
import { difference } from '../bola/sameness.ts';
import { type Fault, faultOf } from './fault.ts';
import { found, type Needles, without } from './needles.ts';
import { onceRight } from './once-right.ts';
import { type ReadRoute, read, walk, withId } from './reads.ts';
import type { Scene } from './scene.ts';
import type { Viewer } from './viewers.ts';

export interface ForeignReads {
  readonly cases: number;
  readonly faults: readonly Fault[];
}

/** Everything of others that can be asked for: answered as what never was. */
export async function foreignReads(scene: Scene, viewer: Viewer, forbidden: Needles): Promise<ForeignReads> {
  const { installation, routes, seen } = scene;
  const foreign = seen.filter(({ cluster }) => viewer.foreign.includes(cluster));
  const faults: Fault[] = [];
  let cases = 0;
  /** Beside what is asked for, the same question for what never was; once is enough for all of a kind. */
  const comparer = async (route: ReadRoute, pathOf: (asked: string) => string, never: string) => {
    const absent = await read(installation, viewer, route, pathOf(never));
    return async (asked: string) => {
      cases += 1;
      const told = await read(installation, viewer, route, pathOf(asked));
      const rest = without(forbidden, { ids: new Set([asked.toLowerCase()]), words: new Set([asked]) });
      const [leak] = found(rest, told.text);
      const fault = leak === undefined ? difference(told, absent, [[asked], [never]]) : `tells ${leak}`;
      if (fault !== undefined) faults.push(faultOf(viewer, route, `${pathOf(asked)} ${fault}`));
    };
  };
  for (const route of routes) {
    if (route.takesCluster) {
      const pathOf = (id: string) => `${route.url}?cluster_id=${id}`;
      const inSmall = await comparer(route, pathOf, randomUUID());
      const inLarge = await comparer(route, pathOf, randomUUID().toUpperCase());
      for (const { cluster } of foreign) await inSmall(cluster.id);
      for (const { cluster } of foreign) await inLarge(cluster.id.toUpperCase());
    }
    if (route.oneOf !== undefined) {
      const byId = await comparer(route, (asked) => withId(route, asked), randomUUID());
      for (const { ids } of foreign) for (const id of ids.get(route) ?? []) await byId(id);
    }
    for (const name of route.texts) {
      const byWord = await comparer(route, (asked) => `${route.url}?${name}=${asked}`, neverWord());
      for (const word of forbidden.words) await byWord(word);
    }
  }
  const beside = await besideOwn(scene, viewer, forbidden);
  return { cases: cases + beside.cases, faults: [...faults, ...beside.faults] };
}

const neverWord = () => `mark-${randomBytes(5).toString('hex')}`;

/** Theirs and those of others in one question: only theirs is told of. */
async function besideOwn(scene: Scene, viewer: Viewer, forbidden: Needles): Promise<ForeignReads> {
  const faults: Fault[] = [];
  const asked = [...viewer.foreign, ...viewer.own.slice(0, 1)].map(({ id }) => id).join(',');
  const lists = scene.routes.filter(({ isList, takesCluster }) => isList && takesCluster);
  for (const route of lists) {
    const add = (what: string) => faults.push(faultOf(viewer, route, `asked for those of others too, ${what}`));
    const miscounted = await onceRight(scene, viewer, async () => {
      const { items, text, total } = await walk(scene.installation, viewer, route, `&cluster_id=${asked}`);
      for (const leak of found(forbidden, text).slice(0, 1)) add(`tells ${leak}`);
      return items.length > 0 && total === items.length ? undefined : `total ${total}, and ${items.length} items`;
    });
    if (miscounted !== undefined) add(miscounted);
  }
  return { cases: lists.length, faults };
}
