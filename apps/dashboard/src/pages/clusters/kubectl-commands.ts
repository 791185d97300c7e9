/** Where this installation serves the manifest. */
export const manifestPath = '/api/platform/api/v1/cluster-manifest';

/** Makes the service account; kubectl needs no credential for the manifest, which holds no secret. */
export function applyCommand(origin: string): string {
  return `kubectl apply -f ${origin}${manifestPath}`;
}

/** Prints a kubeconfig of that account: what the caller's own says of the cluster, and the account's token. */
export const printCommand = `echo "{clusters: [{name: c, cluster: $(kubectl config view --minify --raw --flatten -o jsonpath='{.clusters[0].cluster}')}],
 users: [{name: u, user: {token: $(kubectl -n wheelhouse get secret wheelhouse-monitor-token -o go-template='{{.data.token | base64decode}}')}}],
 contexts: [{name: c, context: {cluster: c, user: u}}], current-context: c}"`;

/** A terminal may break long lines where none end; between braces a line end means nothing. */
export function unbroken(printed: string): string {
  const text = printed.trim();
  return text.startsWith('{') ? text.replaceAll(/\r?\n/g, '') : text;
}
