import type { ManagedFieldsEntry } from '../src/index.ts';

export const restarted = 'kubectl.kubernetes.io/restartedAt';

interface Container {
  readonly name: string;
  readonly image: string;
}

/** What tests look at. */
export interface DeploymentRead {
  readonly metadata: {
    readonly name: string;
    readonly uid: string;
    readonly resourceVersion: string;
    readonly generation: number;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly labels?: Readonly<Record<string, string>>;
    readonly finalizers?: readonly string[];
    readonly managedFields?: readonly ManagedFieldsEntry[];
  };
  readonly spec: {
    readonly replicas: number;
    readonly template: {
      readonly metadata: {
        readonly labels: Readonly<Record<string, string>>;
        readonly annotations?: Readonly<Record<string, string>>;
      };
      readonly spec: { readonly containers: readonly Container[] };
    };
  };
  readonly status?: { readonly observedGeneration?: number };
}

export type DeploymentWritten = ReturnType<typeof deploymentOf>;

/** As an app's revision says it: without replicas. Nobody schedules its pods. */
export function deploymentOf(name: string, image = 'web:1') {
  const labels = { app: name };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, labels },
    spec: {
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { schedulerName: 'nobody', containers: [{ name: 'web', image }] } },
    },
  };
}
