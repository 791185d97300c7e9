import { statusOf } from '../commands/status.ts';
import type { Group } from '../runtime/engine.ts';
import { openHome } from '../runtime/home.ts';

/** Tests run on real engines; without them there is nothing to test, so say so once and stop. */
export async function requireEngines(groups: readonly Group[]): Promise<void> {
  const rows = await statusOf(await openHome(), groups);
  const down = rows.filter(({ health }) => health.state !== 'healthy' && health.state !== 'impossible');
  if (down.length === 0) return;
  throw new Error(
    `engines are not up: ${down.map(({ name }) => name).join(', ')}. Next step: npm run engines -- up ${groups.join(' ')}`,
  );
}
