import { closed, namespaceSchema, nullable, oneOf, timestampSchema, uuidSchema } from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';
import { clusterPhases } from './state.ts';

const name = Type.With(namespaceSchema, { description: 'a DNS label, unique in the tenant' });
const description = Type.String({ maxLength: 1_000 });
const phase = oneOf(clusterPhases);

const right = closed({
  group: Type.String({ description: "the API group; empty for the core's" }),
  resource: Type.String(),
  verb: Type.String(),
  needed_by: oneOf(['k8s-monitor', 'action-agent']),
  why: Type.String({ description: 'for people' }),
  essential: Type.Boolean({ description: 'without it the cluster cannot be watched, and is Degraded' }),
  allowed: Type.With(nullable(Type.Boolean()), { description: 'null: not asked yet' }),
});

export const cluster = closed({
  id: uuidSchema,
  name,
  description,
  server: Type.String({ description: 'the address of its API server' }),
  phase,
  reason: Type.String({ description: 'why it is in this phase; for programs' }),
  message: Type.String({ description: 'the same for people, with the next step' }),
  last_seen_at: Type.With(nullable(timestampSchema), { description: 'when it last let us in' }),
  version: Type.With(nullable(Type.String()), { description: 'of Kubernetes, as the API server says' }),
  rights: Type.Array(right, {
    description: 'what its credentials must be allowed to do, for what, and whether they are',
  }),
  credential: closed({
    kind: oneOf(['token', 'client_certificate']),
    expires_at: Type.With(nullable(timestampSchema), { description: 'null: never, or it does not say' }),
  }),
  created_at: timestampSchema,
  updated_at: timestampSchema,
});
export type Cluster = Static<typeof cluster>;

export const clusterId = closed({ id: uuidSchema });

/** How one comes in: a kubeconfig, or server and token. */
const accessFields = {
  kubeconfig: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 262_144,
      description:
        'YAML or JSON, with everything in it: no files, no programs, no proxies; in place of server and token',
    }),
  ),
  context: Type.Optional(
    Type.String({ minLength: 1, maxLength: 253, description: 'of the kubeconfig; its current one unless given' }),
  ),
  server: Type.Optional(
    Type.String({ minLength: 1, maxLength: 2_048, description: 'https://host:port, in place of a kubeconfig' }),
  ),
  certificate_authority: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 65_536,
      description: "PEM, of whoever signed the server's certificate; without it, one that this machine trusts",
    }),
  ),
  token: Type.Optional(
    Type.String({ minLength: 1, maxLength: 16_384, description: "a service account's, with server" }),
  ),
};
export const registerCluster = closed({ name, description: Type.Optional(description), ...accessFields });
export type RegisterCluster = Static<typeof registerCluster>;
export const changeCluster = closed({
  name: Type.Optional(name),
  description: Type.Optional(description),
  ...accessFields,
});
export type ChangeCluster = Static<typeof changeCluster>;

export const ownedClusters = Type.Array(closed({ cluster_id: uuidSchema, tenant_id: uuidSchema, phase }));

export const clusterCredentials = closed({
  server: Type.String(),
  certificate_authority: Type.Optional(Type.String()),
  tls_server_name: Type.Optional(Type.String()),
  token: Type.Optional(Type.String()),
  client_certificate: Type.Optional(Type.String()),
  client_key: Type.Optional(Type.String()),
});
export type ClusterCredentials = Static<typeof clusterCredentials>;
