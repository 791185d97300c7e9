import { closed } from '@wheelhouse/contracts';
import { Type } from 'typebox';
import type { OutgoingEvent } from '../events/outbox.ts';
import { defineRoute, type Route } from './route.ts';

const most = 500;

type ReadEvents = (
  type: string,
  after: number,
  most: number,
) => Promise<{ readonly events: readonly OutgoingEvent[]; readonly oldest: number | null }>;

/** Where consumers ask for events the broker did not bring them. Above tenants: its callers are modules. */
export function replayRoute(readEvents: ReadEvents): Route {
  return defineRoute({
    method: 'GET',
    url: '/internal/v1/events',
    access: 'internal',
    reach: 'none',
    summary: 'List events of one type after a sequence number',
    query: closed({ type: Type.String(), after: Type.Integer({ minimum: 0 }) }),
    response: Type.Object({
      events: Type.Array(
        Type.Object({
          id: Type.String(),
          type: Type.String(),
          seq: Type.Integer(),
          body: Type.String(),
          headers: Type.Record(Type.String(), Type.String()),
        }),
      ),
      oldest: Type.Union([Type.Integer(), Type.Null()]),
    }),
    handler: async ({ query }) => ({ body: await readEvents(query.type, query.after, most) }),
  });
}
