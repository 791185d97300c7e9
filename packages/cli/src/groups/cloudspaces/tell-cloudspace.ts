import { type Fact, factLines } from '../../output/facts.ts';
import type { Output } from '../../output/output.ts';
import { plain } from '../../output/plain.ts';
import { type Cloudspace, phaseStyle } from './cloudspace.ts';

/** All there is to say about one. */
export function cloudspaceLines(out: Output, space: Cloudspace, nameOf: (clusterId: string) => string) {
  const { phase, reason, message, deadline_at, placement, registries, apps_total } = space;
  const until = deadline_at === null ? '' : `, until ${out.time(deadline_at)} at the latest`;
  const facts: readonly Fact[] = [
    ['phase', `${phase} (${reason})${until}`, phaseStyle(space)],
    ['', message],
    ['cluster', nameOf(space.cluster_id)],
    ['namespace', space.namespace],
    ['apps', String(apps_total)],
    ['quota', quotaText(space)],
    ['security', space.pod_security],
    ...(placement === null ? [] : [['placement', placementText(placement)] satisfies Fact]),
    ...registries.map(
      ({ host, username, set_at }): Fact => ['registry', `${host} as ${username}, set ${out.time(set_at)}`],
    ),
    ['created', out.time(space.created_at)],
    ['id', space.id],
  ];
  return [out.paint('bold', plain(space.name)), ...factLines(out, facts)];
}

/** `cpu 4, memory 8Gi, 40 pods`. */
export function quotaText({ quota }: Pick<Cloudspace, 'quota'>): string {
  const { cpu, memory, pods } = quota ?? {};
  const parts = [
    ...(cpu === undefined ? [] : [`cpu ${cpu}`]),
    ...(memory === undefined ? [] : [`memory ${memory}`]),
    ...(pods === undefined ? [] : [pods === 1 ? '1 pod' : `${pods} pods`]),
  ];
  return parts.join(', ') || 'no limit';
}

function placementText({ node_selector = {}, tolerations = [] }: NonNullable<Cloudspace['placement']>): string {
  const labels = Object.entries(node_selector).map(([key, value]) => `${key}=${value}`);
  const taints = tolerations.map(({ key }) => key);
  return [
    labels.length === 0 ? 'any node' : `nodes with ${labels.join(', ')}`,
    ...(taints.length === 0 ? [] : [`tolerates ${taints.join(', ')}`]),
  ].join('; ');
}
