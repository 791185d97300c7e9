/** A service account that a manifest of ours makes. */
export interface Account {
  /** Where this installation serves that manifest. */
  readonly manifestPath: string;
  /** The Secret in which Kubernetes puts its token. */
  readonly secret: string;
  /** What the form calls its part of it: labels differ where both are on one page. */
  readonly suffix: '' | ' for deploying';
  /** Where the API has its fields. */
  readonly within: '' | 'deploy_access.';
}

export const monitorAccount: Account = {
  manifestPath: '/api/platform/api/v1/cluster-manifest',
  secret: 'wheelhouse-monitor-token',
  suffix: '',
  within: '',
};

export const deployAccount: Account = {
  manifestPath: '/api/platform/api/v1/deploy-manifest',
  secret: 'wheelhouse-platform-token',
  suffix: ' for deploying',
  within: 'deploy_access.',
};

/** Makes the service account; kubectl needs no credential for the manifest, which holds no secret. */
export function applyCommand(origin: string, { manifestPath }: Account): string {
  return `kubectl apply -f ${origin}${manifestPath}`;
}

/** Prints a kubeconfig of that account: what the caller's own says of the cluster, and the account's token. */
export function printCommand({ secret }: Account): string {
  return `echo "{clusters: [{name: c, cluster: $(kubectl config view --minify --raw --flatten -o jsonpath='{.clusters[0].cluster}')}],
 users: [{name: u, user: {token: $(kubectl -n wheelhouse get secret ${secret} -o go-template='{{.data.token | base64decode}}')}}],
 contexts: [{name: c, context: {cluster: c, user: u}}], current-context: c}"`;
}

/** A terminal may break long lines where none end; between braces a line end means nothing. */
export function unbroken(printed: string): string {
  const text = printed.trim();
  return text.startsWith('{') ? text.replaceAll(/\r?\n/g, '') : text;
}
