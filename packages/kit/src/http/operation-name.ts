import type { Route } from './route.ts';

/** What a person would call the call: `listUsers`, `getUser`, `suspendUser`. A route may say it better itself. */
export function operationName(route: Route): string {
  if (route.operation !== undefined) return route.operation;
  const words = wordsOf(route.url);
  // What is one's own needs no owner in its name.
  const named = words[0] === 'me' && words.length > 1 ? words.slice(1) : words;
  const owners = named.slice(0, -1).map(singular);
  const last = named.at(-1) ?? '';
  if (route.stream) return `follow${camel(owners)}`;
  if (route.method === 'GET' && isList(route)) return `list${camel([...owners, last])}`;
  if (route.method === 'GET' && !endsWithId(route.url)) return `get${camel([...owners, last])}`;
  // What a POST does to a thing without making one is its last word.
  if (route.method === 'POST' && route.status !== 201) return lowered(`${camel([last])}${camel(owners)}`);
  return `${verbs[route.method]}${camel([...owners, singular(last)])}`;
}

const verbs = { GET: 'get', POST: 'create', PUT: 'set', PATCH: 'update', DELETE: 'delete' } as const;

/** The words of an address that name something: no version, no ids. */
export function wordsOf(url: string): readonly string[] {
  return url
    .split('/')
    .filter((part) => part !== '' && part !== 'api' && !/^v\d+$/.test(part) && !part.startsWith(':'));
}

export function isList({ response }: Route): boolean {
  const { properties = {} } = response as { readonly properties?: Readonly<Record<string, unknown>> };
  return 'data' in properties && 'next_cursor' in properties;
}

export function singular(word: string): string {
  if (/(ss|us|is)$/.test(word)) return word;
  if (word.endsWith('yses')) return word.replace(/es$/, 'is');
  return word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.replace(/s$/, '');
}

function endsWithId(url: string): boolean {
  return /\/:\w+$/.test(url);
}

function camel(words: readonly string[]): string {
  return words
    .flatMap((word) => word.split('-'))
    .map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
    .join('');
}

function lowered(name: string): string {
  return `${name.slice(0, 1).toLowerCase()}${name.slice(1)}`;
}
