import { defineRoute, type ModuleContext, type Route } from '@wheelhouse/kit';
import { recordDays, type TrackRecord, type TrackRecords, trackRecords } from './schema.ts';
import { selectRecords } from './store.ts';

const recordMs = recordDays * 24 * 60 * 60_000;

export function trackRecordRoutes({ clock }: Pick<ModuleContext, 'clock'>): readonly Route[] {
  const since = () => new Date(clock.now().getTime() - recordMs);
  return [
    defineRoute({
      method: 'GET',
      url: '/api/v1/track-records',
      access: 'read',
      reach: 'cluster',
      summary: 'Read how often each rule has helped, by kind of action',
      response: trackRecords,
      handler: async ({ reach, read }) => {
        const from = since();
        const data = await read((db) => selectRecords(db, from, reach.clusters()));
        return { body: shown(from, data) };
      },
    }),
    defineRoute({
      method: 'GET',
      url: '/internal/v1/track-records',
      access: 'internal',
      reach: 'none',
      summary: 'Read how often each rule of the tenant has helped',
      response: trackRecords,
      handler: async ({ read }) => {
        const from = since();
        return { body: shown(from, await read((db) => selectRecords(db, from, undefined))) };
      },
    }),
  ];
}

/** All of them at once: there are not more than rules and kinds. */
function shown(since: Date, data: readonly TrackRecord[]): TrackRecords {
  return { since: since.toISOString(), data: [...data], next_cursor: null, total: data.length };
}
