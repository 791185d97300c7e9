/** Why a cluster is in its phase, and what to do about it. docs/guides/clusters.md has the same table; a test compares them. */
export const clusterReasons = {
  not_contacted: {
    means: 'The cluster was registered and has not been contacted yet.',
    next: 'Wait a moment; the first contact takes a few seconds.',
  },
  ready: {
    means: 'The API server responds, and nodes, pods and workloads can be watched.',
    next: 'Nothing to do; `rights` lists any optional permissions that are missing.',
  },
  rights_missing: {
    means: 'The API server responds, but the credentials are not allowed to read something that health depends on.',
    next: 'Run `wheelhouse clusters connect` or apply the manifest again, or grant what `message` lists; the change is noticed within seconds.',
  },
  unauthorized: {
    means: 'The API server does not accept the credentials: they are wrong, revoked or expired.',
    next: 'Run `wheelhouse clusters connect`, or create new credentials and send them with PATCH.',
  },
  forbidden: {
    means: 'The API server accepts the credentials but does not allow them even to check their own permissions.',
    next: 'Check that `server` has no superfluous path; otherwise use the service account of the manifest (`wheelhouse clusters connect`).',
  },
  not_kubernetes: {
    means: 'Something responds at this address, but it is not a Kubernetes API server.',
    next: 'Check `server`: host, port, and the path if there is a proxy in front of the API server.',
  },
  server_error: {
    means: 'The API server returns an error.',
    next: 'Check the health of the API server (kubectl get --raw /readyz); it is retried every few seconds.',
  },
  address_refused: {
    means: 'The host name resolves to an address that is not public.',
    next: 'Ask an operator to allow the network with CLUSTER_ALLOWED_PRIVATE_CIDRS (docker compose: compose.local-clusters.yml), or use a public address.',
  },
  name_not_found: {
    means: 'The host name of `server` cannot be resolved.',
    next: "Check the name, and that this installation's DNS can resolve it.",
  },
  connection_refused: {
    means: 'Nothing is listening at this address and port.',
    next: 'Check the port, and that the API server is running.',
  },
  timeout: {
    means: 'There was no response in time.',
    next: 'Check that no firewall blocks the way from this installation to the API server.',
  },
  tls_failed: {
    means:
      'The TLS certificate of the API server was not accepted: it does not match the host name or the certificate authority.',
    next: "Send the cluster's own certificate authority and the name its certificate was issued for.",
  },
  protocol: {
    means: 'The response was not that of a Kubernetes API server.',
    next: 'Check that nothing in between (a proxy, a captive portal) responds in its place.',
  },
  connection_lost: {
    means: 'The connection was lost before the response was complete.',
    next: 'If this persists, check the network and any load balancer in front of the API server.',
  },
  too_large: {
    means: 'The cluster sends more than this installation accepts from one cluster.',
    next: 'If it really is this large, ask an operator to raise CLUSTER_MAX_OBJECTS, CLUSTER_MAX_MEBIBYTES or TENANT_MAX_MEBIBYTES, as the message says; otherwise check what responds at `server`.',
  },
  credentials_unreadable: {
    means: 'The credentials are sealed with a key this installation no longer has.',
    next: 'Ask an operator to restore the key in SECRETS_KEYS, or send new credentials with PATCH.',
  },
  probe_failed: {
    means: 'The probe failed because of a problem in this installation.',
    next: "Tell an operator; the log of the platform module has the cause, with the cluster's id.",
  },
} as const satisfies Readonly<Record<string, { readonly means: string; readonly next: string }>>;

export type ClusterReason = keyof typeof clusterReasons;

/** For people: what is known in this case, else what the reason means in general; and the next step. */
export function messageOf(reason: ClusterReason, known?: string): string {
  const { means, next } = clusterReasons[reason];
  return `${known ?? means} ${next}`;
}
