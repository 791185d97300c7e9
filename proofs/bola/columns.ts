import { type Access, scopeFor } from '@wheelhouse/contracts';
import type { Route } from '@wheelhouse/kit';
import { type Place, placesIn } from './places.ts';

/** What can be wrong with a call that is otherwise right. */
export const columns = [
  'path',
  'query',
  'body',
  'cursor',
  'if-match',
  'cluster',
  'cloudspace',
  'scope',
  'expired',
  'revoked',
  'forged',
  'none',
] as const;
export type Column = (typeof columns)[number];

/** The columns of one operation: those it has, with the places of ids, and why it has not the others. */
export interface Plan {
  readonly places: ReadonlyMap<'path' | 'query' | 'body', readonly Place[]>;
  readonly wanted: readonly Column[];
  readonly absent: ReadonlyMap<Column, string>;
}

const publicReason = 'public: it asks for no credential';

export function planOf(route: Route, without: Readonly<Record<Place, string>> = {}): Plan {
  const { url, query, body, access, reach, errors } = route;
  const all = {
    path: [...url.matchAll(/:(\w+)/g)].map(([, name]) => `path.${name}`),
    query: placesIn(query, 'query').filter((place) => place !== 'query.cursor'),
    body: body === undefined ? [] : placesIn(body, 'body'),
  };
  const places = new Map<keyof typeof all, readonly Place[]>();
  const absent = new Map<Column, string>();
  for (const column of ['path', 'query', 'body'] as const) {
    const left = all[column].filter((place) => !Object.hasOwn(without, place));
    if (left.length > 0) places.set(column, left);
    else absent.set(column, `no id in the ${column}`);
  }
  if (!('cursor' in query.properties)) absent.set('cursor', 'not a list');
  if (!errors.includes('precondition_failed')) absent.set('if-match', 'does not take If-Match');
  if (reach === 'none')
    for (const column of ['cluster', 'cloudspace'] as const) absent.set(column, 'role limits are not about it');
  if (access === 'public')
    for (const column of ['scope', 'expired', 'revoked', 'forged', 'none'] as const) absent.set(column, publicReason);
  return { places, absent, wanted: columns.filter((column) => !absent.has(column)) };
}

/** What the column `scope` means where a route asks for something else than a scope. */
export function scopeMeans(access: Access): string {
  const scope = scopeFor(access);
  if (scope !== undefined) return `a token without ${scope}`;
  return access === 'own' ? "a service account's token" : 'a personal token in place of the session';
}
