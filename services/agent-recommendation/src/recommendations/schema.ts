import {
  actionKindSchema,
  actorSchema,
  closed,
  nullable,
  oneOf,
  type RecommendationKind,
  recommendationKinds,
  recommendationStatuses,
  timestampSchema,
  uuidSchema,
} from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';
import { recommendationSeverities } from '../findings/finding.ts';
import { noteSchema } from '../texts.ts';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the catalogue is closed
export const kindNames = Object.keys(recommendationKinds) as RecommendationKind[];
const kindWords = kindNames.map((name) => `${name}: ${recommendationKinds[name].toLowerCase()}`).join('; ');

export const dismissed = closed(
  {
    reason: Type.String(),
    until: Type.With(timestampSchema, { description: 'It stays away until then, whatever its cause does' }),
    by: actorSchema,
    at: timestampSchema,
  },
  { title: 'DismissedRecommendation' },
);
export type Dismissed = Static<typeof dismissed>;

export const recommendation = closed(
  {
    id: uuidSchema,
    cluster_id: uuidSchema,
    kind: oneOf(kindNames, kindWords),
    object: Type.With(
      nullable(closed({ kind: Type.String(), namespace: nullable(Type.String()), name: Type.String() })),
      { description: 'What it is about; null if that is a rule' },
    ),
    rule: Type.With(nullable(closed({ rule_id: uuidSchema, name: Type.String(), action: actionKindSchema })), {
      description: 'The rule and kind of action it is about; null if that is an object',
    }),
    severity: oneOf(recommendationSeverities),
    why: Type.String({ description: 'With figures' }),
    how: Type.String({ description: 'The step to take' }),
    status: oneOf(
      recommendationStatuses,
      'accepted: somebody takes care of it; done: its cause is gone; dismissed: it stays away until its date',
    ),
    accepted_by: nullable(actorSchema),
    accepted_at: nullable(timestampSchema),
    note: Type.With(nullable(Type.String()), { description: 'What was said when it was accepted' }),
    dismissed: Type.With(nullable(dismissed), { description: 'How it was dismissed last' }),
    created_at: timestampSchema,
    seen_at: Type.With(timestampSchema, { description: 'When its cause was seen last' }),
    done_at: nullable(timestampSchema),
  },
  { title: 'Recommendation' },
);
export type Recommendation = Static<typeof recommendation>;

export const recommendationId = closed({ id: uuidSchema });

export const acceptBody = closed({ note: Type.Optional(noteSchema) });

export const usualDays = 30;
export const mostDays = 365;

export const dismissBody = closed({
  reason: Type.With(noteSchema, { description: 'Why' }),
  until: Type.Optional(
    Type.With(timestampSchema, {
      description: `Until when it stays away: ${usualDays} days by default, ${mostDays} days at most`,
    }),
  ),
});
export type DismissBody = Static<typeof dismissBody>;
