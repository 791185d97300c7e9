import type { ReadRoute } from './reads.ts';
import type { Viewer } from './viewers.ts';

/** Something that was told to somebody it should not have been told to, or otherwise than it should. */
export interface Fault {
  readonly viewer: Viewer;
  readonly route: ReadRoute;
  readonly said: string;
}

export function faultOf(viewer: Viewer, route: ReadRoute, what: string): Fault {
  return { viewer, route, said: `${viewer.name}, ${route.name}: ${what.slice(0, 1_000)}` };
}
