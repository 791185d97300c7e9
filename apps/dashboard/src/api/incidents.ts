import { useInfiniteQuery } from '@tanstack/react-query';
import { liveIncidentStatuses } from '@wheelhouse/contracts';
import type { Paths, Schemas } from '@wheelhouse/sdk';
import { useMemo } from 'react';
import { client } from './client.ts';
import { listing } from './reading.ts';

export type Incident = Schemas['incidents']['Incident'];
/** With its review, as its own page shows it. */
export type IncidentInFull = Paths[typeof incidentPath]['GET']['answers'][200];
export type TimelineEntry = Schemas['incidents']['IncidentTimeline'];
export type Receiver = NonNullable<TimelineEntry['receivers']>[number];
export type MaintenanceWindow = Schemas['incidents']['MaintenanceWindow'];

export const incidentsPath = '/incidents/api/v1/incidents';
export const incidentPath = '/incidents/api/v1/incidents/{id}';
export const timelinePath = '/incidents/api/v1/incidents/{id}/timeline';
export const windowsPath = '/incidents/api/v1/maintenance-windows';
export const windowPath = '/incidents/api/v1/maintenance-windows/{id}';

/** What is old once an incident was changed. */
export const incidentPaths = [incidentsPath, incidentPath, timelinePath] as const;

/** Lists of incidents have no stream: they are read this often while somebody looks. */
export const incidentsEveryMs = 3_000;

export const live = liveIncidentStatuses.join(',');

const liveQuery = listing(incidentsPath, { query: { status: live, limit: 200 } });

/** All that are not over. What the menu of every page reads again and again, others see without asking. */
export function useLiveIncidents(everyMs: number | false = false) {
  const { data, error } = useInfiniteQuery({ ...liveQuery, refetchInterval: everyMs });
  const incidents = useMemo(() => data?.pages.flatMap((page) => page.data), [data]);
  return { incidents, error };
}

export type Step = 'acknowledge' | 'investigate' | 'mitigate' | 'reopen' | 'close';

/** One step of its life, which needs nothing said. */
export async function takeStep(id: string, step: Step): Promise<IncidentInFull> {
  const given = { params: { id }, body: {} };
  switch (step) {
    case 'acknowledge':
      return (await client.post(`${incidentPath}/acknowledge`, given)).data;
    case 'investigate':
      return (await client.post(`${incidentPath}/investigate`, given)).data;
    case 'mitigate':
      return (await client.post(`${incidentPath}/mitigate`, given)).data;
    case 'reopen':
      return (await client.post(`${incidentPath}/reopen`, given)).data;
    case 'close':
      return (await client.post(`${incidentPath}/close`, given)).data;
    default:
      throw new RangeError(`An incident knows no step ${JSON.stringify(step satisfies never)}`);
  }
}

/** Of one cluster, or of all. */
export const activeWindows = (clusterId: string | undefined) => ({
  ...listing(windowsPath, {
    query: { state: 'active', limit: 50, ...(clusterId !== undefined && { cluster_id: clusterId }) },
  }),
  refetchInterval: 15_000,
});
