/** All that deploy/rbac/k8s-monitor.yaml makes but the namespace, which the action agent's account is in too. */
export const ofMonitor = [
  'serviceaccount/wheelhouse-monitor',
  'secret/wheelhouse-monitor-token',
  'clusterrole/wheelhouse-monitor',
  'clusterrolebinding/wheelhouse-monitor',
];
