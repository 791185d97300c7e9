import { useMemo } from 'react';
import { useHeldApps } from '../../api/apps.ts';
import { useClusters } from '../../api/clusters.ts';
import type { NeedSource } from '../need.ts';
import { heldNeeds } from './app-needs.ts';

const nothing = { undeleted: [], pinned: [], putBack: [] };

/** Apps that could not be deleted, were rolled back by themselves, or are pinned for long. */
export const appSource: NeedSource = {
  what: 'the apps',
  everyMs: 120_000,
  useFound: (everyMs) => {
    const { byId } = useClusters();
    const { data, error } = useHeldApps(everyMs);
    const needs = useMemo(() => heldNeeds(data ?? nothing, byId, Date.now()), [data, byId]);
    return { needs, error };
  },
};
