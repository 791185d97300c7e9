import { Failure } from '../../failure.ts';
import type { Output } from '../../output/output.ts';
import { plain } from '../../output/plain.ts';
import { padded } from '../../output/width.ts';
import type { Context } from './context.ts';
import { type Kubectl, type Said, whyOf } from './kubectl.ts';

interface Rule {
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly verbs?: readonly string[];
}

/** As much of an object as is shown of it. */
export interface Applied {
  readonly kind: string;
  readonly type?: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly rules?: readonly Rule[];
}

/** Read by kubectl, so that what is shown is what will be applied. */
export async function objectsIn(kubectl: Kubectl, manifest: string): Promise<readonly Applied[]> {
  const said = await kubectl(['create', '--dry-run=client', '--validate=false', '-o', 'json', '-f', '-'], manifest);
  if (/no matches for kind "ValidatingAdmissionPolicy/.test(said.stderr))
    throw new Failure(
      'refused',
      'this cluster has no admission policies, and without them nobody could be kept inside the namespaces that are deployed to',
      'upgrade it to Kubernetes 1.30 or later, or connect it without --deploy',
    );
  if (!said.ok)
    throw new Failure(
      'error',
      `kubectl cannot read the manifest that this installation serves: ${whyOf(said)}`,
      'update kubectl',
    );
  return said.stdout
    .split(/(?<=^\})\s*(?=\{)/m)
    .filter((text) => text.trim() !== '')
    .map((text): Applied => JSON.parse(text));
}

/** What is asked about, in as few lines as it takes. */
export function summaryLines(
  { paint }: Output,
  context: Context,
  objects: readonly Applied[],
  name: string,
): readonly string[] {
  const widest = Math.max(...objects.map(({ kind }) => kind.length));
  const lines = objects.flatMap(({ kind, metadata, rules = [] }) => [
    `  ${paint('dim', padded(kind, widest))}  ${plain(metadata.namespace === undefined ? metadata.name : `${metadata.namespace}/${metadata.name}`)}`,
    ...[...Map.groupBy(rules, ({ verbs = [] }) => verbs.join(', '))].map(
      ([verbs, of]) => `  ${' '.repeat(widest)}    may ${plain(`${verbs}: ${of.flatMap(resourcesOf).join(', ')}`)}`,
    ),
  ]);
  return [
    `This will be applied to ${paint('bold', plain(context.name))} (${plain(context.cluster.server)}), with your own rights there:`,
    ...lines,
    ...(isReadOnly(objects) ? ['It reads, and changes nothing; it sees no Secrets.'] : []),
    ...(objects.some(({ kind }) => kind === 'ValidatingAdmissionPolicy')
      ? ['The policies let it write, and see Secrets, only in namespaces that it makes itself (CloudSpaces).']
      : []),
    `The cluster is then registered as ${paint('bold', plain(name))}, ${objects.filter(({ kind }) => kind === 'ServiceAccount').length === 1 ? 'with the token of that service account' : 'with the tokens of these service accounts'}. Your own credentials stay here.`,
  ];
}

function resourcesOf({ apiGroups = [], resources = [] }: Rule): readonly string[] {
  return apiGroups.flatMap((group) => resources.map((one) => (group === '' ? one : `${one}.${group}`)));
}

const reading: ReadonlySet<string> = new Set(['get', 'list', 'watch']);

function isReadOnly(objects: readonly Applied[]): boolean {
  const rules = objects.flatMap((one) => one.rules ?? []);
  return rules.every(
    ({ verbs = [], resources = [] }) =>
      verbs.every((verb) => reading.has(verb)) && !resources.some((one) => one === 'secrets' || one === '*'),
  );
}

/** True if something changed by it; what is there already is left as it is. */
export async function apply(kubectl: Kubectl, manifest: string, { name }: Context): Promise<boolean> {
  const first = await kubectl(['apply', '-f', '-'], manifest);
  // Somebody else was making the same objects in that moment: now they are there.
  const said = first.stderr.includes('(AlreadyExists)') ? await kubectl(['apply', '-f', '-'], manifest) : first;
  if (said.ok) return said.stdout.split('\n').some((line) => line !== '' && !line.endsWith(' unchanged'));
  const missing = missingIn(said);
  if (missing === undefined)
    throw new Failure('operationFailed', `the manifest could not be applied to ${name}: ${whyOf(said)}`, retry);
  throw new Failure(
    'refused',
    `you may not apply the manifest to ${name}: you ${missing}`,
    'have an administrator of the cluster run this, or grant you what is missing; running it again is harmless',
  );
}

const retry = 'remove the cause, then run this again; what was applied is found and kept';

/** From what the API server refused, in the words it names rights with. */
function missingIn({ stderr }: Said): string | undefined {
  const rights = [...stderr.matchAll(/cannot (\w+) resource "([^"]+)" in API group "([^"]*)"/g)].map(
    ([, verb = '', resource = '', group = '']) => `${verb} ${group === '' ? resource : `${resource}.${group}`}`,
  );
  if (rights.length > 0) return `cannot ${[...new Set(rights)].join(', ')}`;
  return /attempting to grant RBAC permissions not currently held/.test(stderr)
    ? 'cannot grant rights that you do not have yourself (nodes, pods and workloads of the whole cluster)'
    : undefined;
}
