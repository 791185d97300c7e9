import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { engineSetting, eventually, type Kube, reservedTaint } from '@wheelhouse/testkit';
import { nodeTaint } from '../../../dev/engines/node/machine.ts';

/** Pods of the test image on the real node, and what becomes of them while it is drained. */

export interface ServingPod {
  readonly name: string;
  readonly uid: string;
  readonly address: string;
}

interface Given {
  readonly namespace: string;
  readonly name: string;
  readonly replicas: number;
  /** How long it goes on answering after it was asked to end. */
  readonly endAfter: string;
  readonly graceSeconds: number;
  /** Where they may run. */
  readonly nodes: readonly string[];
}

export async function serve(
  { client }: Kube,
  { namespace, name, replicas, endAfter, graceSeconds, nodes }: Given,
): Promise<void> {
  const labels = { app: name };
  const onThese = { matchExpressions: [{ key: 'kubernetes.io/hostname', operator: 'In', values: nodes }] };
  await client.create(`/apis/apps/v1/namespaces/${namespace}/deployments`, {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          affinity: {
            nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [onThese] } },
          },
          tolerations: [nodeTaint, reservedTaint.key].map((key) => ({ key, operator: 'Exists', effect: 'NoSchedule' })),
          terminationGracePeriodSeconds: graceSeconds,
          containers: [
            {
              name: 'web',
              image: engineSetting('TEST_IMAGE'),
              env: [{ name: 'END_AFTER', value: endAfter }],
              readinessProbe: { httpGet: { path: '/', port: 8080 }, periodSeconds: 1 },
            },
          ],
        },
      },
    },
  });
}

interface ListedPod {
  readonly metadata: { readonly name: string; readonly uid: string };
  readonly spec: { readonly nodeName?: string };
  readonly status: {
    readonly podIP?: string;
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  };
}

/** When nothing runs on that node any more but what belongs to it. */
export async function isFree(kube: Kube, node: string): Promise<void> {
  await eventually(async () => {
    const query = { fieldSelector: `spec.nodeName=${node}` };
    const { items } = await kube.client.get<{ readonly items: readonly OwnedPod[] }>('/api/v1/pods', query);
    const left = items.filter(
      ({ metadata }) => metadata.ownerReferences?.every(({ kind }) => kind !== 'DaemonSet') ?? true,
    );
    if (left.length > 0)
      throw new Error(`${left.map(({ metadata }) => metadata.name).join(', ')} still run on ${node}`);
  }, 90_000);
}

interface OwnedPod {
  readonly metadata: { readonly name: string; readonly ownerReferences?: readonly { readonly kind: string }[] };
}

/** When all of them are ready on that node. */
export async function servingOn(kube: Kube, namespace: string, node: string, count: number): Promise<ServingPod[]> {
  return eventually(async () => {
    const path = `/api/v1/namespaces/${namespace}/pods`;
    const { items } = await kube.client.get<{ readonly items: readonly ListedPod[] }>(path);
    const ready = items.filter(
      ({ spec, status }) =>
        spec.nodeName === node && status.conditions?.some((one) => one.type === 'Ready' && one.status === 'True'),
    );
    if (ready.length !== count) throw new Error(`${ready.length} of ${count} pods are ready on ${node}`);
    return ready.map(({ metadata, status }) => ({ ...metadata, address: status.podIP ?? '' }));
  });
}

/** Asks all of them again and again until it is told to stop. */
export class Load {
  /** Who has answered, by the name of the pod. */
  readonly answered = new Set<string>();
  /** Since when each does not answer any more. */
  readonly #silent = new Map<string, number>();
  readonly #stop = new AbortController();
  readonly #asking: Promise<void>[];

  constructor(pods: readonly ServingPod[], everyMs: number) {
    this.#asking = pods.map((pod) => this.#ask(pod, everyMs));
  }

  silentSince(name: string): number | undefined {
    return this.#silent.get(name);
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#asking);
  }

  /** Two failures in a row are its silence; one may be of a machine that stood still. */
  async #ask({ name, address }: ServingPod, everyMs: number): Promise<void> {
    let failures = 0;
    while (!this.#stop.signal.aborted) {
      const answer = await fetch(`http://${address}:8080/`, { signal: AbortSignal.timeout(5_000) }).catch(
        () => undefined,
      );
      if (answer?.ok === true) {
        failures = 0;
        this.answered.add(name);
        this.#silent.delete(name);
      } else {
        failures += 1;
        if (failures === 2) this.#silent.set(name, Date.now());
      }
      await wait(everyMs);
    }
  }
}

/** When it was asked to end, by its own words and the node's clock: undefined until it was. */
export function heardSigterm(namespace: string, { name }: ServingPod): { readonly at: () => number | undefined } {
  let [at, text]: [number | undefined, string] = [undefined, ''];
  const args = ['--kubeconfig', engineSetting('KUBECONFIG'), '-n', namespace, 'logs', '-f', '--timestamps', name];
  const logs = spawn(engineSetting('KUBECTL'), args, { stdio: ['ignore', 'pipe', 'ignore'] });
  logs.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8');
    const [, written] = /^(\S+) asked to end$/m.exec(text) ?? [];
    if (written !== undefined) at ??= Date.parse(written);
  });
  return { at: () => at };
}
