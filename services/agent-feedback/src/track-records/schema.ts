import {
  actionKindSchema,
  closed,
  judgedVerdicts,
  timestampSchema,
  uuidSchema,
  verdictSchema,
} from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';

/** As many of the newest as a record is made of, and how old they may be. */
export const mostJudged = 50;
export const recordDays = 90;

const count = Type.Integer({ minimum: 0, maximum: mostJudged });

function ofEachVerdict(): Record<(typeof judgedVerdicts)[number], typeof count> {
  const entries = judgedVerdicts.map((verdict) => [verdict, count]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every verdict has its entry
  return Object.fromEntries(entries) as Record<(typeof judgedVerdicts)[number], typeof count>;
}

export const trackRecord = closed(
  {
    rule_id: uuidSchema,
    action: actionKindSchema,
    judged: Type.With(count, {
      description: `Of its last ${mostJudged} judged decisions, those of the last ${recordDays} days`,
    }),
    cured: count,
    by_verdict: closed(ofEachVerdict()),
    last_verdict: verdictSchema,
    last_reached_at: timestampSchema,
  },
  { title: 'TrackRecord' },
);
export type TrackRecord = Static<typeof trackRecord>;

export const trackRecords = closed({
  since: Type.With(timestampSchema, { description: 'Decisions from before this time do not count' }),
  data: Type.Array(trackRecord, { description: 'Rules and kinds of action with at least one judged decision' }),
  next_cursor: Type.Null({ description: 'There is one page' }),
  total: Type.Integer({ minimum: 0 }),
});
export type TrackRecords = Static<typeof trackRecords>;
