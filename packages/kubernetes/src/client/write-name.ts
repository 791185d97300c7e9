import type { Call } from './request.ts';

/** A namespace has subresources of its own; they are no kind of object within it. */
const ofNamespaces: ReadonlySet<string> = new Set(['status', 'finalize']);

const kindsOfPatch = {
  'application/apply-patch+yaml': 'APPLY',
  'application/json-patch+json': 'JSONPATCH',
} as const;

/** What kind of change it is, whatever the object: `PATCH deployments`, `APPLY services`, `POST pods/eviction`. */
export function writeName({ method, path, type }: Pick<Call, 'method' | 'path' | 'type'>): string {
  const [root, ...rest] = path.slice(1).split('/');
  const parts = rest.slice(root === 'apis' ? 2 : 1);
  const [first, , inside] = parts;
  const isInNamespace = first === 'namespaces' && inside !== undefined && !ofNamespaces.has(inside);
  const [kind, , ...subresource] = isInNamespace ? parts.slice(2) : parts;
  const verb = type === undefined ? method : kindsOfPatch[type];
  return `${verb} ${[kind, ...subresource].join('/')}`;
}
