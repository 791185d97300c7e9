import { type Api, mustHave } from './api.ts';
import { inParallel, nodeSize } from './fleet.ts';

/**
 * Nodes and pods that only stand there, for proofs about numbers: written once through the API,
 * played by nobody. Their cluster needs ENGINES_NODE_GRACE of hours, or it would think them gone.
 */

export const standingLabel = 'wheelhouse.dev/fleet=standing';
const [labelName = '', labelValue = ''] = standingLabel.split('=');

export function standingNodeName(index: number): string {
  return `standing-${String(index).padStart(4, '0')}`;
}

/** What a kubelet would say of its node; a merge patch of the list replaces all of it. */
export function nodeConditions(ready: boolean): readonly object[] {
  const now = new Date().toISOString();
  const condition = (type: string, status: string, reason: string) => ({
    type,
    status,
    reason,
    lastHeartbeatTime: now,
    lastTransitionTime: now,
  });
  return [
    ready ? condition('Ready', 'True', 'KubeletReady') : condition('Ready', 'False', 'KubeletNotReady'),
    condition('MemoryPressure', 'False', 'KubeletHasSufficientMemory'),
    condition('DiskPressure', 'False', 'KubeletHasNoDiskPressure'),
    condition('PIDPressure', 'False', 'KubeletHasSufficientPID'),
  ];
}

export async function writeStandingNodes(api: Api, count: number, width: number): Promise<void> {
  const conditions = nodeConditions(true);
  await inParallel([...Array(count).keys()], width, async (index) => {
    const name = standingNodeName(index);
    const metadata = { name, labels: { [labelName]: labelValue, 'kubernetes.io/hostname': name } };
    const node = { apiVersion: 'v1', kind: 'Node', metadata, status: { ...nodeSize, conditions } };
    mustHave(await api.call('POST', '/api/v1/nodes', node), `making ${name}`);
  });
}

export interface PodIdentity {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly ownerReferences?: readonly object[];
}

function ofNobody(index: number): PodIdentity {
  return { name: `standing-${String(index).padStart(5, '0')}`, labels: { app: `app-${index % 500}` } };
}

/** Spreads the pods over the nodes evenly; each is made, then told to be Running and ready. */
export async function writeStandingPods(
  api: Api,
  namespace: string,
  count: number,
  nodes: number,
  width: number,
  onWritten: () => void,
  identityOf: (index: number) => PodIdentity = ofNobody,
): Promise<void> {
  const collection = `/api/v1/namespaces/${namespace}/pods`;
  const startedAt = new Date().toISOString();
  const status = {
    phase: 'Running',
    startTime: startedAt,
    conditions: ['Initialized', 'Ready', 'ContainersReady', 'PodScheduled'].map((type) => ({ type, status: 'True' })),
    containerStatuses: [
      {
        name: 'c',
        image: 'c',
        imageID: 'c',
        ready: true,
        restartCount: 0,
        started: true,
        state: { running: { startedAt } },
      },
    ],
  };
  await inParallel([...Array(count).keys()], width, async (index) => {
    const metadata = identityOf(index);
    const { name } = metadata;
    const spec = {
      nodeName: standingNodeName(index % nodes),
      automountServiceAccountToken: false,
      containers: [{ name: 'c', image: 'c' }],
    };
    mustHave(await api.call('POST', collection, { apiVersion: 'v1', kind: 'Pod', metadata, spec }), `making ${name}`);
    mustHave(await api.call('PATCH', `${collection}/${name}/status`, { status }), `starting ${name}`);
    onWritten();
  });
}

interface PodPage {
  readonly metadata: { readonly continue?: string };
  readonly items: readonly { readonly status: { readonly phase: string } }[];
}

/** How many pods of the namespace are in each phase, counted page by page. */
export async function podPhases(api: Api, namespace: string): Promise<ReadonlyMap<string, number>> {
  const phases = new Map<string, number>();
  for (let next = ''; ; ) {
    const answer = await api.call(
      'GET',
      `/api/v1/namespaces/${namespace}/pods?limit=2000&continue=${encodeURIComponent(next)}`,
    );
    mustHave(answer, 'listing pods');
    const page = JSON.parse(answer.text) as PodPage;
    for (const { status } of page.items) phases.set(status.phase, (phases.get(status.phase) ?? 0) + 1);
    next = page.metadata.continue ?? '';
    if (next === '') return phases;
  }
}
