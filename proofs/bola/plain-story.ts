import { eventIdOf, makeIds, systemClock } from '@wheelhouse/kit';
import { bodyOf, codeOf, type Told } from '../installation/ask.ts';
import type { Installation } from '../installation/start.ts';
import type { BadCredential, BadCredentials } from './bad-credentials.ts';
import type { Findings } from './cells.ts';
import type { Column, Plan } from './columns.ts';
import { type Call, type Operation, requestOf } from './operation.ts';
import { idAt, type Place, withId } from './places.ts';
import type { Recipe } from '../installation/recipe.ts';
import { brief, contentOf, difference } from './sameness.ts';
import { askAs, readBack, type Scene, type Side, type Stranger } from './side.ts';

const makeId = makeIds(systemClock);

/** One that never was, in the form of the one it stands for. */
const neverMade = (id: string): string => (id.startsWith('evt_') ? eventIdOf(makeId()) : makeId());

/**
 * Strangers with the owner's ids, and the owner's own call with every bad credential; then what was to be changed is
 * as it was, and the owner's call, the very same, succeeds. Only so does any of it count.
 */
export async function plainStory(
  installation: Installation,
  operation: Operation,
  recipe: Recipe,
  { side, strangers: all }: Scene,
  plan: Plan,
  badCredentials: BadCredentials,
  findings: Findings,
): Promise<void> {
  const { route } = operation;
  const idColumns = [...plan.places.keys()];
  const limitedColumns = plan.wanted.filter((column) => column === 'cluster' || column === 'cloudspace');
  const strangers = idColumns.length === 0 ? [] : all;
  const bad = side.person === undefined ? [] : await badCredentials(route.access, side.person);
  const credentialColumns = [...new Set(bad.map(({ column }) => column))];
  const before = await readBack(installation, operation, recipe, side);
  const stillAs = async (known: Told | undefined, columns: readonly Column[]) => {
    const now = await readBack(installation, operation, recipe, side);
    if (known !== undefined && now !== undefined && contentOf(known) !== contentOf(now))
      for (const column of columns) findings.case(column, `a refused call made ${contentOf(known)} ${contentOf(now)}`);
    return now;
  };

  for (const [column, places] of plan.places)
    for (const place of places) await foreignId(installation, operation, side, strangers, column, place, findings);
  if (route.access !== 'public')
    for (const stranger of strangers) await wholeCall(installation, operation, side, stranger, plan, findings);
  const between = await stillAs(before, idColumns);
  await Promise.all(
    bad.map(async (credential) => {
      const told = await installation.ask(credential.shown, requestOf(operation, side.call));
      findings.case(credential.column, unlessRefused(credential, told));
    }),
  );
  await stillAs(between, credentialColumns);

  const own = await askAs(installation, operation, side, side.call);
  if (own.status !== route.status)
    findings.void(
      [...idColumns, ...limitedColumns, ...credentialColumns],
      `the owner's own call was refused: ${brief(own)}`,
    );
  if (plan.places.has('query') && !findsSomething(own)) findings.void(['query'], "the owner's own call finds nothing");
  for (const stranger of strangers) await honestCall(installation, operation, side, stranger, idColumns, findings);
}

/** A stranger's own call, which would succeed, with one id of the owner's in it; and with one that never was. */
async function foreignId(
  installation: Installation,
  operation: Operation,
  { call }: Side,
  strangers: readonly Stranger[],
  column: 'path' | 'query' | 'body',
  place: Place,
  findings: Findings,
): Promise<void> {
  const id = idAt(call, place);
  if (id === undefined) {
    findings.void([column], `the recipe's call has nothing at ${place}`);
    return;
  }
  for (const stranger of strangers) {
    if (stranger.call === undefined) continue;
    const never = neverMade(id);
    const [foreign, absent] = [
      await askAs(installation, operation, stranger, withId(stranger.call, place, id)),
      await askAs(installation, operation, stranger, withId(stranger.call, place, never)),
    ];
    const fault = tells(column, foreign) ?? difference(foreign, absent, [[id], [never]]);
    findings.case(column, fault && `${stranger.name}, ${place}: ${fault}`);
  }
}

/** The owner's call, byte for byte, by a stranger; and the same with ids that never were. */
async function wholeCall(
  installation: Installation,
  operation: Operation,
  { call }: Side,
  stranger: Stranger,
  { places }: Plan,
  findings: Findings,
): Promise<void> {
  const [foreign, never] = [[] as string[], [] as string[]];
  let without: Call = call;
  for (const place of [...places.values()].flat()) {
    const id = idAt(call, place);
    if (id === undefined) continue;
    const other = neverMade(id);
    foreign.push(id);
    never.push(other);
    without = withId(without, place, other);
  }
  const column = [...places.keys()][0] ?? 'path';
  const told = await askAs(installation, operation, stranger, call);
  const fault =
    tells(column, told) ?? difference(told, await askAs(installation, operation, stranger, without), [foreign, never]);
  for (const one of places.keys()) findings.case(one, fault && `${stranger.name} with the owner's call: ${fault}`);
}

/** What a foreign id must be answered with: by its path it is not there; in a body it is refused; a filter finds nothing. */
function tells(column: Column, told: Told): string | undefined {
  if (column === 'path' && told.status !== 404) return `not 404: ${brief(told)}`;
  if (column === 'body' && (told.status < 400 || told.status >= 500)) return `not refused: ${brief(told)}`;
  return column === 'query' && told.status < 300 && findsSomething(told) ? `found: ${brief(told)}` : undefined;
}

/** A list finds what is in it; what is no list is found when it is answered. */
function findsSomething(told: Told): boolean {
  const { data } = bodyOf(told);
  return Array.isArray(data) ? data.length > 0 : told.status < 300;
}

function unlessRefused({ name, status, code, scope }: BadCredential, told: Told): string | undefined {
  const right =
    told.status === status &&
    codeOf(told) === code &&
    (scope === undefined || (told.headers.get('x-accepted-oauth-scopes') === scope && told.text.includes(scope)));
  return right ? undefined : `${name}: not ${status} ${code}: ${brief(told)}`;
}

/** Beside each: the same stranger, on what is theirs, is let in and is shown nothing of the owner's. */
async function honestCall(
  installation: Installation,
  operation: Operation,
  { person, call }: Side,
  stranger: Stranger,
  columns: readonly Column[],
  findings: Findings,
): Promise<void> {
  if (stranger.call === undefined) return;
  const told = await askAs(installation, operation, stranger, stranger.call);
  if (told.status !== operation.route.status)
    findings.void(columns, `${stranger.name}'s own call was refused: ${brief(told)}`);
  const { without = {} } = operation.recipe ?? {};
  const inPath = Object.entries(call.path).filter(([name]) => !Object.hasOwn(without, `path.${name}`));
  const owners = [person?.tenantId, person?.userId, ...inPath.map(([, id]) => id)].filter((id) => id !== undefined);
  for (const id of owners)
    if (told.text.includes(id)) findings.case(columns[0] ?? 'path', `${stranger.name} is shown ${id}: ${brief(told)}`);
}
