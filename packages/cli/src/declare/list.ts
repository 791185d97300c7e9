import type { Client, List } from '@wheelhouse/sdk';
import type { Argument, Option } from 'commander';
import { argument, choicesOf, option } from '../completion/choices.ts';
import { type Invocation, textOption } from '../invocation.ts';
import { wordsOf } from '../known-words.ts';
import type { Output } from '../output/output.ts';
import { plain } from '../output/plain.ts';
import type { Column } from '../output/table.ts';
import type { DeclaredCommand } from './command.ts';
import { type Asked, everything, largestPage, limitOf, newest } from './pages.ts';
import type { Resource } from './resource.ts';

/** Narrows a list by what was typed. */
export interface Filter {
  readonly options: readonly Option[];
  readonly read: (invocation: Invocation) => string | undefined;
  /** What the API takes in place of what was typed, if finding that needs a call. */
  readonly find?: (client: Client, typed: string) => Promise<string>;
}

/** Takes one or several of its choices, comma-separated; if it has none, anything. */
export function filter(flags: string, about: string, choices: readonly string[] = []): Filter {
  const own = option(flags, about, choices);
  const name = own.attributeName();
  return {
    options: [own],
    read: (invocation) => (choices.length > 0 ? wordsOf(invocation, name, choices) : textOption(invocation, name)),
  };
}

type Filters<Name extends string> = Readonly<Partial<Record<Name, Filter>>>;
type Given<Name extends string> = Partial<Record<Name, string | undefined>>;

interface Listing<Item, Name extends string, Owner> {
  readonly name?: string;
  readonly about: string;
  readonly filters?: Filters<Name>;
  /** How many are shown unless --limit says otherwise. If left out, all are. */
  readonly newest?: number;
  readonly items: (client: Client, asked: Asked, given: Given<Name>, owner: Owner) => List<Item>;
  readonly columns: (out: Output, client: Client) => readonly Column<Item>[] | Promise<readonly Column<Item>[]>;
  readonly empty: string | ((given: Given<Name>) => string);
  /** Run instead if one of the listed is named as well. */
  readonly orShow?: DeclaredCommand;
}

/** A table. Unless it has a name of its own it is `list`, which runs when the group is named alone. */
export function list<Item, Name extends string = never>(listing: Listing<Item, Name, undefined>): DeclaredCommand {
  return listOf({ arguments: [], find: async () => undefined }, listing);
}

/** A table of what belongs to one object, which is the first argument. */
export function listOf<Item, Owner, Name extends string = never>(
  owners: Resource<Owner>,
  listing: Listing<Item, Name, Owner>,
): DeclaredCommand {
  const { name = 'list', about, filters, newest: most, items, columns, empty, orShow } = listing;
  const own = owners.arguments.length;
  return {
    name,
    about,
    isDefault: name === 'list',
    arguments: [...owners.arguments, ...(orShow?.arguments?.slice(own).map(optional) ?? [])],
    options: [
      ...Object.values<Filter | undefined>(filters ?? {}).flatMap((one) => one?.options ?? []),
      ...(most === undefined ? [] : [option('--limit <count>', 'how many to show, newest first').default(`${most}`)]),
    ],
    run: async (invocation) => {
      const { args, out } = invocation;
      const count = most === undefined ? undefined : limitOf(textOption(invocation, 'limit') ?? '');
      const given: Given<Name> = {};
      for (const one in filters) given[one] = filters?.[one]?.read(invocation);
      if (orShow !== undefined && args.length > own) return orShow.run(invocation);
      const client = await invocation.connect();
      const owner = await owners.find(client, args);
      for (const one in filters) {
        const typed = given[one];
        if (typed !== undefined) given[one] = (await filters?.[one]?.find?.(client, typed)) ?? typed;
      }
      const from = (asked: Asked) => items(client, asked, given, owner);
      const page = await (count === undefined ? everything(from({ limit: largestPage })) : newest(count, from));
      if (out.isJson) return out.json(page);
      if (page.data.length === 0) return out.note(typeof empty === 'string' ? empty : empty(given));
      out.table((await columns(out, client)).map(plainColumn), page.data);
      if (page.next_cursor !== null) out.note(`the newest ${page.data.length} of ${page.total}; --limit shows more`);
    },
  };
}

function optional(one: Argument): Argument {
  return argument(`[${one.name()}]`, one.description, choicesOf(one));
}

function plainColumn<Item>(column: Column<Item>): Column<Item> {
  return { ...column, of: (item) => plain(column.of(item)) };
}
