/** What our objects in a cluster are called, and how they are known again. */

/** Its value is the id of the app. */
export const appLabel = 'wheelhouse.dev/app';
/** Of objects, never of pods: what changes nothing restarts nothing. */
export const revisionAnnotation = 'wheelhouse.dev/revision';

/** Owns everything that an app says, except how many replicas it has. */
export const contentManager = 'wheelhouse';
/** Owns that alone: whoever owned the count and applied without it would reset it to 1. */
export const scaleManager = 'wheelhouse-scale';

export const appServiceAccount = 'wheelhouse-app';

export function paths(namespace: string, name: string) {
  const inside = `namespaces/${namespace}`;
  return {
    namespace: `/api/v1/${inside}`,
    deployments: `/apis/apps/v1/${inside}/deployments`,
    deployment: `/apis/apps/v1/${inside}/deployments/${name}`,
    replicaSets: `/apis/apps/v1/${inside}/replicasets`,
    services: `/api/v1/${inside}/services`,
    service: `/api/v1/${inside}/services/${name}`,
    budgets: `/apis/policy/v1/${inside}/poddisruptionbudgets`,
    budget: `/apis/policy/v1/${inside}/poddisruptionbudgets/${name}`,
    pods: `/api/v1/${inside}/pods`,
    events: `/api/v1/${inside}/events`,
  } as const;
}

export function selectorOf(appId: string): string {
  return `${appLabel}=${appId}`;
}
