import type { ActionKind } from '@wheelhouse/contracts';
import type { Autonomy } from '../../api/autonomy.ts';

/** How far a kind of action may go by itself, over all clusters: only where it is set to auto, nobody is asked. */
export function autonomyOf({ tenant, clusters }: Autonomy, kind: ActionKind): string {
  const levels = clusters.map(({ effective }) => effective[kind]);
  const automatic = levels.filter((level) => level === 'auto').length;
  if (levels.length > 0 && automatic > 0 && automatic < levels.length)
    return `may act by itself on ${automatic} of ${levels.length} clusters`;
  const level = levels.length > 0 && automatic === levels.length ? 'auto' : tenant[kind];
  if (level === 'auto') return 'may act by itself';
  return level === 'never' ? 'never' : 'asks';
}
