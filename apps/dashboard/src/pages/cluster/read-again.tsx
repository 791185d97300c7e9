import type { QueryKey } from '@tanstack/react-query';
import { useReadAgain } from '../../live/use-health.ts';
import { useClusterHealth } from './cluster-context.ts';

/** On its own, so that an event of the stream draws no table again. */
export function ReadAgain({ queryKey, pages }: { readonly queryKey: QueryKey; readonly pages: number }) {
  const { events } = useClusterHealth();
  useReadAgain(events, queryKey, Math.max(5_000, pages * 2_000));
  return null;
}
