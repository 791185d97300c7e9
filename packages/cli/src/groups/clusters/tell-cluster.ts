import type { Output } from '../../output/output.ts';
import { plain } from '../../output/plain.ts';
import { type Cluster, phaseStyle } from './cluster.ts';

/** All there is to say about one. */
export function clusterLines(out: Output, cluster: Cluster): readonly string[] {
  const { description, phase, reason, version, last_seen_at: seen } = cluster;
  const { kind, expires_at } = cluster.credential;
  const row = (title: string, text: string) => `${out.paint('dim', title.padEnd(10))}  ${text}`;
  return [
    out.paint('bold', plain(cluster.name)),
    ...(description === '' ? [] : [row('about', plain(description))]),
    row('phase', `${out.paint(phaseStyle(cluster), phase)} (${plain(reason)})`),
    row('', plain(cluster.message)),
    row('server', plain(cluster.server)),
    ...(version === null ? [] : [row('version', plain(version))]),
    ...(seen === null ? [] : [row('last seen', out.time(seen))]),
    row('access', `by ${kind.replace('_', ' ')}${expires_at === null ? '' : `, expires ${out.time(expires_at)}`}`),
    ...cluster.rights
      .filter(({ allowed }) => allowed === false)
      .map(({ verb, resource, why, essential }) =>
        row('may not', plain(`${verb} ${resource}: ${why}${essential ? '; health needs it' : ''}`)),
      ),
    row('id', cluster.id),
  ];
}
