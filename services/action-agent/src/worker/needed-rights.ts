import type { Right } from '@wheelhouse/kubernetes';

/** All that deploy/rbac/action-agent.yaml grants. */
export const neededRights: readonly Right[] = [
  { verb: 'list', resource: 'pods' },
  { verb: 'get', resource: 'pods' },
  { verb: 'delete', resource: 'pods' },
  { verb: 'list', resource: 'nodes' },
  { verb: 'get', resource: 'nodes' },
  { verb: 'patch', resource: 'nodes' },
  { verb: 'list', group: 'apps', resource: 'deployments' },
  { verb: 'get', group: 'apps', resource: 'deployments' },
  { verb: 'patch', group: 'apps', resource: 'deployments' },
  { verb: 'update', group: 'apps', resource: 'deployments' },
  { verb: 'create', resource: 'pods', subresource: 'eviction' },
  { verb: 'list', group: 'policy', resource: 'poddisruptionbudgets' },
];
