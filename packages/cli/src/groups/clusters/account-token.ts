import { setTimeout as wait } from 'node:timers/promises';
import { Failure } from '../../failure.ts';
import { plain } from '../../output/plain.ts';
import type { Progress } from '../../output/progress.ts';
import type { Context } from './context.ts';
import { type Kubectl, whyOf } from './kubectl.ts';
import type { Applied } from './manifest.ts';

const longestMs = 30_000;
const lookEveryMs = 500;

interface Kept {
  readonly data?: { readonly token?: string; readonly 'ca.crt'?: string };
}

/** A kubeconfig of the service account, once Kubernetes has made its token. */
export async function accountKubeconfig(
  kubectl: Kubectl,
  { cluster }: Context,
  objects: readonly Applied[],
  progress: Progress,
): Promise<string> {
  const secret = objects.find(({ type }) => type === 'kubernetes.io/service-account-token');
  if (secret === undefined)
    throw new Failure('error', 'the manifest of this installation has no token in it', 'update this program');
  const { name, namespace = 'default' } = secret.metadata;
  progress.say(`waiting for the token in the Secret ${plain(namespace)}/${plain(name)}`);
  const until = Date.now() + longestMs;
  for (;;) {
    const said = await kubectl(['-n', namespace, 'get', 'secret', name, '-o', 'json', '--request-timeout=10s']);
    if (!said.ok)
      throw new Failure(
        'refused',
        `the token of the service account cannot be read: ${whyOf(said)}`,
        `you need the right to get secrets in the namespace ${namespace}; then run this again`,
      );
    const { data }: Kept = JSON.parse(said.stdout);
    if (data?.token !== undefined) return kubeconfigOf(cluster, data.token, data['ca.crt']);
    if (Date.now() >= until)
      throw new Failure(
        'stillRunning',
        `Kubernetes has made no token for the service account within ${longestMs / 1_000} s`,
        `check that its controller manager runs (kubectl -n ${namespace} describe secret ${name}), then run this again`,
      );
    await wait(lookEveryMs);
  }
}

/** With what the caller's own kubeconfig says of the server, and nothing of the caller. */
function kubeconfigOf(cluster: Context['cluster'], token: string, ownAuthority: string | undefined): string {
  const { server, 'tls-server-name': tlsServerName } = cluster;
  // Certificates are always checked by the installation; where kubectl does not, the cluster's own authority may fit.
  const authority =
    cluster['certificate-authority-data'] ?? (cluster['insecure-skip-tls-verify'] === true ? ownAuthority : undefined);
  const name = 'wheelhouse-monitor';
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      {
        name,
        cluster: {
          server,
          ...(authority === undefined ? {} : { 'certificate-authority-data': authority }),
          ...(tlsServerName === undefined ? {} : { 'tls-server-name': tlsServerName }),
        },
      },
    ],
    users: [{ name, user: { token: Buffer.from(token, 'base64').toString() } }],
    contexts: [{ name, context: { cluster: name, user: name } }],
    'current-context': name,
  });
}
