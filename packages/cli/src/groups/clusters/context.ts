import { Failure } from '../../failure.ts';
import { type Kubectl, whyOf } from './kubectl.ts';

/** Of the caller's kubeconfig, what is needed to find the cluster. Their own credentials are not read any further. */
export interface Context {
  readonly name: string;
  readonly cluster: {
    readonly server: string;
    readonly 'certificate-authority-data'?: string;
    readonly 'tls-server-name'?: string;
    readonly 'insecure-skip-tls-verify'?: boolean;
  };
}

interface View {
  readonly 'current-context'?: string;
  readonly clusters?: readonly { readonly cluster: Context['cluster'] }[] | null;
}

export async function contextOf(kubectl: Kubectl, asked: string | undefined): Promise<Context> {
  const said = await kubectl(['config', 'view', '--minify', '--raw', '--flatten', '-o', 'json']);
  if (!said.ok) throw await noContext(kubectl, asked, whyOf(said));
  const view: View = JSON.parse(said.stdout);
  const cluster = view.clusters?.[0]?.cluster;
  const name = asked ?? view['current-context'] ?? '';
  if (cluster?.server !== undefined) return { name, cluster };
  throw new Failure('usage', `the context ${name} of your kubeconfig names no server`, 'kubectl config view shows it');
}

async function noContext(kubectl: Kubectl, asked: string | undefined, why: string): Promise<Failure> {
  const isAbsent = /cannot locate context|current-context must exist|context .* does not exist/.test(why);
  if (!isAbsent) return new Failure('usage', `your kubeconfig cannot be read: ${why}`, 'kubectl config view shows it');
  const { stdout } = await kubectl(['config', 'get-contexts', '-o', 'name']);
  const names = stdout.split('\n').filter((name) => name !== '');
  const message =
    asked === undefined ? 'your kubeconfig has no current context' : `your kubeconfig has no context ${asked}`;
  if (names.length === 0)
    return new Failure('usage', `${message}, nor any other`, 'name the file of one that has: --kubeconfig FILE');
  return new Failure('usage', message, `name one of ${names.slice(0, 10).join(', ')}: --context NAME`);
}

/** The same cluster by the address at which the installation reaches it; its certificate is for the one kubectl uses. */
export function reachedAt({ name, cluster }: Context, server: string | undefined): Context {
  if (server === undefined) return { name, cluster };
  if (!URL.canParse(server) || !server.startsWith('https://'))
    throw new Failure('usage', `${server} is not the address of an API server`, 'give it as https://host:port');
  const tlsServerName = cluster['tls-server-name'] ?? hostOf(cluster.server);
  return { name, cluster: { ...cluster, server, 'tls-server-name': tlsServerName } };
}

function hostOf(server: string): string {
  return new URL(server).hostname.replace(/^\[(.*)\]$/, '$1');
}

/** Every machine calls itself so, and a container means itself by it. */
export function isLoopback(server: string): boolean {
  return /^(?:localhost|127\..*|0\.0\.0\.0|::1?)$/.test(hostOf(server));
}

/** A name for the cluster that the API takes: of what cloud providers call a context, the part that people chose. */
export function nameFrom(context: string): string {
  const own = context.replace(/^arn:.*\//, '').replace(/^gke_[^_]+_[^_]+_/, '');
  return own
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 63)
    .replaceAll(/^-+|-+$/g, '');
}

/** Before anything is shown or done: is somebody there, and do they know the caller? */
export async function mustAnswer(kubectl: Kubectl, { name, cluster: { server } }: Context): Promise<void> {
  const said = await kubectl(['get', '--raw', '/version', '--request-timeout=10s']);
  if (said.ok) return;
  const why = whyOf(said);
  if (/logged in|Unauthorized|credentials|executable|exec(?: authentication)? plugin/i.test(said.stderr))
    throw new Failure(
      'auth',
      `kubectl cannot sign in to ${name}: ${why}`,
      `sign in to the cluster until kubectl --context ${name} version works, then run this again`,
    );
  const what = /deadline exceeded|timeout|did not end within/i.test(said.stderr)
    ? 'it gave no answer within 10 s'
    : why;
  throw new Failure(
    'error',
    `the API server of ${name} at ${server} cannot be reached from here: ${what}`,
    'check that the cluster runs, and the VPN or tunnel that leads to it, then run this again',
  );
}
