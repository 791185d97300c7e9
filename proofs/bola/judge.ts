import type { Installation } from '../installation/start.ts';
import type { BadCredentials } from './bad-credentials.ts';
import { type Cell, Findings } from './cells.ts';
import { type Column, planOf } from './columns.ts';
import { cursorStory } from './cursor-story.ts';
import { ifMatchStory } from './if-match-story.ts';
import { limitedStory } from './limited-story.ts';
import type { Operation } from './operation.ts';
import { plainStory } from './plain-story.ts';
import { strangersTo, takeSide } from './side.ts';

/** All cases of one operation. What keeps a story from being told makes its columns uncovered, never forgotten. */
export async function judge(
  installation: Installation,
  operation: Operation,
  badCredentials: BadCredentials,
): Promise<readonly Cell[]> {
  const { name, route, recipe } = operation;
  const plan = planOf(route, recipe?.without);
  const findings = new Findings();
  if (recipe === undefined) {
    findings.void(plan.wanted, 'there is no recipe for it');
    return findings.cells(name, plan.wanted);
  }
  const tell = async (columns: readonly Column[], story: () => Promise<void>) => {
    if (columns.length > 0) await story().catch((error: unknown) => findings.void(columns, String(error)));
  };
  const told = (column: Column) => plan.wanted.filter((wanted) => wanted === column);
  const plain = plan.wanted.filter((column) => column !== 'if-match');
  await tell(plain, async () => {
    const side = await takeSide(installation, operation, recipe);
    const isHidden = plan.places.size > 0 || plan.wanted.includes('cursor');
    const scene = { side, strangers: isHidden ? await strangersTo(installation, operation, recipe, side) : [] };
    // Pages first: they change nothing, and end with nothing changed.
    await tell(told('cursor'), () => cursorStory(installation, operation, scene, findings));
    const limited = [...told('cluster'), ...told('cloudspace')];
    await tell(limited, () => limitedStory(installation, operation, recipe, side, findings));
    await plainStory(installation, operation, recipe, scene, plan, badCredentials, findings);
  });
  await tell(told('if-match'), () => ifMatchStory(installation, operation, recipe, plan, findings));
  return findings.cells(name, plan.wanted);
}
