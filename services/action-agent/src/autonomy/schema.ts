import {
  actionKinds,
  type ActionKind,
  autonomyLevels,
  autonomyWords,
  closed,
  nullable,
  oneOf,
  uuidSchema,
} from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';

const words = autonomyLevels.map((level) => `${level}: ${autonomyWords[level]}`).join('; ');
const level = Type.With(nullable(oneOf(autonomyLevels)), {
  description: `${words}; null: as each decision says itself`,
});

function ofKinds<Field>(field: Field): Record<ActionKind, Field> {
  const entries = actionKinds.map((kind) => [kind, field]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every kind has its entry
  return Object.fromEntries(entries) as Record<ActionKind, Field>;
}

const levels = closed(ofKinds(level), { title: 'AutonomyLevels' });

export const autonomySchema = closed(
  {
    tenant: levels,
    clusters: Type.Array(
      closed({
        cluster_id: uuidSchema,
        autonomy: levels,
        effective: Type.With(levels, { description: 'The stricter of what is set for the cluster and for the tenant' }),
      }),
      { description: 'Clusters for which something is set' },
    ),
  },
  { title: 'Autonomy' },
);

export const autonomyQuery = closed({
  cluster_id: Type.Optional(Type.With(uuidSchema, { description: 'Only what concerns this cluster' })),
});

export const autonomyChange = closed({
  cluster_id: Type.Optional(Type.With(uuidSchema, { description: 'One cluster; if absent, the whole tenant' })),
  autonomy: Type.With(closed(ofKinds(Type.Optional(level))), {
    description: 'Kinds that are omitted keep their level; null unsets it',
  }),
});

export type AutonomyAnswer = Static<typeof autonomySchema>;
export type AllLevels = Static<typeof levels>;
