import { type ClusterClient, lastSetBy } from '@wheelhouse/kubernetes';
import { found } from '../live/asking.ts';
import { eventsAbout, type EventShown } from '../live/events.ts';
import { listed } from '../live/listed.ts';
import { inOrder, isFinished, isoTime, type PagePod, shownPod } from '../live/pods.ts';
import type { Node } from '../nodes/schema.ts';
import type { SetBy } from '../state/facts.ts';
import { keepNode, ownerOf } from '../state/keep.ts';
import { kibibytes, millis } from '../state/quantity.ts';
import { noRequests, requestsOf, sum } from '../state/requests.ts';
import type { RawNode } from '../state/raw.ts';
import { timeOf } from '../state/times.ts';
import { ownerShown, shownBy } from '../workload-page/page.ts';
import { conditionsOf, messageOf } from './conditions.ts';
import type { NodePage, NodePod } from './schema.ts';

interface Looked {
  readonly live: RawNode;
  readonly pods: readonly PagePod[];
  readonly isAllPods: boolean;
  readonly events: readonly EventShown[] | undefined;
}

/** What of a page is told by the cluster; the rest is kept here. */
type Told = Omit<NodePage, 'issues'>;

const mostRead = 500;
const mostPods = 200;
const mostEvents = 20;
const kibibyte = 1_024;

/** Undefined: there is no such node. */
export async function lookAtNode(
  client: ClusterClient,
  name: string,
  signal: AbortSignal,
): Promise<Looked | undefined> {
  const fieldSelector = `spec.nodeName=${name}`;
  const [live, pods, events] = await Promise.all([
    found(client.get<RawNode>(`/api/v1/nodes/${name}`, {}, signal)),
    listed<PagePod>(client, '/api/v1/pods', { fieldSelector, signal }, mostRead),
    eventsAbout(client, undefined, [{ kind: 'Node', name }], signal),
  ]);
  return live && { live, pods: pods.items, isAllPods: pods.isAll, events };
}

/** As the cluster told it just now; what it uses is known from the last time that was asked. */
export function toldNode(known: Node, { live, pods, isAllPods, events }: Looked, at: Date): Told {
  const { metadata, spec, status } = live;
  const facts = keepNode(live);
  const conditions = conditionsOf(status?.conditions ?? []);
  const running = pods.filter((pod) => !isFinished(pod));
  const requests = running.map(({ spec: of }) => requestsOf(of)).reduce(sum, noRequests);
  const info = status?.nodeInfo;
  return {
    ...known,
    status: facts.ready === 'True' ? 'Ready' : facts.ready === 'False' ? 'NotReady' : 'Unknown',
    status_since: facts.readySince === undefined ? null : new Date(facts.readySince).toISOString(),
    cordoned: facts.cordoned,
    pressures: [...facts.pressures],
    pods: isAllPods ? running.length : known.pods,
    message: messageOf(conditions, facts.cordoned),
    created_at: isoTime(metadata.creationTimestamp),
    conditions: [...conditions],
    taints: (spec?.taints ?? []).map(({ key, value, effect = '', timeAdded }) => ({
      key,
      value: value ?? null,
      effect,
      since: isoTime(timeAdded),
    })),
    labels: { ...metadata.labels },
    cordoned_since: facts.cordonedSince === undefined ? null : new Date(facts.cordonedSince).toISOString(),
    cordoned_by: facts.cordoned ? shownBy(cordonedBy(live)) : null,
    cpu_capacity: millis(status?.capacity?.['cpu']),
    memory_capacity: kibibytes(status?.capacity?.['memory']) * kibibyte,
    cpu_requests: isAllPods ? requests.cpuMillis : null,
    memory_requests: isAllPods ? requests.memoryKiB * kibibyte : null,
    system:
      info === undefined
        ? null
        : {
            os_image: info.osImage ?? '',
            kernel: info.kernelVersion ?? '',
            container_runtime: info.containerRuntimeVersion ?? '',
            architecture: info.architecture ?? '',
          },
    pod_list: inOrder(pods)
      .slice(0, mostPods)
      .map((pod) => nodePod(pod, at)),
    pods_total: isAllPods ? pods.length : null,
    events: events === undefined ? null : events.slice(0, mostEvents),
    observed_at: at.toISOString(),
    stale: false,
    fault: null,
  };
}

function nodePod(pod: PagePod, at: Date): NodePod {
  const { cpuMillis, memoryKiB } = requestsOf(pod.spec);
  return {
    ...shownPod(pod, at),
    namespace: pod.metadata.namespace ?? '',
    owner: ownerShown(ownerOf(pod.metadata)),
    cpu_requests: cpuMillis,
    memory_requests: memoryKiB * kibibyte,
  };
}

/** Who has set last whether it takes pods, as far as the API server says. */
export function cordonedBy({ metadata }: RawNode): SetBy | undefined {
  const last = lastSetBy(metadata.managedFields, ['spec', 'unschedulable']);
  return last && { manager: last.manager, at: timeOf(last.time) };
}

/** As it was last known, where the cluster does not answer. */
export function staleNode(known: Node, observedAt: Date | null, fault: string): Told {
  return {
    ...known,
    message: null,
    created_at: null,
    conditions: [],
    taints: [],
    labels: {},
    cordoned_since: null,
    cordoned_by: null,
    cpu_capacity: null,
    memory_capacity: null,
    cpu_requests: null,
    memory_requests: null,
    system: null,
    pod_list: [],
    pods_total: null,
    events: null,
    observed_at: observedAt?.toISOString() ?? null,
    stale: true,
    fault,
  };
}
