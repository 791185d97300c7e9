import type { KubernetesObject } from './api.ts';

type Trust = { readonly caBundle: string } | { readonly insecureSkipTLSVerify: true };

/** What tells the API server that metrics.k8s.io is served at this port of its own host. */
export function metricsRegistration(
  port: number,
  trust: Trust,
): readonly (KubernetesObject & { readonly collection: string })[] {
  const service = { name: 'metrics-server', namespace: 'kube-system' };
  return [
    {
      collection: '/api/v1/namespaces/kube-system/services',
      apiVersion: 'v1',
      kind: 'Service',
      metadata: service,
      // Endpoints may not be loopback addresses; an external name may.
      spec: { type: 'ExternalName', externalName: 'localhost' },
    },
    {
      collection: '/apis/apiregistration.k8s.io/v1/apiservices',
      apiVersion: 'apiregistration.k8s.io/v1',
      kind: 'APIService',
      metadata: { name: 'v1beta1.metrics.k8s.io' },
      spec: {
        group: 'metrics.k8s.io',
        version: 'v1beta1',
        groupPriorityMinimum: 100,
        versionPriority: 100,
        ...trust,
        service: { ...service, port },
      },
    },
  ];
}
