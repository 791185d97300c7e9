import { useMemo } from 'react';
import { useLiveIncidents } from '../api/incidents.ts';
import { type Covered, coveredBy } from './covered.ts';

/** By incidents, as the source of these has read them; nothing while they are not known. */
export function useCovered(): Covered {
  const { incidents } = useLiveIncidents();
  return useMemo(() => coveredBy(incidents ?? []), [incidents]);
}
