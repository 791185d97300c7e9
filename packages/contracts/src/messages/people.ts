import { type Static, Type } from 'typebox';
import { uuidSchema } from '../ids.ts';
import { closed, oneOf, text } from '../shapes.ts';

/** Who stands behind a change. Only ids travel; names and addresses stay where they can be erased. */

export const proposerSchema = closed(
  {
    type: oneOf(['user', 'agent_run', 'service_account', 'rule']),
    id: uuidSchema,
    on_behalf_of: Type.Optional(Type.With(uuidSchema, { description: 'The user on whose behalf it was proposed' })),
  },
  { title: 'Proposer' },
);

export const approverSchema = closed(
  {
    type: oneOf(['user', 'service_account']),
    id: uuidSchema,
    override_reason: Type.Optional(text('Why the approver, who has the right to do so, approved their own proposal')),
  },
  { title: 'Approver' },
);

export const actorSchema = closed({ type: oneOf(['user', 'service_account']), id: uuidSchema }, { title: 'Actor' });

export type Proposer = Static<typeof proposerSchema>;
export type Approver = Static<typeof approverSchema>;
export type Actor = Static<typeof actorSchema>;
