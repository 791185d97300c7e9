import type { ModuleContext } from '@wheelhouse/kit';
import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';

/** On whose behalf what is asked, for as long as the signal lasts. */
export interface Asking {
  readonly context: Pick<ModuleContext, 'call' | 'log' | 'peers' | 'clock'>;
  readonly tenantId: string;
  readonly clusterId: string;
  readonly signal: AbortSignal;
}

const waitMs = 30_000;

/** What a module answers; undefined: nothing that says anything, and what hangs on it stays as it was. */
export async function ask<Schema extends TSchema>(
  { context: { call, log, peers }, tenantId, signal }: Asking,
  module: string,
  path: string,
  schema: Schema,
): Promise<Static<Schema> | undefined> {
  if (!peers.includes(module)) return undefined;
  try {
    const { status, body } = await call(module, { path, tenantId, timeoutMs: waitMs, signal });
    if (status === 200 && Value.Check(schema, body)) return body;
    log.warn({ module, status, path }, 'recommendations stay as they are: a module returned nothing to go by');
  } catch (error) {
    signal.throwIfAborted();
    log.warn({ err: error, module, path }, 'recommendations stay as they are: a module did not respond');
  }
  return undefined;
}

export interface Listed<Item> {
  readonly items: readonly Item[];
  /** False: there is more than was read. */
  readonly isWhole: boolean;
}

const perPage = 200;

/** So many pages of a list; undefined as soon as one is not answered. */
export async function askList<Item extends TSchema>(
  asking: Asking,
  module: string,
  { url, query, item, mostPages }: ListAsked<Item>,
): Promise<Listed<Static<Item>> | undefined> {
  const page = Type.Object({ data: Type.Array(item), next_cursor: Type.Union([Type.String(), Type.Null()]) });
  const items: Static<Item>[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < mostPages; pages += 1) {
    const given: Record<string, string> = { ...query, limit: String(perPage), ...(cursor === null ? {} : { cursor }) };
    const answer: Static<typeof page> | undefined = await ask(
      asking,
      module,
      `${url}?${new URLSearchParams(given).toString()}`,
      page,
    );
    if (answer === undefined) return undefined;
    items.push(...answer.data);
    cursor = answer.next_cursor;
    if (cursor === null) break;
  }
  return { items, isWhole: cursor === null };
}

interface ListAsked<Item extends TSchema> {
  readonly url: string;
  readonly query: Readonly<Record<string, string>>;
  readonly item: Item;
  readonly mostPages: number;
}
