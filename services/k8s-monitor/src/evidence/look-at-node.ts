import type { Facts } from '@wheelhouse/contracts';
import { found } from '../live/asking.ts';
import { listed } from '../live/listed.ts';
import { inOrder, isFinished, type PagePod } from '../live/pods.ts';
import { cordonedBy } from '../node-page/page.ts';
import { keepNode } from '../state/keep.ts';
import type { RawNode } from '../state/raw.ts';
import { noRequests, requestsOf, sum } from '../state/requests.ts';
import { budgetsCovering } from './budgets.ts';
import { type Looking, mostPods, type Needs, nothingTold, type Told } from './looking.ts';
import { factPod } from './pods.ts';
import { warningsOf } from './warnings.ts';

/** More than a node takes unless somebody has set that on purpose. */
const mostRead = 499;

export async function lookAtNode(looking: Looking, name: string): Promise<Told> {
  const { client, parts, at, signal, partsSignal } = looking;
  const live = await found(client.get<RawNode>(`/api/v1/nodes/${name}`, {}, signal));
  if (live === undefined) return nothingTold;
  const fieldSelector = `spec.nodeName=${name}`;
  const [seen, warnings] = await Promise.all([
    parts.see('pods', listed<PagePod>(client, '/api/v1/pods', { fieldSelector, signal: partsSignal }, mostRead)),
    warningsOf(looking, undefined, { kind: 'Node', name }),
  ]);
  const pods = inOrder(seen?.items ?? []);
  const running = pods.filter((pod) => !isFinished(pod));
  const leaving = running.filter(leavesWithDrain);
  const isAll = seen?.isAll === true;
  const labelled = leaving.map(({ metadata: { namespace = '', labels = {} } }) => ({ namespace, labels }));
  return {
    ...nothingTold,
    exists: true,
    node: factNode(live, isAll ? running.length : null),
    pods: pods.slice(0, mostPods).map((pod) => factPod(pod, null, at)),
    pods_total: isAll ? pods.length : null,
    budgets: await budgetsCovering(looking, undefined, labelled),
    warnings,
    needs: isAll ? needsOf(leaving) : undefined,
  };
}

/** Those of DaemonSets stay, and those that a kubelet runs of its own accord have no place elsewhere. */
function leavesWithDrain({ metadata: { ownerReferences = [] } }: PagePod): boolean {
  return !ownerReferences.some(
    ({ kind, controller }) => controller === true && (kind === 'DaemonSet' || kind === 'Node'),
  );
}

function needsOf(pods: readonly PagePod[]): Needs {
  return { ...pods.map(({ spec }) => requestsOf(spec)).reduce(sum, noRequests), pods: pods.length };
}

/** How often it became not ready is known from its issues. */
function factNode(live: RawNode, pods: number | null): NonNullable<Facts['node']> {
  const { name, ready, readySince, pressures, pressureSince, cordoned, cordonedSince } = keepNode(live);
  return {
    name,
    ready,
    ready_since: iso(readySince),
    pressures: [...pressures],
    pressure_since: iso(pressureSince),
    cordoned,
    cordoned_since: iso(cordonedSince),
    cordoned_by: (cordoned && cordonedBy(live)?.manager) || null,
    pods,
    not_ready_in_hour: 0,
  };
}

function iso(at: number | undefined): string | null {
  return at === undefined ? null : new Date(at).toISOString();
}
