/** Where an app is found inside its cluster; null for a worker, which nobody calls. */
export function urlInCluster(name: string, namespace: string, port: number | null): string | null {
  return port === null ? null : `http://${name}.${namespace}.svc.cluster.local:${port}`;
}
