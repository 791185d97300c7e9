import { closed, nullable, oneOf } from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';
import { cpuSchema, memorySchema } from '../quantities.ts';

/** What an app is: the content of a revision. Replicas are not among it; they are scaled, not deployed. */

const image = Type.String({
  minLength: 1,
  maxLength: 512,
  pattern: '^[^\\s]+$',
  description: 'Image reference, such as registry.example.com/shop/web:1.4',
});

export const source = Type.Union(
  [
    closed({ type: Type.Literal('image'), image }, { title: 'Image source' }),
    closed(
      {
        type: Type.Literal('git'),
        build_configuration_id: Type.String({ description: 'Not supported yet: builds do not exist so far' }),
      },
      { title: 'Git source' },
    ),
  ],
  { title: 'Source' },
);

const portNumber = Type.Integer({ minimum: 1, maximum: 65_535 });

const resources = closed(
  {
    cpu_request: Type.Optional(cpuSchema('CPU that each pod is guaranteed; 100m unless told')),
    memory_request: Type.Optional(memorySchema('Memory that each pod is guaranteed; 256Mi unless told')),
    memory_limit: Type.Optional(memorySchema('Memory beyond which a pod is killed; the request unless told')),
    cpu_limit: Type.Optional(
      Type.With(nullable(cpuSchema('CPU beyond which a pod is throttled; none unless told')), {}),
    ),
  },
  { title: 'Resources' },
);

const envName = '^[A-Za-z_][A-Za-z0-9_]{0,252}$';
const envValue = Type.String({ maxLength: 32_768 });

const healthCheck = closed(
  {
    path: Type.Optional(
      Type.With(nullable(Type.String({ maxLength: 2_048, pattern: '^/[^\\s]*$' })), {
        description: 'HTTP path that answers 2xx or 3xx; null: a TCP connection is enough',
      }),
    ),
    startup_seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 3_600, description: '60 unless told' })),
    period_seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 300, description: '5 unless told' })),
    timeout_seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 60, description: '2 unless told' })),
    failures: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: '3 unless told' })),
    liveness: Type.Optional(
      Type.Boolean({ description: 'Restart pods that fail it; false unless told, since a bad one kills good pods' }),
    ),
  },
  { title: 'Health check' },
);

const words = Type.Array(Type.String({ maxLength: 32_768 }), { maxItems: 100 });

/** All of them may be left out of a change; `source` alone may not be left out of a new app. */
export const contentFields = {
  port: Type.Optional(
    Type.With(nullable(portNumber), { description: 'Port it listens on, also told to it as PORT; null: a worker' }),
  ),
  resources: Type.Optional(resources),
  tls: Type.Optional(Type.Boolean({ description: 'Requires a cluster with an address for apps; false unless told' })),
  command: Type.Optional(Type.With(nullable(words), { description: "Instead of the image's entrypoint" })),
  args: Type.Optional(Type.With(nullable(words), { description: "Instead of the image's arguments" })),
  health_check: Type.Optional(healthCheck),
  strategy: Type.Optional(
    oneOf(['rolling', 'recreate'], 'rolling replaces pods without a gap; recreate ends all old ones first'),
  ),
  grace_seconds: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 600, description: 'How long a pod may take to end; 30 unless told' }),
  ),
  rollout_minutes: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 60, description: 'How long a rollout may take; 10 unless told' }),
  ),
};

const envKey = Type.String({ pattern: envName });
export const envSchema = Type.Record(envKey, envValue, {
  maxProperties: 200,
  description: 'Environment variables; PORT is set for you',
});
export const envChange = Type.Record(envKey, nullable(envValue), {
  maxProperties: 400,
  description: 'Merged by name; null removes one',
});

/** With every default filled in, so that a default that changes later does not change a revision. */
export const contentSchema = closed(
  {
    source: closed({ type: Type.Literal('image'), image }, { title: 'Image source' }),
    port: nullable(portNumber),
    resources: closed({
      cpu_request: Type.String(),
      memory_request: Type.String(),
      memory_limit: Type.String(),
      cpu_limit: nullable(Type.String()),
    }),
    tls: Type.Boolean(),
    env: Type.Record(Type.String(), Type.String()),
    command: nullable(Type.Array(Type.String())),
    args: nullable(Type.Array(Type.String())),
    health_check: closed({
      path: nullable(Type.String()),
      startup_seconds: Type.Integer(),
      period_seconds: Type.Integer(),
      timeout_seconds: Type.Integer(),
      failures: Type.Integer(),
      liveness: Type.Boolean(),
    }),
    strategy: oneOf(['rolling', 'recreate']),
    grace_seconds: Type.Integer(),
    rollout_minutes: Type.Integer(),
  },
  { title: 'App content' },
);
export type Content = Static<typeof contentSchema>;
