import type { Paths } from '@wheelhouse/sdk';
import type { Fact } from '../../output/facts.ts';
import type { Output } from '../../output/output.ts';
import { type App, phaseStyle, stateOf } from './app.ts';
import { addressText, pinFacts } from './tell-app.ts';

export type Status = Paths['/platform/api/v1/apps/{id}/deploy-status']['GET']['answers'][200];
type Pod = Status['pods'][number];

/** How an app stands, the worst first. */
export function statusFacts(out: Output, app: App, status: Status): readonly Fact[] {
  const { phase, revision, current_revision: current, gitops, reason, message, health } = status;
  const { word, style } = stateOf({ ...app, phase, health, pinned: status.pinned });
  const troubled = status.pods.filter(isTroubled);
  return [
    ['state', word, style],
    ...(app.state_message === null ? [] : [['', app.state_message, 'red'] satisfies Fact]),
    ...(message === null ? [] : [['', reason === null ? message : `${message} (${reason})`] satisfies Fact]),
    ...staleFacts(out, status),
    ['phase', `${phase}, revision ${revision}, since ${out.time(status.since)}`, phaseStyle({ phase })],
    ...(status.deadline_at === null
      ? []
      : [['', `until ${out.time(status.deadline_at)} at the latest`] satisfies Fact]),
    ...(current === revision ? [] : [['runs', current === null ? 'nothing' : `revision ${current}`] satisfies Fact]),
    ['health', health],
    ['gitops', gitops],
    ...replicaFacts(out, status),
    reachableFact(out, status),
    ['address', addressText(status)],
    ...pinFacts(out, { ...app, pinned: status.pinned }),
    ...troubled.map((pod): Fact => ['pods', podText(pod), 'yellow']),
  ];
}

function staleFacts(out: Output, { stale, observed_at }: Status): readonly Fact[] {
  if (!stale) return [];
  const seen =
    observed_at === null ? 'the cluster is not watched yet' : `the cluster was last seen ${out.time(observed_at)}`;
  return [['stale', `${seen}; what follows is what was known then`, 'yellow']];
}

/** `5 run, you asked for 3; kubectl set that, 4 min ago`. */
function replicaFacts(out: Output, status: Status): readonly Fact[] {
  const { ready_replicas: ready, desired_replicas: desired, running_replicas: running, replicas_by: by } = status;
  const facts: Fact[] = [['replicas', `${ready} of ${running ?? desired} ready`]];
  if (running === null || running === desired) return facts;
  const who = by === null ? '' : `; ${by.manager} set that${by.at === null ? '' : `, ${out.time(by.at)}`}`;
  return [...facts, ['', `${running} run, you asked for ${desired}${who}`, 'yellow']];
}

const ways: Readonly<Record<NonNullable<Status['reachable_by']>, string>> = {
  service_proxy: 'by a request through the API server',
  readiness: 'since all its pods are ready',
};

function reachableFact(out: Output, { reachable, reachable_by: by, checked_at: at }: Status): Fact {
  const how = by === null ? '' : reachable ? `, ${ways[by]}` : ', asked through the API server';
  const when = at === null ? '' : `, ${out.time(at)}`;
  return ['reachable', `${reachable ? 'yes' : 'no'}${how}${when}`, reachable ? 'green' : 'yellow'];
}

const isTroubled = ({ ready, reason }: Pod) => !ready || reason !== null;

function podText({ name, phase, reason, message, restarts, node }: Pod): string {
  const what = [reason ?? phase, ...(restarts === 0 ? [] : [restarts === 1 ? '1 restart' : `${restarts} restarts`])];
  const where = node === null ? '' : ` on ${node}`;
  return `${name}${where}: ${what.join(', ')}${message === null ? '' : `: ${message}`}`;
}
