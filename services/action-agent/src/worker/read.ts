import { type ClusterClient, KubernetesError, type Right } from '@wheelhouse/kubernetes';
import type { Asked, Case, Current } from '../plans/asked.ts';
import { type Read, rightName, whatElseToRead, whatToRead } from '../plans/what-to-read.ts';

export interface Reading {
  readonly case: Case;
  /** Those known before, and those found missing on the way. */
  readonly missingRights: readonly Right[];
}

/** All that a plan needs, of now. What there is no right to read is left out; the plan says so. */
export async function readCase(
  client: ClusterClient,
  asked: Asked,
  known: readonly Right[],
  signal: AbortSignal,
): Promise<Reading> {
  const lacking = new Map(known.map((right) => [rightName(right), right]));
  const readAll = (reads: readonly Read[]) =>
    Promise.all(
      reads.map(async (read) => {
        if (lacking.has(rightName(read.right))) return [read.into, nothing(read)] as const;
        try {
          return [read.into, await readOne(client, read, signal)] as const;
        } catch (error) {
          if (!(error instanceof KubernetesError) || error.status !== 403) throw error;
          lacking.set(rightName(read.right), read.right);
          return [read.into, nothing(read)] as const;
        }
      }),
    );
  const first = await readAll(whatToRead(asked));
  const empty = { pods: [], deployments: [], budgets: [], neighbours: [] };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- whatToRead names the fields of the asked kind's case
  const read = { ...empty, ...asked, ...Object.fromEntries(first) } as unknown as Case;
  const more = Map.groupBy(await readAll(whatElseToRead(read)), ([into]) => into);
  const lists = [...more].map(([into, parts]) => [into, parts.flatMap(([, items]) => items)] as const);
  return { case: { ...read, ...Object.fromEntries(lists) }, missingRights: [...lacking.values()] };
}

function nothing({ right }: Read): null | readonly never[] {
  return right.verb === 'get' ? null : [];
}

async function readOne(client: ClusterClient, read: Read, signal: AbortSignal): Promise<unknown> {
  return read.right.verb === 'get' ? getOrNull(client, read.path, signal) : listed(client, read, signal);
}

export async function listed<T>(
  client: ClusterClient,
  { path, fieldSelector }: Read,
  signal: AbortSignal,
): Promise<T[]> {
  const items: T[] = [];
  const options = fieldSelector === undefined ? { signal } : { fieldSelector, signal };
  for await (const page of client.list<T>(path, options)) items.push(...page.items);
  return items;
}

/** The target alone: the first thing that is read for any kind. */
export async function readTarget(client: ClusterClient, asked: Asked, signal: AbortSignal): Promise<Current> {
  const [target] = whatToRead(asked);
  if (target === undefined) throw new RangeError(`${asked.action} has no target`);
  const { action } = asked;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `into` is the field of that kind
  return { action, [target.into]: await getOrNull(client, target.path, signal) } as unknown as Current;
}

async function getOrNull(client: ClusterClient, path: string, signal: AbortSignal): Promise<unknown> {
  try {
    return await client.get(path, undefined, signal);
  } catch (error) {
    if (error instanceof KubernetesError && error.status === 404) return null;
    throw error;
  }
}
