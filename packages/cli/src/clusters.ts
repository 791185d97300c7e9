import type { Client, Schemas } from '@wheelhouse/sdk';
import { exitCodes } from './exit-codes.ts';
import { Failure } from './failure.ts';
import type { Output } from './output/output.ts';
import { plain } from './output/plain.ts';
import type { Style } from './output/terminal.ts';

export type Cluster = Schemas['platform']['Cluster'];

const clusters = '/platform/api/v1/clusters';

/** By name, or by id. */
export async function clusterNamed(client: Client, name: string): Promise<Cluster> {
  const { data: page } = await client.get(clusters, { query: { q: name, limit: 200 } });
  for (const one of page.data) if (one.name === name) return one;
  if (/^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(name))
    return (await client.get(`${clusters}/{id}`, { params: { id: name } })).data;
  throw new Failure(exitCodes.error, `there is no cluster ${name}`, 'wheelhouse clusters lists them');
}

export async function allClusters(client: Client): Promise<readonly Cluster[]> {
  const found: Cluster[] = [];
  for await (const one of client.list(clusters, { query: { limit: 200 } })) found.push(one);
  return found;
}

/** What clusters are called; one that is no longer registered, or out of reach, has its id only. */
export async function clusterNames(client: Client): Promise<(id: string) => string> {
  const names = new Map((await allClusters(client)).map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? id;
}

export function phaseStyle({ phase }: Pick<Cluster, 'phase'>): Style {
  return ({ Pending: 'blue', Ready: 'green', Degraded: 'yellow', Unreachable: 'red' } as const)[phase];
}

/** All there is to say about one. */
export function tellCluster(out: Output, cluster: Cluster): void {
  const row = (title: string, text: string) => out.line(`${out.paint('dim', title.padEnd(10))}  ${text}`);
  out.line(out.paint('bold', plain(cluster.name)));
  if (cluster.description !== '') row('about', plain(cluster.description));
  row('phase', `${out.paint(phaseStyle(cluster), cluster.phase)} (${plain(cluster.reason)})`);
  row('', plain(cluster.message));
  row('server', plain(cluster.server));
  if (cluster.version !== null) row('version', plain(cluster.version));
  if (cluster.last_seen_at !== null) row('last seen', out.time(cluster.last_seen_at));
  const { kind, expires_at } = cluster.credential;
  row('access', `by ${kind.replace('_', ' ')}${expires_at === null ? '' : `, expires ${out.time(expires_at)}`}`);
  for (const { verb, resource, why, essential } of cluster.rights.filter((right) => right.allowed === false))
    row('may not', plain(`${verb} ${resource}: ${why}${essential ? '; health needs it' : ''}`));
  row('id', cluster.id);
}
