import { type Answer, eventually, type Kube, type Namespace } from '@wheelhouse/testkit';
import { expect } from 'vitest';

/** What somebody deploys with kubectl alone: Wheelhouse knows nothing of it but what it watches. */

export interface Deployed {
  readonly replicas?: number;
  readonly annotations?: Readonly<Record<string, string>>;
  /** Merged into the spec of its pods. */
  readonly pod?: object;
  readonly image?: string;
}

const inside = ({ name }: Pick<Namespace, 'name'>) => `namespaces/${name}`;

export async function deploy(
  { client }: Kube,
  namespace: Pick<Namespace, 'name'>,
  name: string,
  node: string,
  { replicas = 1, annotations = {}, pod = {}, image = 'registry.example/web:1' }: Deployed = {},
): Promise<void> {
  const labels = { app: name };
  await client.create(`/apis/apps/v1/${inside(namespace)}/deployments`, {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels, annotations },
        spec: {
          nodeSelector: { 'kubernetes.io/hostname': node },
          tolerations: [{ operator: 'Exists' }],
          terminationGracePeriodSeconds: 0,
          containers: [{ name: 'web', image, resources: { requests: { cpu: '100m', memory: '64Mi' } } }],
          ...pod,
        },
      },
    },
  });
}

/** A page as soon as it is as expected. */
export function page(ask: () => Promise<Answer>, expected: object, limitMs = 30_000): Promise<Answer['body']> {
  return eventually(async () => {
    const { status, body } = await ask();
    expect([status, body.error?.message]).toEqual([200, undefined]);
    expect(body).toMatchObject(expected);
    return body;
  }, limitMs);
}
