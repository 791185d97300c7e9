import type { Client, List } from '@wheelhouse/sdk';
import type { Argument } from 'commander';
import { argument, type Names } from '../completion/choices.ts';
import { Failure } from '../failure.ts';
import { type Asked, firstPage, largestPage } from './pages.ts';

/** What commands are about: how one of them is named on the command line, and found. */
export interface Resource<One> {
  readonly arguments: readonly Argument[];
  /** The one that is meant by what was typed for the arguments. */
  readonly find: (client: Client, typed: readonly string[]) => Promise<One>;
}

type Items<Item> = (client: Client, asked: Asked) => List<Item>;

interface Sought<One> {
  readonly one: string;
  readonly many: string;
  /** The command that lists them, unless it is `wheelhouse` and what many are called. */
  readonly listedBy?: string;
  readonly items: Items<One>;
  readonly get: (client: Client, id: string) => Promise<{ readonly data: One }>;
  /** If it can be named by more than its id. */
  readonly isNamed?: (one: One, typed: string) => boolean;
}

type Identified = Readonly<Record<'id', string>>;

/** The usual kind: found as `about` says in the help, and completed by id. */
export function resource<One extends Identified>(about: string, sought: Sought<One>): Resource<One> {
  const ids = namesOf(sought.items, ({ id }) => id);
  return {
    arguments: [argument(`<${sought.one}>`, about, ids)],
    find: (client, [typed = '']) => meant(client, typed, sought),
  };
}

/** For completion: what the newest are called. */
export function namesOf<Item>(items: Items<Item>, name: (item: Item) => string, limit = largestPage): Names {
  return async (client) => (await firstPage(items(client, { limit }))).data.map(name);
}

export const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;
const beginning = /^[\da-f-]+$/i;
const mostNamed = 5;

/** By its id or the beginning of it, or by name, as long as that is one's alone. */
export async function meant<One extends Identified>(client: Client, typed: string, sought: Sought<One>): Promise<One> {
  const { one, many, listedBy = `wheelhouse ${many}`, items, get, isNamed } = sought;
  const start = beginning.test(typed) ? typed.toLowerCase() : undefined;
  if (start !== undefined && uuid.test(start)) return (await get(client, start)).data;
  const found: One[] = [];
  if (start !== undefined || isNamed !== undefined)
    for await (const item of items(client, { limit: largestPage })) {
      if (isNamed?.(item, typed) === true || (start !== undefined && item.id.startsWith(start))) found.push(item);
      // Newest first is by id as well: from here on none begins so.
      else if (isNamed === undefined && start !== undefined && item.id < start) break;
    }
  const ids = found.slice(0, mostNamed).map(({ id }) => id);
  const shown = ids.join(', ') + (found.length > mostNamed ? ' …' : '');
  return only(found, {
    none: [`there is no ${one} ${typed}`, `${listedBy} lists them`],
    several:
      isNamed === undefined
        ? [`${found.length} ${many} begin with ${typed}: ${shown}`, 'give more of the id']
        : [`${found.length} ${many} are meant by ${typed}: ${shown}`, 'give its id'],
  });
}

type Refusal = readonly [message: string, next: string];

/** Nobody guesses among several. */
export function only<One>([first, ...others]: readonly One[], refusals: Record<'none' | 'several', Refusal>): One {
  if (first === undefined) throw new Failure('error', ...refusals.none);
  if (others.length > 0) throw new Failure('usage', ...refusals.several);
  return first;
}
