/**
 * How programs are told to send signals, in the same words in dashboard and terminal. No token stands in it: whoever sends
 * reads it from a file, or asks for it.
 */

const signalsPath = '/api/incidents/api/v1/signals';

/** Stands where somebody has to name the cluster that alerts are of: the token may send for any. */
export const unnamedCluster = 'CLUSTER_ID';

/** For the configuration of an Alertmanager; `clusterId` where the token does not say which cluster its alerts are of. */
export function alertmanagerReceiver(installationUrl: string, clusterId?: string): string {
  const query = clusterId === undefined ? '' : `?cluster_id=${clusterId}`;
  return `receivers:
  - name: wheelhouse
    webhook_configs:
      - url: ${installationUrl}${signalsPath}/alertmanager${query}
        send_resolved: true
        http_config:
          authorization:
            credentials_file: /etc/alertmanager/wheelhouse-token`;
}

/** One signal of a program of one's own. It asks for the token, so that it stands in no history of a shell. */
export function signalCommand(installationUrl: string, clusterId?: string): string {
  const signal = {
    key: 'checkout-latency',
    rule: 'latency_p95',
    severity: 'high',
    message: 'p95 of checkout is above 2 s',
    ...(clusterId === undefined ? {} : { cluster_id: clusterId }),
    namespace: 'shop',
    service: 'checkout',
  };
  return `read -rs SIGNAL_TOKEN && curl -sS ${installationUrl}${signalsPath} -H "Authorization: Bearer $SIGNAL_TOKEN" -H 'Content-Type: application/json' -d '${JSON.stringify({ signals: [signal] })}'`;
}
