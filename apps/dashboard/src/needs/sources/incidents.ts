import { useMemo } from 'react';
import { useClusters } from '../../api/clusters.ts';
import { type Incident, incidentPaths, takeStep, useLiveIncidents } from '../../api/incidents.ts';
import { numberOf } from '../../design/incident-words.ts';
import type { Act, NeedSource } from '../need.ts';
import { incidentNeeds } from './incident-needs.ts';

/** Incidents that nobody looks after yet; they stand for all that they cover. */
export const incidentSource: NeedSource = {
  what: 'the incidents',
  everyMs: 10_000,
  counts: { at: '/incidents', words: 'to acknowledge' },
  useFound: (everyMs) => {
    const { byId } = useClusters();
    const { incidents, error } = useLiveIncidents(everyMs);
    const open = useMemo(() => (incidents ?? []).filter(({ status }) => status === 'open'), [incidents]);
    const needs = useMemo(() => incidentNeeds(open, byId, acknowledge), [open, byId]);
    return { needs, error, total: open.length };
  },
};

const acknowledge = (incident: Incident): Act => ({
  words: 'Acknowledge',
  scope: 'actions',
  run: () => takeStep(incident.id, 'acknowledge'),
  outdates: incidentPaths,
  said: `Incident ${numberOf(incident)} is acknowledged`,
  failed: `Incident ${numberOf(incident)} was not acknowledged`,
});
