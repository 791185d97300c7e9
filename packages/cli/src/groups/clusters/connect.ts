import { type Client, isApiError } from '@wheelhouse/sdk';
import { typedTo } from '../../asking.ts';
import { Failure } from '../../failure.ts';
import { type Invocation, type Run, textOption } from '../../invocation.ts';
import { plain } from '../../output/plain.ts';
import { type Progress, startProgress } from '../../output/progress.ts';
import { healthLines } from '../../output/tell-health.ts';
import { accountKubeconfig } from './account-token.ts';
import { actionsSentence, agentIsLeftOut } from './agent.ts';
import { allClusters, type Cluster, clusterPath, clustersPath } from './cluster.ts';
import { deployChecked, mustBeDeployable } from './deploying.ts';
import { type Context, contextOf, isLoopback, mustAnswer, nameFrom, reachedAt } from './context.ts';
import { type Kubectl, kubectlIn } from './kubectl.ts';
import { type Applied, apply, objectsIn, summaryLines } from './manifest.ts';
import { secondsOf } from './register.ts';
import { firstHealth, settled } from './settling.ts';

/** What became of the cluster here. */
type Outcome = 'registered' | 'renewed' | 'already_connected';

const words: Readonly<Record<Outcome, string>> = {
  registered: 'is connected',
  renewed: 'was registered already; it has new credentials now',
  already_connected: 'is connected already; nothing was changed',
};

/** From a cluster that kubectl reaches to its first score, one step after the other; the first that fails says why. */
export const run: Run = async (invocation) => {
  const { out } = invocation;
  const seconds = secondsOf(textOption(invocation, 'timeout') ?? '');
  const asked = textOption(invocation, 'context');
  const kubectl = kubectlIn({ kubeconfig: textOption(invocation, 'kubeconfig'), context: asked });
  const context = await contextOf(kubectl, asked);
  const reached = reachedAt(context, textOption(invocation, 'server'));
  const client = await invocation.connect();
  await mustBeAdmin(client);
  const progress = startProgress();
  try {
    progress.say(`asking the API server of ${plain(context.name)} at ${plain(context.cluster.server)}`);
    await mustAnswer(kubectl, context);
    const { data: manifest } = await client.get('/platform/api/v1/cluster-manifest');
    const watching: Part = { manifest, objects: await objectsIn(kubectl, manifest) };
    const deploying = invocation.options['deploy'] === true ? await deployPart(client, kubectl) : undefined;
    const place = await placeFor(client, reached, textOption(invocation, 'name'));
    progress.end();
    if (invocation.options['withAgent'] === true) out.note(agentIsLeftOut);
    const objects = eachOnce([...watching.objects, ...(deploying?.objects ?? [])]);
    for (const line of summaryLines(out, context, objects, place.name)) out.note(line);
    if (invocation.options['yes'] !== true) await askWhether(context);
    const applying = async (part: Part): Promise<Credentials> => {
      const changed = await apply(kubectl, part.manifest, context);
      return { changed, kubeconfig: await accountKubeconfig(kubectl, reached, part.objects, progress) };
    };
    const credentials = await applying(watching);
    const forDeploying = deploying && (await applying(deploying));
    if (!credentials.changed && forDeploying?.changed !== true)
      out.note('The manifest was applied before; nothing changed there.');
    const done = await put(client, place, credentials, forDeploying, reached);
    await tellEnd(invocation, client, done, Date.now() + seconds * 1_000, progress);
  } finally {
    progress.end();
  }
};

/** Of what is applied: the text, and what is in it. */
interface Part {
  readonly manifest: string;
  readonly objects: readonly Applied[];
}

async function deployPart(client: Client, kubectl: Kubectl): Promise<Part> {
  const { data: manifest } = await client.get('/platform/api/v1/deploy-manifest');
  return { manifest, objects: await objectsIn(kubectl, manifest) };
}

/** Both manifests make the namespace they share. */
function eachOnce(objects: readonly Applied[]): readonly Applied[] {
  return [...new Map(objects.map((one) => [`${one.kind} ${one.metadata.name}`, one])).values()];
}

/** Of a service account, and whether it is another than before. */
interface Credentials {
  readonly changed: boolean;
  readonly kubeconfig: string;
}

/** Found out before a cluster is touched, not after. */
async function mustBeAdmin(client: Client): Promise<void> {
  const { data: me } = await client.get('/auth/api/v1/me');
  if (me.cluster_ids !== null)
    throw new Failure(
      'refused',
      'your role is limited to some clusters, and may not register another',
      'have somebody connect it whose role has no such limits',
    );
  if (!me.scopes.includes('admin'))
    throw new Failure(
      'refused',
      'your token may not register clusters: that takes the scope admin',
      'sign in again and tick admin in the browser: wheelhouse login; wheelhouse whoami says what yours may do',
    );
}

interface Place {
  readonly name: string;
  readonly existing: Cluster | undefined;
}

/** The same server is the same cluster, whatever it is called here. */
async function placeFor(client: Client, { name: context, cluster }: Context, given: string | undefined) {
  const name = given ?? nameFrom(context);
  if (name === '')
    throw new Failure('usage', `the context ${context} makes no name for a cluster`, 'give it one: --name NAME');
  const all = await allClusters(client);
  const existing = all.find(({ server }) => addressOf(server) === addressOf(cluster.server));
  if (existing !== undefined) return { name: existing.name, existing };
  const other = all.find((one) => one.name === name);
  if (other === undefined) return { name, existing: undefined };
  throw new Failure(
    'refused',
    `another cluster is registered as ${name}: its server is ${other.server}`,
    `choose another name: --name NAME; if it is the same cluster at a new address, remove it first: wheelhouse clusters remove ${plain(name)}`,
  );
}

function addressOf(server: string): string {
  return URL.canParse(server) ? new URL(server).href.replace(/\/+$/, '') : server;
}

async function askWhether({ name }: Context): Promise<void> {
  const typed = await typedTo('Apply this? (yes or no): ', `the manifest is applied to ${plain(name)}`);
  if (!/^y(es)?$/i.test(typed)) throw new Failure('refused', 'nothing was applied, and no cluster was registered');
}

interface Done {
  readonly cluster: Cluster;
  readonly outcome: Outcome;
}

/** New, or with new credentials; one that works with those it has is left alone. */
async function put(
  client: Client,
  { name, existing }: Place,
  { changed, kubeconfig }: Credentials,
  forDeploying: Credentials | undefined,
  { cluster: { server } }: Context,
): Promise<Done> {
  const deploy = forDeploying && { deploy_access: { kubeconfig: forDeploying.kubeconfig } };
  try {
    if (existing === undefined) {
      const { data: cluster } = await client.post(clustersPath, { body: { name, kubeconfig, ...deploy } });
      return { cluster, outcome: 'registered' };
    }
    const body = {
      ...((changed || !works(existing)) && { kubeconfig }),
      ...((forDeploying?.changed === true || !deploys(existing)) && deploy),
    };
    if (Object.keys(body).length === 0) return { cluster: existing, outcome: 'already_connected' };
    const { data: cluster } = await client.patch(clusterPath, { params: { id: existing.id }, body });
    return { cluster, outcome: 'renewed' };
  } catch (error) {
    if (isApiError(error, 'validation_failed') && error.details.some(({ code }) => code === 'address_refused'))
      throw notPublic(server);
    throw error;
  }
}

function notPublic(server: string): Failure {
  const allow =
    'have an operator allow its network with CLUSTER_ALLOWED_PRIVATE_CIDRS (docker compose: compose.local-clusters.yml), then run this again';
  return new Failure(
    'refused',
    `this installation does not connect to ${server}, because that is not a public address`,
    isLoopback(server)
      ? `${allow}; where it runs in a container, name the host as seen from there: --server https://host.docker.internal:PORT`
      : allow,
  );
}

/** By a token that was tried: right after a change its phase is still that of the credentials before. */
function works({ phase, credential, rights }: Cluster): boolean {
  return phase === 'Ready' && credential.kind === 'token' && rights.some(({ allowed }) => allowed === true);
}

/** With credentials for that alone. */
function deploys({ deployable, deploy_credential: credential }: Cluster): boolean {
  return deployable && credential?.kind === 'token';
}

async function tellEnd(
  { out, options }: Invocation,
  client: Client,
  { cluster: kept, outcome }: Done,
  until: number,
  progress: Progress,
): Promise<void> {
  const reached = await settled(client, kept, until, progress);
  const cluster = options['deploy'] === true ? await deployChecked(client, reached, until, progress) : reached;
  const { name, phase, message } = cluster;
  const look = `wheelhouse clusters show ${plain(name)}`;
  if (phase === 'Pending')
    throw new Failure('stillRunning', `${name} is registered, but was not reached in time: ${message}`, look);
  if (phase !== 'Ready')
    throw new Failure(
      'operationFailed',
      `${name} is registered, but ${phase}: ${message}`,
      `fix it, then run this again; Wheelhouse keeps trying: ${look}`,
    );
  const health = await firstHealth(client, cluster, until, progress);
  progress.end();
  if (health === undefined)
    throw new Failure(
      'stillRunning',
      `${name} is Ready, but has no score yet`,
      `it takes a moment in a large cluster: wheelhouse health ${plain(name)}`,
    );
  if (options['deploy'] === true) mustBeDeployable(cluster);
  const actions = options['withAgent'] === true ? await actionsSentence(client, cluster) : undefined;
  if (out.isJson) return out.json({ outcome, cluster, health });
  out.line(`${out.paint('bold', plain(name))} ${words[outcome]}`);
  for (const line of healthLines(out, [{ cluster, health }])) out.line(line);
  if (options['deploy'] === true) out.line('Wheelhouse can deploy to it.');
  if (actions !== undefined) out.note(plain(actions));
}
