import type { DrainedPod } from '@wheelhouse/contracts';
import { systemClock } from '@wheelhouse/kit';
import type { Stored } from './stored.ts';
import { type PaperPlace, scalePlan, writeScale } from './paper-actions.ts';
import { drainPlan, figuresOf, writeDrain } from './paper-drains.ts';
import { showWorker } from './paper-worker.ts';
import type { Ask } from './world.ts';

/** As long as Kubernetes lets one be. */
const longName = `n${'w'.repeat(252)}`;

export interface HostileActions {
  readonly stored: readonly Stored[];
  /** Waits for approval. */
  readonly pendingId: string;
}

/** Actions with all the words that people, programs and clusters may write into them. */
export async function hostileActions(
  place: PaperPlace,
  ask: Ask,
  names: readonly string[],
  longOf: (name: string) => string,
): Promise<HostileActions> {
  const canceled = await askAndCancel(place, ask, names, longOf);
  const [first = '', second = ''] = names;
  const plan = scalePlan(place.clusterId, longName);
  const pendingId = await writeScale(place, longName, {
    reason: longOf(first),
    evidence: names.map((name) => ({ source: name, summary: longOf(name), url: `https://${longName}/<script>` })),
    plan: {
      ...plan,
      warnings: [{ code: 'hpa_not_visible', message: longOf(second) }],
      guards: [{ guard: 'protected_namespaces', effect: 'refuses', passes: false, message: longOf(first) }],
    },
  });
  const now = systemClock.now();
  const failedId = await writeScale(place, 'checkout', {
    status: 'failed',
    result: 'cluster_unreachable',
    error: { code: 'cluster_unreachable', message: longOf(first) },
    approved_by: { type: 'user', id: pendingId, override_reason: longOf(second) },
    note: names.join(' '),
    expires_at: null,
    started_at: now,
    finished_at: now,
  });
  const drained = await hostileDrain(place, longOf(first), longOf(second));
  const because = longOf(names.join(' '));
  await ask('POST', '/agents/action/api/v1/kill-switch/engage', { cluster_id: place.clusterId, reason: because });
  const [pending, failed] = [`/actions/${pendingId}`, `/actions/${failedId}`];
  const stored: readonly Stored[] = [
    ...canceled,
    ...drained,
    ...['/', pending].map((path) => ({ kind: 'reason of an action', text: longOf(first), path })),
    ...['/actions', `/clusters/${place.clusterId}/actions`, pending].map((path) => ({
      kind: 'target of an action',
      text: longName,
      path,
    })),
    ...names.map((name) => ({ kind: 'evidence', text: longOf(name), path: pending })),
    { kind: 'reason of the kill switch', text: because, path: '/settings/guards' },
    { kind: 'guard of a plan', text: longOf(first), path: pending },
    { kind: 'warning of a plan', text: longOf(second), path: pending },
    { kind: 'error of an action', text: longOf(first), path: failed },
    { kind: 'reason of a break-glass approval', text: longOf(second), path: failed },
    { kind: 'note of an approval', text: names.join(' '), path: failed },
  ];
  return { stored, pendingId };
}

/** What an API server, or a webhook behind it, may say of a pod; and what a plan may say of it. */
async function hostileDrain(place: PaperPlace, reason: string, remains: string): Promise<readonly Stored[]> {
  const now = systemClock.now();
  const plan = drainPlan(place.clusterId, longName);
  const pod: DrainedPod = {
    namespace: 'w'.repeat(63),
    pod: longName,
    owner: `Deployment ${longName}`,
    status: 'failed',
    reason,
    attempts: 5,
    blocked_by: [longName],
    next_try_at: null,
    deadline_at: null,
  };
  const id = await writeDrain(place, longName, {
    status: 'failed',
    plan: { ...plan, drain: { ...plan.drain, remains } },
    details: { drain: figuresOf([pod], now), pods: [pod] },
    expires_at: null,
    started_at: now,
    finished_at: now,
  });
  const path = `/actions/${id}`;
  return [
    { kind: 'reason of a drained pod', text: reason, path },
    { kind: 'name of a drained pod', text: longName, path },
    { kind: 'what a drain leaves', text: remains, path },
  ];
}

/** What the public API takes by itself. */
async function askAndCancel(
  place: PaperPlace,
  ask: Ask,
  names: readonly string[],
  longOf: (name: string) => string,
): Promise<readonly Stored[]> {
  const actions = '/agents/action/api/v1/actions';
  const [reason, note] = [longOf(names.join(' ')), longOf(names.toReversed().join(' '))];
  await showWorker(place);
  const asked = { node_name: longName, cluster_id: place.clusterId, reason };
  const id = String((await ask('POST', `${actions}/uncordon`, asked))['id']);
  await ask('POST', `${actions}/${id}/cancel`, { reason: note });
  const path = `/actions/${id}`;
  return [
    { kind: 'reason of an action', text: reason, path },
    { kind: 'reason of a cancel', text: note, path },
  ];
}
