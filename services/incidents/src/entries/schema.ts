import { closed, nullable, oneOf, timelineKindNames, timestampSchema, uuidSchema } from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';
import { objectSchema } from '../object.ts';

export const entryActor = closed(
  { type: oneOf(['user', 'service_account', 'rule', 'agent_run']), id: uuidSchema },
  { title: 'EntryActor' },
);
export type EntryActor = Static<typeof entryActor>;

/** What an entry is about, to be opened. */
export const entryRef = closed(
  {
    type: oneOf(['action', 'app_deployment', 'app', 'incident', 'window', 'agent_run', 'analysis', 'event', 'signal']),
    id: Type.String({ minLength: 1, maxLength: 253 }),
    url: Type.With(nullable(Type.String()), { description: 'Its page in the dashboard; null if it has none' }),
  },
  { title: 'EntryRef' },
);
export type EntryRef = Static<typeof entryRef>;

const receiver = closed({
  webhook_id: uuidSchema,
  name: Type.String({ description: 'The description of the webhook, else the host it goes to' }),
  format: Type.String(),
  state: Type.String({ description: 'pending, succeeded, exhausted, held or canceled' }),
  delivered_at: nullable(timestampSchema),
});

const fields = {
  id: uuidSchema,
  at: Type.With(timestampSchema, { description: 'When it happened' }),
  kind: oneOf(timelineKindNames),
  summary: Type.String({ description: 'One sentence' }),
  text: Type.With(nullable(Type.String()), { description: 'All that was written, of a note' }),
  actor: Type.With(nullable(entryActor), { description: 'Null if nobody did it' }),
  object: nullable(objectSchema),
  ref: nullable(entryRef),
  count: Type.Integer({ minimum: 1, description: 'How often, where the same happened again' }),
  last_at: Type.With(timestampSchema, { description: 'When it happened last' }),
  data: Type.Record(Type.String(), Type.Unknown(), { description: 'Figures of it, by kind' }),
};

export const entry = closed(
  {
    ...fields,
    receivers: Type.With(nullable(Type.Array(receiver)), {
      description:
        'Of a notification: which webhooks it went to. Null for other kinds, and where that is not known right now',
    }),
  },
  { title: 'TimelineEntry' },
);
export type Entry = Static<typeof entry>;
export type Receiver = Static<typeof receiver>;
