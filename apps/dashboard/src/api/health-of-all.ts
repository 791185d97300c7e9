import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { useClusters } from './clusters.ts';
import { reading } from './reading.ts';

/** The overview follows the stream, and puts what it hears here. */
export const healthOfAll = reading('/k8s-monitor/api/health');

/** The health of all clusters, once one is observed; on the overview as the stream brings it. */
export function useHealthOfAll(everyMs: number | false = false) {
  const { clusters } = useClusters();
  const observed = clusters.some(({ phase }) => phase === 'Ready' || phase === 'Degraded');
  const hasStream = useRouterState({ select: ({ location }) => location.pathname === '/' });
  return useQuery({ ...healthOfAll, refetchInterval: everyMs, enabled: observed && !hasStream });
}
