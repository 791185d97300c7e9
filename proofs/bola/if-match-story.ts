import { etagOf, makeIds, systemClock } from '@wheelhouse/kit';
import type { Installation } from '../installation/start.ts';
import type { Findings } from './cells.ts';
import type { Plan } from './columns.ts';
import type { Call, Operation } from './operation.ts';
import { withId } from './places.ts';
import type { Recipe } from '../installation/recipe.ts';
import { brief, contentOf, difference } from './sameness.ts';
import { askAs, readBack, type Side, type Stranger, strangersTo, takeSide } from './side.ts';

const neverMade = makeIds(systemClock);

/** An ETag is of one object: on another it is as good as none, and it opens nobody's object to a stranger. */
export async function ifMatchStory(
  installation: Installation,
  operation: Operation,
  recipe: Recipe,
  plan: Plan,
  findings: Findings,
): Promise<void> {
  const [side, other] = [
    await takeSide(installation, operation, recipe),
    await takeSide(installation, operation, recipe),
  ];
  const [etag, others] = [
    await etagFor(installation, operation, recipe, side),
    await etagFor(installation, operation, recipe, other),
  ];
  if (etag === others) throw new Error('two objects have one ETag');
  const before = await readBack(installation, operation, recipe, other);

  const told = await askAs(installation, operation, other, other.call, { 'if-match': etag });
  const never = etagOf(neverMade());
  const absent = await askAs(installation, operation, other, other.call, { 'if-match': never });
  const fault =
    told.status === 412 ? difference(told, absent, [[etag], [never]]) : `an ETag of another object: ${brief(told)}`;
  findings.case('if-match', fault);
  if (plan.places.has('path')) {
    const [stranger] =
      recipe.of === 'operator'
        ? await strangersTo(installation, operation, recipe, side)
        : [{ ...other, name: 'another tenant' }];
    await knownEtag(installation, operation, side, stranger, etag, plan, findings);
  }

  const after = await readBack(installation, operation, recipe, other);
  if (before !== undefined && after !== undefined && contentOf(before) !== contentOf(after))
    findings.case('if-match', `a refused call changed something: ${contentOf(before)} became ${contentOf(after)}`);
  for (const [whose, own] of [
    [side, etag],
    [other, others],
  ] as const) {
    const answer = await askAs(installation, operation, whose, whose.call, { 'if-match': own });
    if (answer.status !== operation.route.status)
      findings.void(['if-match'], `the owner's call with the object's own ETag was refused: ${brief(answer)}`);
  }
}

/** Who has come to know an object's ETag still does not find the object. */
async function knownEtag(
  installation: Installation,
  operation: Operation,
  side: Side,
  stranger: Stranger,
  etag: string,
  { places }: Plan,
  findings: Findings,
): Promise<void> {
  // What else the call names is the stranger's own, so that only the object is foreign.
  const call: Call = { ...(stranger.call ?? side.call), path: side.call.path };
  const never = neverMade();
  let without = call;
  for (const place of places.get('path') ?? []) without = withId(without, place, never);
  const told = await askAs(installation, operation, stranger, call, { 'if-match': etag });
  const absent = await askAs(installation, operation, stranger, without, { 'if-match': etag });
  const fault =
    told.status === 404
      ? difference(told, absent, [Object.values(call.path), [never]])
      : `${stranger.name} with the ETag of an object: ${brief(told)}`;
  findings.case('if-match', fault);
}

async function etagFor(installation: Installation, operation: Operation, recipe: Recipe, side: Side): Promise<string> {
  const told = await readBack(installation, operation, recipe, side);
  const etag = told?.headers.get('etag');
  if (etag === undefined || etag === null) throw new Error('the recipe names no read that answers an ETag');
  return etag;
}
