import { useNavigate } from '@tanstack/react-router';
import { usePending } from '../api/actions.ts';
import { useClusters } from '../api/clusters.ts';
import { useKillSwitchCommands } from './kill-switch-commands.ts';
import { areas, type Place } from '../areas.ts';
import type { PaletteCommand } from './palette-command.ts';
import { useMayReach } from './use-may-reach.ts';
import { verbOf } from '../design/action-words.ts';
import { nextTheme, useTheme } from '../design/appearance.ts';

const places: readonly (Place & { readonly key?: string })[] = areas.flatMap(({ pages = [], ...area }) => [
  area,
  ...pages,
]);

/** The nearest deadlines; all of them are under Actions. */
const mostPending = 10;

export function usePaletteCommands(): readonly PaletteCommand[] {
  const navigate = useNavigate();
  const mayReach = useMayReach();
  const { clusters, byId } = useClusters();
  const { pending } = usePending();
  const [theme, setTheme] = useTheme();
  const killSwitch = useKillSwitchCommands();
  return [
    ...places.filter(mayReach).map(
      ({ name, to, key }): PaletteCommand => ({
        words: name,
        kind: 'place',
        ...(key !== undefined && { keys: `g ${key}` }),
        run: () => void navigate({ to }),
      }),
    ),
    ...pending.slice(0, mostPending).map((action): PaletteCommand => {
      const cluster = byId.get(action.cluster_id);
      return {
        words: `Decide: ${verbOf(action)}`,
        key: action.id,
        kind: 'decide',
        ...(cluster && { cluster }),
        run: () => void navigate({ to: '/actions/$actionId', params: { actionId: action.id } }),
      };
    }),
    ...clusters.map(
      ({ id, name }): PaletteCommand => ({
        words: name,
        kind: 'cluster',
        cluster: { id, name },
        run: () => void navigate({ to: '/clusters/$clusterId', params: { clusterId: id } }),
      }),
    ),
    // After the clusters: who types a cluster's name and presses Enter wants to see it, not to stop it.
    ...killSwitch,
    { words: `Theme: ${nextTheme(theme)}`, kind: 'do', run: () => setTheme(nextTheme(theme)) },
    { words: 'API reference', kind: 'place', run: () => window.location.assign('api/docs') },
  ];
}
