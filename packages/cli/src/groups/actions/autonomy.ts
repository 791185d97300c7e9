import { type ActionKind, actionKinds, autonomyLevels, autonomyWords, isActionKind } from '@wheelhouse/contracts';
import type { Client } from '@wheelhouse/sdk';
import { Failure } from '../../failure.ts';
import { type Run, textOption } from '../../invocation.ts';
import { unknownWord } from '../../known-words.ts';
import { clusterNamed, clusterNames } from '../clusters/cluster.ts';

const path = '/agents/action/api/v1/autonomy';

type Level = (typeof autonomyLevels)[number] | null;
interface Row {
  readonly where: string;
  readonly kind: ActionKind;
  readonly level: Level;
}

/** `unset` takes a level away: then each decision says itself. */
const autonomyChoices = [...autonomyLevels, 'unset'];

export const run: Run = async (invocation) => {
  const { args, out } = invocation;
  const [kind, level] = args;
  const change = kind === undefined ? undefined : changeOf(kind, level);
  const client = await invocation.connect();
  const cluster = textOption(invocation, 'cluster');
  const clusterId = cluster === undefined ? undefined : (await clusterNamed(client, cluster)).id;
  const state = change === undefined ? await read(client) : await write(client, change, clusterId);
  if (out.isJson) return out.json(state);
  const nameOf = await clusterNames(client);
  const of = (where: string, levels: Readonly<Record<ActionKind, Level>>): readonly Row[] =>
    actionKinds.map((one) => ({ where, kind: one, level: levels[one] }));
  const ofClusters = state.clusters.filter(({ cluster_id: id }) => clusterId === undefined || id === clusterId);
  out.table(
    [
      { title: 'WHERE', of: ({ where }) => where },
      { title: 'ACTION', of: ({ kind: one }) => one, style: () => 'bold', whole: true },
      { title: 'AUTONOMY', of: ({ level: one }) => one ?? 'unset', whole: true },
      {
        title: 'DECISIONS',
        of: ({ level: one }) => (one === null ? 'run as they say themselves' : autonomyWords[one]),
      },
    ],
    [
      ...(clusterId === undefined ? of('tenant', state.tenant) : []),
      ...ofClusters.flatMap(({ cluster_id: id, effective }) => of(nameOf(id), effective)),
    ],
  );
};

async function read(client: Client) {
  return (await client.get(path)).data;
}

async function write(client: Client, autonomy: Partial<Record<ActionKind, Level>>, clusterId: string | undefined) {
  const body = clusterId === undefined ? { autonomy } : { autonomy, cluster_id: clusterId };
  return (await client.patch(path, { body })).data;
}

function changeOf(kind: string, level: string | undefined): Partial<Record<ActionKind, Level>> {
  if (!isActionKind(kind)) throw unknownWord('action', kind, actionKinds);
  if (level === undefined) throw new Failure('usage', `name a level: ${autonomyChoices.join(', ')}`);
  const known = autonomyLevels.find((one) => one === level);
  if (known === undefined && level !== 'unset') throw unknownWord('level', level, autonomyChoices);
  return { [kind]: known ?? null };
}
