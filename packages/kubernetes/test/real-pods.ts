import { engineSetting, eventually, type Namespace } from '@wheelhouse/testkit';
import { nodeTaint } from '../../../dev/engines/node/machine.ts';
import type { ClusterClient } from '../src/index.ts';
import type { Made } from './kube.ts';

/** Pods of the test image on the real node. */

interface PodRead {
  readonly status: {
    readonly phase: string;
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
    readonly containerStatuses?: readonly { readonly restartCount: number }[];
  };
}

export interface RealPods {
  /** What the test image is told; its main.go lists the variables. */
  readonly run: (name: string, env?: Readonly<Record<string, string>>, args?: readonly string[]) => Promise<void>;
  readonly whenReady: (name: string) => Promise<void>;
  readonly whenEnded: (name: string) => Promise<void>;
  readonly whenRestarted: (name: string) => Promise<void>;
  readonly remove: (name: string) => Promise<void>;
  /** A Service for this pod, that leads to this port of it. */
  readonly expose: (name: string, pod: string, targetPort: number) => Promise<void>;
}

export function realPods(client: ClusterClient, { path }: Namespace): RealPods {
  const until = (name: string, isSo: (status: PodRead['status']) => boolean | undefined) =>
    eventually(async () => {
      const { status } = await client.get<PodRead>(`${path}/pods/${name}`);
      if (isSo(status) !== true) throw new Error(`pod ${name} is ${JSON.stringify(status)}`);
    });
  return {
    run: async (name, env = {}, args) => {
      const variables = Object.entries(env).map(([variable, value]) => ({ name: variable, value }));
      const container = { name: 'web', image: engineSetting('TEST_IMAGE'), env: variables, args };
      const pod = {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name, labels: { app: name } },
        spec: {
          nodeSelector: { [nodeTaint]: 'true' },
          tolerations: [{ key: nodeTaint, operator: 'Exists' }],
          terminationGracePeriodSeconds: 1,
          restartPolicy: args === undefined ? 'Always' : 'Never',
          containers: [container],
        },
      };
      // A new namespace takes none before its service account has been made.
      await eventually(() => client.create(`${path}/pods`, pod));
    },
    whenReady: (name) =>
      until(name, ({ conditions }) => conditions?.some(({ type, status }) => type === 'Ready' && status === 'True')),
    whenEnded: (name) => until(name, ({ phase }) => phase === 'Succeeded'),
    whenRestarted: (name) =>
      until(name, ({ containerStatuses }) => containerStatuses?.some(({ restartCount }) => restartCount > 0)),
    remove: async (name) => {
      const { metadata } = await client.get<Made>(`${path}/pods/${name}`);
      await client.delete(`${path}/pods/${name}`, { uid: metadata.uid });
    },
    expose: async (name, pod, targetPort) => {
      const spec = { selector: { app: pod }, ports: [{ name: 'http', port: 80, targetPort }] };
      await client.create(`${path}/services`, { apiVersion: 'v1', kind: 'Service', metadata: { name }, spec });
    },
  };
}
