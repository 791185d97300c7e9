import { type Module, type Route, routesOnPaper } from '@wheelhouse/kit';
import { bodyOf, type Told } from '../installation/ask.ts';
import type { Installation } from '../installation/start.ts';
import type { Viewer } from './viewers.ts';

/** A route that tells something, found among the routes that there are. */
export interface ReadRoute {
  readonly module: string;
  readonly url: string;
  /** `platform GET /api/v1/clusters`. */
  readonly name: string;
  readonly isList: boolean;
  readonly isStream: boolean;
  readonly takesCluster: boolean;
  /** Parameters that take any word: a name, or how it begins. */
  readonly texts: readonly string[];
  /** It reads one of what this list lists. */
  readonly oneOf: string | undefined;
}

/** Platform will have more than clusters; those others are another proof's. */
const outside = /^platform GET \/api\/v1\/(?!clusters|dead-letters)/;
/** Names in a path are of a cluster whose id stands beside them: bola asks for those with the ids of others. */
const byName = /:(?!id\b)\w+/;

export function readRoutes(modules: readonly Module[]): readonly ReadRoute[] {
  return modules.flatMap((module) =>
    routesOnPaper(module)
      .filter(({ method, access }) => method === 'GET' && access !== 'internal')
      .map((route) => readRoute(module, route))
      .filter(({ name, url }) => !outside.test(name) && !byName.test(url)),
  );
}

function readRoute({ name: module }: Module, { url, query, stream }: Route): ReadRoute {
  return {
    module,
    url,
    name: `${module} GET ${url}`,
    isList: 'cursor' in query.properties,
    isStream: stream,
    takesCluster: 'cluster_id' in query.properties,
    texts: Object.entries(query.properties).flatMap(([name, schema]) => (isAnyWord(name, schema) ? [name] : [])),
    oneOf: url.includes(':') ? url.replace(/\/:\w+.*$/, '') : undefined,
  };
}

const ofKit = new Set(['cursor', 'after', 'cluster_id']);

function isAnyWord(
  name: string,
  { type, pattern, format }: { type?: string; pattern?: string; format?: string },
): boolean {
  return type === 'string' && pattern === undefined && format === undefined && !ofKit.has(name);
}

export interface Walked {
  /** Of the last page. */
  readonly status: number;
  readonly items: readonly Readonly<Record<string, unknown>>[];
  readonly total: number;
  /** Every page as it was told. */
  readonly text: string;
}

/** A list to its end, or so many pages of it. */
export async function walk(
  installation: Installation,
  viewer: Viewer,
  route: ReadRoute,
  query = '',
  most = Number.POSITIVE_INFINITY,
): Promise<Walked> {
  const items: Walked['items'][number][] = [];
  let [text, cursor] = ['', ''];
  for (let pages = 1; ; pages += 1) {
    const told = await read(installation, viewer, route, `${route.url}?limit=200${query}${cursor}`);
    text += told.text;
    if (told.status !== 200) return { status: told.status, items, total: Number.NaN, text };
    const page = bodyOf(told) as { data: Walked['items']; total: number; next_cursor: string | null };
    items.push(...page.data);
    if (page.next_cursor === null || pages === most) return { status: 200, items, total: page.total, text };
    cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`;
  }
}

export function read({ ask }: Installation, { shown }: Viewer, { module }: ReadRoute, path: string): Promise<Told> {
  return ask(shown, { module, method: 'GET', path });
}

export function withId({ url }: ReadRoute, id: string): string {
  return url.replace(/:\w+/, id);
}
