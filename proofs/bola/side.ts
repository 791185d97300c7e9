import { owner } from '../installation/people.ts';
import type { Told } from '../installation/ask.ts';
import type { Installation } from '../installation/start.ts';
import { type Call, callOf, filledIn, type Operation, requestOf } from './operation.ts';
import { colleagueOf, credentialFor, type Person, personOf } from './person.ts';
import type { Recipe } from '../installation/recipe.ts';

/** Somebody with a call of their own that would succeed. */
export interface Side {
  readonly person: Person | undefined;
  readonly call: Call;
}

/** Somebody who has no business with another's object, however much power they have over their own. */
export interface Stranger {
  readonly name: string;
  readonly person: Person | undefined;
  /** Of the same operation, on what is theirs; not everyone has one. */
  readonly call: Call | undefined;
}

/** The owner of a call, and those it is hidden from. */
export interface Scene {
  readonly side: Side;
  readonly strangers: readonly Stranger[];
}

export async function takeSide(installation: Installation, { route }: Operation, recipe: Recipe): Promise<Side> {
  const ready = await recipe.call(installation);
  return {
    person: ready.who === undefined ? undefined : await personOf(installation, ready.who),
    call: callOf(route, ready),
  };
}

export async function strangersTo(
  installation: Installation,
  operation: Operation,
  recipe: Recipe,
  { person }: Side,
): Promise<readonly [Stranger, ...Stranger[]]> {
  if (recipe.of === 'operator') {
    const { who } = await owner(installation);
    return [{ name: 'the owner of a tenant', person: await personOf(installation, who), call: undefined }];
  }
  const rival = { name: 'another tenant', ...(await takeSide(installation, operation, recipe)) };
  if (recipe.of !== 'person' || person === undefined) return [rival];
  return [rival, { name: 'a colleague', person: await colleagueOf(installation, person), call: undefined }];
}

/** Makes a call as somebody: their credential, whosever call it is. */
export function askAs(
  installation: Installation,
  operation: Operation,
  { person }: Pick<Side, 'person'>,
  call: Call,
  headers: Call['headers'] = {},
): Promise<Told> {
  return installation.ask(credentialFor(operation.route.access, person), requestOf(operation, call, headers));
}

/** What the owner reads of what the call is about; undefined where nothing can be read. */
export async function readBack(
  installation: Installation,
  { module }: Operation,
  { readBack: path }: Recipe,
  { person, call }: Side,
): Promise<Told | undefined> {
  if (path === undefined) return undefined;
  return installation.ask(person?.token, { module, method: 'GET', path: filledIn(path, call.path) });
}
