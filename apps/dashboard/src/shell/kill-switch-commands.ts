import { useClusters } from '../api/clusters.ts';
import { useKillSwitch } from '../api/kill-switch.ts';
import { useMay, useMayEverywhere } from '../api/session.ts';
import { ask } from '../kill-switch/asking.ts';
import type { PaletteCommand } from './palette-command.ts';

/** To stop everything or one cluster, and to release what is stopped; only what the person may. */
export function useKillSwitchCommands(): readonly PaletteCommand[] {
  const { clusters } = useClusters();
  const { engagements } = useKillSwitch();
  const mayStop = useMay('actions');
  const mayStopAll = useMayEverywhere('actions');
  const mayRelease = useMay('admin');
  const mayReleaseAll = useMayEverywhere('admin');
  const stopped = new Set(engagements.map(({ cluster_id }) => cluster_id));
  const command = (words: string, to: 'stop' | 'release', cluster?: PaletteCommand['cluster']): PaletteCommand => ({
    words,
    key: `${words} ${cluster?.id}`,
    kind: 'do',
    ...(cluster && { cluster }),
    run: () => ask({ to, clusterId: cluster?.id }),
  });
  const isAllStopped = stopped.has(null);
  const ofAll = [
    ...(mayReleaseAll && isAllStopped ? [command('Release kill switch', 'release')] : []),
    ...(mayStopAll && !isAllStopped ? [command('Stop all actions (kill switch)', 'stop')] : []),
  ];
  return [
    ...ofAll,
    ...clusters.flatMap(({ id, name }) => {
      if (stopped.has(id))
        return mayRelease ? [command(`Release kill switch of ${name}`, 'release', { id, name })] : [];
      return mayStop && !isAllStopped ? [command(`Stop actions on ${name}`, 'stop', { id, name })] : [];
    }),
  ];
}
