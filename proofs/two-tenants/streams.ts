import { eventually } from '@wheelhouse/testkit';
import type { Installation } from '../installation/start.ts';
import { type Fault, faultOf } from './fault.ts';
import type { ReadRoute } from './reads.ts';
import type { Registered, Viewer } from './viewers.ts';

/** A stream that somebody follows, with everything it has told. */
export interface Followed {
  readonly viewer: Viewer;
  readonly route: ReadRoute;
  /** Those it should tell of. */
  readonly clusters: readonly Registered[];
  readonly told: () => string;
  readonly close: () => void;
}

/** All streams of a viewer: of everything they see, and of each of their clusters. */
export function followAll(
  installation: Installation,
  viewer: Viewer,
  routes: readonly ReadRoute[],
): Promise<readonly Followed[]> {
  const { own } = viewer;
  return Promise.all(
    routes
      .filter(({ isStream }) => isStream)
      .flatMap((route) => [
        follow(installation, viewer, route, own, ''),
        ...(route.takesCluster
          ? own.map((one) => follow(installation, viewer, route, [one], `?cluster_id=${one.id}`))
          : []),
      ]),
  );
}

async function follow(
  installation: Installation,
  viewer: Viewer,
  route: ReadRoute,
  clusters: readonly Registered[],
  query: string,
): Promise<Followed> {
  const closing = new AbortController();
  const { body, status } = await installation.open(viewer.shown, {
    module: route.module,
    method: 'GET',
    path: `${route.url}${query}`,
    signal: closing.signal,
  });
  if (status !== 200 || body === null) throw new Error(`${viewer.name}, ${route.name}${query}: ${status}`);
  let text = '';
  const read = async () => {
    for await (const chunk of body.pipeThrough(new TextDecoderStream())) text += chunk;
  };
  // Closing it is how it ends.
  read().catch(() => undefined);
  return { viewer, route, clusters, told: () => text, close: () => closing.abort() };
}

/** Until each has told of what was just added to its clusters; those that have not by then. */
export async function unheard(followed: readonly Followed[]): Promise<readonly Fault[]> {
  const missing = () =>
    followed.flatMap(({ viewer, route, clusters, told }) =>
      clusters
        .filter(({ plane }) => !told().includes(`${plane.word}-later`))
        .map(({ name }) => faultOf(viewer, route, `nothing new of ${name}`)),
    );
  await eventually(() => {
    if (missing().length > 0) throw new Error('not all told yet');
  }, 180_000).catch(() => undefined);
  return missing();
}
