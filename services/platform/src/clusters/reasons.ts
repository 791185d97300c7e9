/** Why a cluster is in its phase, and what to do about it. docs/guides/clusters.md has the same table; a test compares them. */
export const clusterReasons = {
  not_contacted: {
    means: 'It has been registered, and nobody has reached it yet.',
    next: 'Wait a moment; the first look at it is a matter of seconds.',
  },
  ready: {
    means: 'It answers, and its nodes, pods and workloads can be watched.',
    next: 'Whether a right of lesser weight is missing stands in `rights`.',
  },
  rights_missing: {
    means: 'It answers, but its credentials may not read something that health is made of.',
    next: 'Apply deploy/rbac/k8s-monitor.yaml to the cluster, or grant what `message` names; it is seen within seconds.',
  },
  unauthorized: {
    means: 'Its API server does not know the credentials: they are wrong, revoked, or have expired.',
    next: 'Make new ones and send them with PATCH.',
  },
  forbidden: {
    means: 'Its API server knows the credentials and refuses even to say what they may do.',
    next: 'Check that `server` has no path too many; else use a service account, as deploy/rbac/k8s-monitor.yaml makes one.',
  },
  not_kubernetes: {
    means: 'Something answers there, but not as the API server of a cluster does.',
    next: 'Check `server`: host, port, and the path if there is a proxy before the API server.',
  },
  server_error: {
    means: 'Its API server answers with an error of its own.',
    next: "Look at the API server's own health (kubectl get --raw /readyz); it is tried again every few seconds.",
  },
  address_refused: {
    means: 'Its name leads to an address that is not public.',
    next: 'Have an operator allow the network in CLUSTER_ALLOWED_PRIVATE_CIDRS, or use a public address.',
  },
  name_not_found: {
    means: 'The host name of `server` cannot be resolved.',
    next: 'Check the name, and that the DNS of this installation knows it.',
  },
  connection_refused: {
    means: 'Nothing listens at that address and port.',
    next: 'Check the port, and that the API server runs.',
  },
  timeout: {
    means: 'No answer came in time.',
    next: 'Check that firewalls let this installation reach the API server.',
  },
  tls_failed: {
    means: 'The API server could not prove who it is: its certificate does not fit the name or the authority given.',
    next: "Send the cluster's own certificate authority and the name its certificate is made for.",
  },
  protocol: {
    means: 'What came back was not what an API server sends.',
    next: 'Check that nothing in between (a proxy, a captive portal) answers in its place.',
  },
  connection_lost: {
    means: 'The connection broke before an answer was whole.',
    next: 'If it stays so, look at the network and the load balancer before the API server.',
  },
  credentials_unreadable: {
    means: 'Its credentials are sealed with a key that this installation no longer has.',
    next: 'Have an operator put the key back into SECRETS_KEYS, or send new credentials with PATCH.',
  },
  probe_failed: {
    means: 'Looking at it failed for a reason that lies with this installation.',
    next: "Tell an operator; the module's log has the cause, with the cluster's id.",
  },
} as const satisfies Readonly<Record<string, { readonly means: string; readonly next: string }>>;

export type ClusterReason = keyof typeof clusterReasons;

/** For people: what is known in this case, else what the reason means in general; and the next step. */
export function messageOf(reason: ClusterReason, known?: string): string {
  const { means, next } = clusterReasons[reason];
  return `${known ?? means} ${next}`;
}
