import type { Client, Paths, Schemas } from '@wheelhouse/sdk';
import { argument, option } from '../../completion/choices.ts';
import { type Asked, everything, firstPage, largestPage } from '../../declare/pages.ts';
import { only } from '../../declare/resource.ts';
import { Failure } from '../../failure.ts';
import { type Invocation, textOption } from '../../invocation.ts';
import { unknownWord } from '../../known-words.ts';
import type { Style } from '../../output/terminal.ts';
import { chosenCluster, clusterChoices, type Cluster } from '../clusters/cluster.ts';

export type Workload = Schemas['k8s-monitor']['Workload'];
export type WorkloadPage = Paths[typeof workloadPath]['GET']['answers'][200];
export type Kind = WorkloadPage['kind'];

export const workloadsPath = '/k8s-monitor/api/v1/workloads';
export const workloadPath = '/k8s-monitor/api/v1/workloads/{kind}/{namespace}/{name}';
export const workloadLogsPath = '/k8s-monitor/api/v1/workloads/{kind}/{namespace}/{name}/logs';

/** Those that the monitor keeps a list of; the others are known by their names only. */
export const listedKinds = ['Deployment', 'StatefulSet', 'DaemonSet'] as const satisfies readonly Kind[];
const kinds = [...listedKinds, 'Job', 'CronJob', 'Pod'] as const satisfies readonly Kind[];

/** As kubectl calls them, too. */
const shortNames: Readonly<Record<string, Kind>> = {
  deploy: 'Deployment',
  sts: 'StatefulSet',
  ds: 'DaemonSet',
  cj: 'CronJob',
  po: 'Pod',
};

export const statuses: readonly Workload['status'][] = ['stuck', 'short', 'progressing', 'paused', 'off', 'ok'];

const styles = {
  ok: 'green',
  progressing: 'blue',
  paused: 'dim',
  short: 'yellow',
  stuck: 'red',
  off: 'dim',
  pending: 'blue',
  running: 'blue',
  succeeded: 'green',
  failed: 'red',
} as const satisfies Record<WorkloadPage['status'], Style>;

export const statusStyle = ({ status }: Pick<WorkloadPage, 'status'>): Style => styles[status];

const workloadItems = (client: Client, query: Asked & { readonly sort?: 'name' }) =>
  client.list(workloadsPath, { query });

/** For completion: KIND/NAME, as `kubectl get` prints it. */
async function workloadChoices(client: Client): Promise<readonly string[]> {
  const { data } = await firstPage(workloadItems(client, { limit: largestPage, sort: 'name' }));
  return [...new Set(data.map(({ kind, name }) => `${kind}/${name}`))];
}

export async function namespaceChoices(client: Client): Promise<readonly string[]> {
  const { data } = await firstPage(workloadItems(client, { limit: largestPage, sort: 'name' }));
  return [...new Set(data.map(({ namespace }) => namespace))];
}

export const workloadArguments = [
  argument('<workload>', 'KIND/NAME, for example Deployment/checkout; or its name alone', workloadChoices),
];
export const placeOptions = [
  option('-n, --namespace <namespace>', 'where it is; needed where the name alone says too little', namespaceChoices),
  option('--cluster <cluster>', 'where it is; default: the only one', clusterChoices),
];

/** One of them, and where it is. */
export interface Place {
  readonly cluster: Cluster;
  readonly params: { readonly kind: Kind; readonly namespace: string; readonly name: string };
}

export const titleOf = ({ params: { kind, namespace, name } }: Pick<Place, 'params'>) => `${kind} ${namespace}/${name}`;

/** The one that is meant by what was typed; nobody guesses among several. */
export async function placeOf(client: Client, invocation: Invocation): Promise<Place> {
  const [typed = ''] = invocation.args;
  const [name = '', word] = typed.split('/').toReversed();
  const kind = word === undefined ? undefined : kindOf(word);
  const namespace = textOption(invocation, 'namespace');
  const cluster = await chosenCluster(client, textOption(invocation, 'cluster'));
  if (kind !== undefined && namespace !== undefined) return { cluster, params: { kind, namespace, name } };
  if (kind !== undefined && !isListed(kind))
    throw new Failure('usage', `the namespace of a ${kind} has to be said`, `say it: -n NAMESPACE`);
  const query = { cluster_id: cluster.id, q: name, limit: largestPage, kind, namespace };
  const { data } = await everything(client.list(workloadsPath, { query }));
  const found = data
    .filter((one) => one.name === name)
    .map((one): Place => ({ cluster, params: { kind: one.kind, namespace: one.namespace, name } }));
  const where = namespace === undefined ? cluster.name : `${namespace} of ${cluster.name}`;
  return only(found, {
    none: [`there is no workload ${typed} in ${where}`, `wheelhouse workloads --cluster ${cluster.name} lists them`],
    several: [
      `${found.length} workloads are called ${name}: ${found.map(titleOf).join(', ')}`,
      'say which: KIND/NAME -n NAMESPACE',
    ],
  });
}

const isListed = (kind: Kind) => listedKinds.some((one) => one === kind);

function kindOf(word: string): Kind {
  const typed = word.toLowerCase();
  // kubectl takes the plural as well.
  const found = kinds.find((kind) => [kind.toLowerCase(), `${kind.toLowerCase()}s`].includes(typed));
  const kind = found ?? (Object.hasOwn(shortNames, typed) ? shortNames[typed] : undefined);
  if (kind === undefined) throw unknownWord('kind', word, kinds);
  return kind;
}
