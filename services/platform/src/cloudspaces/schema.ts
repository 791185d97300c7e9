import {
  actorSchema,
  closed,
  namespaceSchema,
  nullable,
  oneOf,
  timestampSchema,
  uuidSchema,
} from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';
import { cpuSchema, memorySchema } from '../quantities.ts';
import { cloudspaceReasonWords } from './reasons.ts';
import { cloudspacePhases } from './state.ts';

/** Becomes a namespace, or the beginning of one. */
const name = Type.String({
  maxLength: 40,
  pattern: '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$',
  description: 'DNS label, unique within the tenant; names the namespace',
});

const quota = closed(
  {
    cpu: Type.Optional(cpuSchema('Sum of the CPU requests of all pods')),
    memory: Type.Optional(memorySchema('Sum of the memory limits of all pods')),
    pods: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, description: 'How many pods there may be' })),
  },
  { title: 'Quota' },
);
export type Quota = Static<typeof quota>;

const labelKey = '^([a-z0-9]([-a-z0-9.]*[a-z0-9])?/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$';
const labelValue = Type.String({ maxLength: 63, pattern: '^([A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)?$' });

const placement = closed(
  {
    node_selector: Type.Optional(
      Type.Record(Type.String({ maxLength: 317, pattern: labelKey }), labelValue, {
        maxProperties: 20,
        description: 'Labels that a node must have',
      }),
    ),
    tolerations: Type.Optional(
      Type.Array(
        closed({
          key: Type.String({ maxLength: 317, pattern: labelKey }),
          operator: Type.Optional(oneOf(['Exists', 'Equal'])),
          value: Type.Optional(labelValue),
          effect: Type.Optional(oneOf(['NoSchedule', 'PreferNoSchedule', 'NoExecute'])),
        }),
        { maxItems: 20, description: 'Taints that its pods tolerate' },
      ),
    ),
  },
  { title: 'Placement' },
);
export type Placement = Static<typeof placement>;

const podSecurity = oneOf(
  ['baseline', 'restricted'],
  'Pod Security Standard that the cluster enforces in the namespace',
);

const host = Type.String({
  maxLength: 253,
  pattern: '^[a-z0-9]([-a-z0-9.]*[a-z0-9])?(:[0-9]{1,5})?$',
  description: 'Host of the registry, with its port if it has one',
});
const username = Type.String({ minLength: 1, maxLength: 255 });
const password = Type.String({ minLength: 1, maxLength: 16_384, description: 'Write-only' });

const registry = closed({ host, username, set_at: timestampSchema }, { title: 'Registry' });
export type Registry = Static<typeof registry>;

export const cloudspace = closed(
  {
    id: uuidSchema,
    name,
    cluster_id: uuidSchema,
    namespace: Type.With(namespaceSchema, { description: 'Its namespace in the cluster' }),
    quota: Type.With(nullable(quota), { description: 'Null: no limit' }),
    pod_security: podSecurity,
    placement: Type.With(nullable(placement), { description: 'Where its pods may run; null: anywhere' }),
    registries: Type.Array(registry, { description: 'Registries that images are pulled from with a password' }),
    phase: oneOf(cloudspacePhases),
    reason: oneOf(cloudspaceReasonWords, 'Why it is in this phase; machine-readable'),
    message: Type.String({ description: 'The same, human-readable, with the next step' }),
    phase_since: timestampSchema,
    deadline_at: Type.With(nullable(timestampSchema), {
      description: 'When the phase ends at the latest; null if it may last',
    }),
    apps_total: Type.Integer({ minimum: 0 }),
    created_by: nullable(actorSchema),
    created_at: timestampSchema,
    updated_at: timestampSchema,
  },
  { title: 'CloudSpace' },
);
export type Cloudspace = Static<typeof cloudspace>;

export const cloudspaceId = closed({ id: uuidSchema });

const settings = {
  quota: Type.Optional(nullable(quota)),
  pod_security: Type.Optional(podSecurity),
  placement: Type.Optional(
    Type.With(nullable(placement), { description: 'Requires the scope admin, since it chooses nodes of the cluster' }),
  ),
};

export const createCloudspace = closed({
  name,
  cluster_id: uuidSchema,
  ...settings,
  registries: Type.Optional(Type.Array(closed({ host, username, password }), { maxItems: 20 })),
});
export type CreateCloudspace = Static<typeof createCloudspace>;

export const changeCloudspace = closed(settings);
export type ChangeCloudspace = Static<typeof changeCloudspace>;

export const registryParams = closed({ id: uuidSchema, host });
export const putRegistry = closed({ username, password });

export const deleteQuery = closed({
  cascade: Type.Optional(
    Type.Boolean({ description: 'Delete its apps too; without it, a CloudSpace with apps is not deleted' }),
  ),
});

export const ownedNamespaces = Type.Array(
  closed({
    cloudspace_id: uuidSchema,
    tenant_id: uuidSchema,
    cluster_id: uuidSchema,
    namespace: Type.String(),
    phase: oneOf(cloudspacePhases),
  }),
);
