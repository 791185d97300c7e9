import { join } from 'node:path';
import type { Deed } from './deeds.ts';
import type { GuardHouse } from './house.ts';
import type { HostileServers } from './server-cases.ts';

/** What a process did that it had no business with. */
export interface Trespass {
  readonly programs: readonly string[];
  readonly files: readonly string[];
  readonly connections: readonly string[];
}

const repository = join(import.meta.dirname, '../..');
/** Its own code, and what the C library reads to resolve a name. */
const own = [
  repository,
  ...['nsswitch.conf', 'resolv.conf', 'hosts', 'host.conf', 'gai.conf', 'services'].map((name) => `/etc/${name}`),
  '/lib',
  '/usr/lib',
];

export function trespassIn(deeds: readonly Deed[], allowed: ReadonlySet<string>): Trespass {
  const of = (kind: Deed['kind']) => [...new Set(deeds.filter((deed) => deed.kind === kind).map(({ what }) => what))];
  const isOwn = (path: string) => own.some((prefix) => path.startsWith(prefix));
  return {
    programs: of('program'),
    files: of('file').filter((path) => !isOwn(path)),
    connections: of('connection').filter((address) => !allowed.has(address)),
  };
}

/** The stores, the real cluster, and the servers of the proof that somebody registered. */
export function allowedConnections(
  { environment }: GuardHouse,
  server: string,
  { named, impostors }: HostileServers,
): ReadonlySet<string> {
  const stores = [environment['DATABASE_URL'], environment['RABBITMQ_URL']].map((url) => new URL(url ?? '').host);
  const registered = [...named, ...impostors].map(({ port }) => `127.0.0.1:${port}`);
  return new Set([...stores, new URL(server).host, ...registered]);
}

export function shown({ programs, files, connections }: Trespass): string {
  return `programs ${programs.join(', ') || 'none'}; files ${files.join(', ') || 'none'}; connections ${connections.join(', ') || 'none'}`;
}
