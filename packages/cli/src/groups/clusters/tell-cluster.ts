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
      .filter(({ needed_by, allowed }) => needed_by !== 'platform' && allowed === false)
      .map(({ verb, resource, why, essential }) =>
        row('may not', plain(`${verb} ${resource}: ${why}${essential ? '; health needs it' : ''}`)),
      ),
    ...deployFacts(out, cluster).map(([title, text]) => row(title, plain(text))),
    row('id', cluster.id),
  ];
}

/** Whether it can be deployed to, with what, and what is in the way. */
function deployFacts({ time }: Output, cluster: Cluster): readonly (readonly [title: string, text: string])[] {
  const { deployable, deploy_reason, deploy_message, deploy_credential: own, rights } = cluster;
  const ends = own === null || own.expires_at === null ? '' : `, expires ${time(own.expires_at)}`;
  if (deployable)
    return [
      [
        'deploying',
        own === null ? 'yes, by the same credentials' : `yes, by ${own.kind.replace('_', ' ')} of its own${ends}`,
      ],
    ];
  const missing = rights.filter(({ needed_by, allowed }) => needed_by === 'platform' && allowed === false);
  return [
    ['deploying', `no (${deploy_reason})`],
    ['', deploy_message],
    ...[...Map.groupBy(missing, ({ why }) => why)].map(([why, of]) => {
      const each = (words: readonly string[]) => [...new Set(words)].join(', ');
      const what = each(of.map(({ resource, name }) => (name === null ? resource : `${resource} ${name}`)));
      return ['lacks', `${each(of.map(({ verb }) => verb))} ${what}: ${why}`] as const;
    }),
  ];
}
