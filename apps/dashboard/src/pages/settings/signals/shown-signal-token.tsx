import { alertmanagerReceiver, signalCommand, unnamedCluster } from '@wheelhouse/contracts';
import { installationUrl } from '../../../api/client.ts';
import { useClusters } from '../../../api/clusters.ts';
import { Command } from '../../../design/copy.tsx';
import { ShownOnce } from '../../../design/secret.tsx';
import type { CreatedSignalToken } from './create-signal-token.tsx';

interface ShownSignalTokenProps {
  readonly token: CreatedSignalToken;
  readonly onClose: () => void;
}

/** With what its sender is told. Where the token does not say which cluster, and there are several, the sender has to. */
export function ShownSignalToken({ token, onClose }: ShownSignalTokenProps) {
  const { name, prefix, cluster_id } = token;
  const { clusters } = useClusters();
  const cluster = cluster_id === null && clusters.length > 1 ? unnamedCluster : undefined;
  return (
    <ShownOnce
      title={`Signal token ${name}`}
      what="signal token"
      value={token.token}
      fileName={`wheelhouse-signal-token-${prefix}.txt`}
      onClose={onClose}
    >
      <p>
        For Alertmanager, put the token into <code>/etc/alertmanager/wheelhouse-token</code>, add this receiver to its
        configuration, and name it in a route:
      </p>
      <Command what="the receiver">{alertmanagerReceiver(installationUrl, cluster)}</Command>
      <p>For a program of your own, run this, paste the token and press Enter:</p>
      <Command>{signalCommand(installationUrl, cluster)}</Command>
      {cluster !== undefined && (
        <p>
          Replace <code>{cluster}</code> in both with the id of the cluster that the signals are of.
        </p>
      )}
    </ShownOnce>
  );
}
