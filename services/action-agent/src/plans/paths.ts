/** Where the API server keeps what the agent reads and changes. */

export function nodePath(name: string): string {
  return `/api/v1/nodes/${encodeURIComponent(name)}`;
}

export function podsPath(namespace: string): string {
  return `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods`;
}

export function podPath(namespace: string, name: string): string {
  return `${podsPath(namespace)}/${encodeURIComponent(name)}`;
}

export function deploymentsPath(namespace: string): string {
  return `/apis/apps/v1/namespaces/${encodeURIComponent(namespace)}/deployments`;
}

export function deploymentPath(namespace: string, name: string): string {
  return `${deploymentsPath(namespace)}/${encodeURIComponent(name)}`;
}

export function budgetsPath(namespace: string): string {
  return `/apis/policy/v1/namespaces/${encodeURIComponent(namespace)}/poddisruptionbudgets`;
}
