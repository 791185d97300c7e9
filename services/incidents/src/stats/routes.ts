import { defineRoute, firstIdOf, type ModuleContext, type Route } from '@wheelhouse/kit';
import { incidentsUrl } from '../incidents/read-routes.ts';
import { incidentStats, statsQuery } from './schema.ts';
import { selectStats } from './store.ts';

const usualDays = 30;
const dayMs = 24 * 60 * 60_000;

export function statsRoute({ clock }: Pick<ModuleContext, 'clock'>): Route {
  return defineRoute({
    method: 'GET',
    url: `${incidentsUrl}/stats`,
    access: 'read',
    reach: 'cloudspace',
    summary: 'Read how many incidents there were, and how long it took to acknowledge and resolve them',
    operation: 'readIncidentStats',
    query: statsQuery,
    response: incidentStats,
    handler: async ({ query, reach, read }) => {
      const until = clock.now();
      const from = new Date(until.getTime() - (query.days ?? usualDays) * dayMs);
      const found = await read((db) => selectStats(db, firstIdOf(from), reach.limits()));
      return { body: { from: from.toISOString(), until: until.toISOString(), ...found } };
    },
  });
}
