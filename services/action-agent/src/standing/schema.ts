import {
  actionKindSchema,
  autonomyLevels,
  closed,
  factsSchema,
  namespaceSchema,
  nullable,
  objectNameSchema,
  oneOf,
  uuidSchema,
} from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';

/** For the modules that decide: what they may expect of an action before they propose it. */

export const standingQuery = closed({ cluster_id: uuidSchema, action: actionKindSchema });

export const standing = closed({
  autonomy: Type.With(nullable(oneOf(autonomyLevels)), {
    description: 'The stricter of what is set for the cluster and for the tenant; null: nothing is set',
  }),
  kill_switch: Type.Boolean({ description: 'Whether it is engaged, for this cluster or for the whole tenant' }),
  worker: oneOf(['acting', 'none'], 'acting: a worker was seen within the last 30 seconds and is able to act'),
});

export const objectQuery = closed({
  cluster_id: uuidSchema,
  kind: Type.String({ minLength: 1, maxLength: 63, description: 'Such as Deployment or Node' }),
  namespace: Type.Optional(Type.With(namespaceSchema, { description: 'Absent: the object has none' })),
  name: objectNameSchema,
});
export type ObjectQuery = Static<typeof objectQuery>;

export const actionsOnObject = closed({ actions: factsSchema.properties.actions });
export type ActionsOnObject = Static<typeof actionsOnObject>;
