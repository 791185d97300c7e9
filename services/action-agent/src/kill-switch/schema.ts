import {
  actionKindSchema,
  actionSteps,
  actionTargetSchema,
  actorSchema,
  closed,
  nullable,
  oneOf,
  timestampSchema,
  uuidSchema,
} from '@wheelhouse/contracts';
import { Type } from 'typebox';
import { reason } from '../actions/schema.ts';

const engagement = {
  engaged_at: timestampSchema,
  engaged_by: actorSchema,
  reason: nullable(Type.String()),
};

const brief = closed({
  id: uuidSchema,
  cluster_id: uuidSchema,
  action: actionKindSchema,
  target: actionTargetSchema,
  step: nullable(oneOf(actionSteps)),
});

export const mostListed = 100;

const state = {
  engaged: Type.Boolean({ description: 'Whether it is engaged for the whole tenant' }),
  tenant: Type.With(nullable(closed(engagement)), {
    description: 'Who engaged it for the whole tenant; null if nobody',
  }),
  clusters: Type.Array(closed({ cluster_id: uuidSchema, ...engagement }), {
    description: 'Clusters for which it is engaged',
  }),
  still_running: Type.Array(brief, {
    maxItems: mostListed,
    description:
      'Actions whose change was already sent to the cluster, or which only uncordon: they are brought to their end. At most 100',
  }),
};

export const killSwitchSchema = closed(state, { title: 'KillSwitch' });

export const killSwitchAnswer = closed(
  {
    ...state,
    stopped: Type.Array(brief, {
      maxItems: mostListed,
      description: 'Actions that were stopped by this call before anything was sent for them. At most 100',
    }),
  },
  { title: 'KillSwitchAnswer' },
);

export const killSwitchBody = closed({
  cluster_id: Type.Optional(
    Type.With(uuidSchema, { description: 'One cluster; if absent, all clusters of the tenant' }),
  ),
  reason,
});

export const killSwitchQuery = closed({
  cluster_id: Type.Optional(Type.With(uuidSchema, { description: 'Only what concerns this cluster' })),
});
