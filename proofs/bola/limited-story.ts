import { randomUUID } from 'node:crypto';
import { scopes } from '@wheelhouse/contracts';
import { bodyOf, codeOf, type Shown, type Told } from '../installation/ask.ts';
import type { Installation } from '../installation/start.ts';
import { signed } from './bad-credentials.ts';
import type { Findings } from './cells.ts';
import { type Operation, requestOf } from './operation.ts';
import { contentOf, brief } from './sameness.ts';
import type { Person } from './person.ts';
import type { Recipe } from '../installation/recipe.ts';
import { readBack, type Side } from './side.ts';

const limits = {
  cluster: () => ({ cluster_ids: [randomUUID()] }),
  cloudspace: () => ({ cloudspace_ids: [randomUUID()] }),
};

/**
 * The owner's call by a program of the same tenant with every scope, whose role is limited to another cluster, or to
 * another CloudSpace. Without such a limit the same program is let in, where that can be tried without a change.
 */
export async function limitedStory(
  installation: Installation,
  operation: Operation,
  recipe: Recipe,
  side: Side,
  findings: Findings,
): Promise<void> {
  const { person } = side;
  if (person === undefined) throw new Error('the ready-made call names nobody who makes it');
  const ask = async (shown: Shown) => installation.ask(shown, requestOf(operation, side.call));
  const before = await readBack(installation, operation, recipe, side);
  for (const column of ['cluster', 'cloudspace'] as const) {
    const told = await ask(await programOf(person, limits[column]()));
    findings.case(column, unlessUnreached(operation, told));
    const after = await readBack(installation, operation, recipe, side);
    if (before !== undefined && after !== undefined && contentOf(before) !== contentOf(after))
      findings.case(column, `a refused call made ${contentOf(before)} ${contentOf(after)}`);
  }
  if (operation.route.method !== 'GET' || operation.route.stream) return;
  const unlimited = await ask(await programOf(person, {}));
  if (unlimited.status !== operation.route.status)
    findings.void(['cluster', 'cloudspace'], `a program without limits was refused: ${brief(unlimited)}`);
  else if (isFigure(unlimited) && isOfNothing(bodyOf(unlimited)))
    findings.void(['cluster', 'cloudspace'], `a program without limits is told of nothing: ${brief(unlimited)}`);
}

function programOf({ tenantId }: Person, limit: object): Promise<Shown> {
  const claims = { sub: randomUUID(), tenant: tenantId, cid: randomUUID(), scopes, rev: Number.MAX_SAFE_INTEGER };
  return signed({ ...claims, kind: 'service', ...limit });
}

/**
 * One thing is not there, a list has nothing in it, a figure is of nothing, what is the whole tenant's is forbidden;
 * nothing else is done either.
 */
function unlessUnreached({ route }: Operation, told: Told): string | undefined {
  const { data, total } = bodyOf(told);
  if (route.reach === 'tenant') return codeOf(told) === 'forbidden' ? undefined : `not forbidden: ${brief(told)}`;
  if (Array.isArray(data) && told.status < 300)
    return data.length === 0 && total === 0 ? undefined : `shows something: ${brief(told)}`;
  if (isFigure(told) && !route.url.includes(':'))
    return isOfNothing(bodyOf(told)) ? undefined : `counts something: ${brief(told)}`;
  const isRight = told.status === 404 || (told.status === 403 && !route.url.includes(':'));
  return isRight ? undefined : `is not hidden: ${brief(told)}`;
}

/** What says how many there are, and shows none of them. */
function isFigure(told: Told): boolean {
  const { data, total } = bodyOf(told);
  return told.status < 300 && data === undefined && typeof total === 'number';
}

/** Whatever it counts, there is none; of when that is, it may tell. */
function isOfNothing(value: unknown): boolean {
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value);
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isOfNothing);
  return value === 0 || value === null;
}
