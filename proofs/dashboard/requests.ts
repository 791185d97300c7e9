import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Seen } from './ledger.ts';

/** An operation as the published description has it. */
interface Operation {
  readonly method: string;
  readonly path: RegExp;
  readonly name: string;
  readonly query: ReadonlySet<string>;
}

interface Described {
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
}

interface Description {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
}

const folder = join(import.meta.dirname, '../../docs/reference/openapi');

export function publishedOperations(): readonly Operation[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return files.flatMap((file) => {
    const { servers, paths } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Description;
    const base = servers[0]?.url ?? '';
    return Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { parameters = [] }]): Operation => {
        const whole = `${base}${path}`;
        return {
          method: method.toUpperCase(),
          path: new RegExp(`^${whole.replaceAll('.', '\\.').replaceAll(/\{[^}]+\}/g, '[^/]+')}$`),
          name: `${method.toUpperCase()} ${whole}`,
          query: new Set(parameters.filter((one) => one.in === 'query').map(({ name }) => name)),
        };
      }),
    );
  });
}

/** Of the page itself and its files; anything else has to be the API. */
const isFile = ({ method, kind }: Seen) =>
  method === 'GET' && ['document', 'script', 'stylesheet', 'image', 'font', 'other'].includes(kind);

export interface Judged {
  readonly calls: number;
  readonly files: number;
  readonly used: ReadonlySet<string>;
  readonly unknown: readonly string[];
}

/** Everything a page asked for against what is published: method, path and the names in its query. */
export function judgeRequests(requests: readonly Seen[], operations: readonly Operation[]): Judged {
  const used = new Set<string>();
  const unknown = new Set<string>();
  let [calls, files] = [0, 0];
  for (const seen of requests) {
    const { pathname, searchParams } = new URL(seen.url);
    if (!pathname.startsWith('/api/')) {
      files += 1;
      if (!isFile(seen)) unknown.add(`${seen.method} ${pathname} (${seen.kind})`);
      continue;
    }
    calls += 1;
    const operation = operations.find(({ method, path }) => method === seen.method && path.test(pathname));
    const strange = [...searchParams.keys()].filter((name) => operation?.query.has(name) === false);
    if (operation === undefined) unknown.add(`${seen.method} ${pathname}`);
    else used.add(operation.name);
    if (strange.length > 0) unknown.add(`${operation?.name} with ${strange.join(', ')}`);
  }
  return { calls, files, used, unknown: [...unknown] };
}

/** Can it fail? A path, a method and a query that are not published must be found. */
export function requestsControl(operations: readonly Operation[]): boolean {
  const made = (method: string, path: string): Seen => ({ method, url: `http://own${path}`, kind: 'fetch', of: '' });
  const { unknown } = judgeRequests(
    [
      made('GET', '/api/auth/api/v1/secret-door'),
      made('DELETE', '/api/platform/api/v1/clusters'),
      made('GET', '/api/k8s-monitor/api/v1/nodes?everything=1'),
      made('GET', '/metrics'),
      made('GET', '/api/k8s-monitor/api/v1/nodes?limit=5'),
    ],
    operations,
  );
  return unknown.length === 4;
}
