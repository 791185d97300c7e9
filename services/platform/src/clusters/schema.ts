import { closed, namespaceSchema, nullable, oneOf, timestampSchema, uuidSchema } from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';
import { clusterPhases } from './state.ts';

const name = Type.With(namespaceSchema, { description: 'A DNS label, unique in the tenant' });
const description = Type.String({ maxLength: 1_000 });
const phase = oneOf(clusterPhases);

const right = closed({
  group: Type.String({ description: 'API group; empty for the core group' }),
  resource: Type.String(),
  verb: Type.String(),
  name: Type.With(nullable(Type.String()), { description: 'The one object it is needed for; null: all of them' }),
  needed_by: oneOf(['k8s-monitor', 'action-agent', 'platform']),
  why: Type.String({ description: 'What it is needed for, human-readable' }),
  essential: Type.Boolean({ description: 'Without it the cluster cannot be watched and is Degraded' }),
  optional: Type.Boolean({
    description: 'No manifest grants it; an administrator of the cluster who wants what it is for does so',
  }),
  allowed: Type.With(nullable(Type.Boolean()), { description: 'Null if not checked yet' }),
});

const credential = {
  kind: oneOf(['token', 'client_certificate']),
  expires_at: Type.With(nullable(timestampSchema), {
    description: 'When the credentials expire; null if never or unknown',
  }),
};

export const cluster = closed({
  id: uuidSchema,
  name,
  description,
  server: Type.String({ description: 'Address of the API server' }),
  phase,
  reason: Type.String({ description: 'Why it is in this phase; machine-readable' }),
  message: Type.String({ description: 'The same, human-readable, with the next step' }),
  last_seen_at: Type.With(nullable(timestampSchema), { description: 'When the API server last responded' }),
  version: Type.With(nullable(Type.String()), { description: 'Kubernetes version reported by the API server' }),
  rights: Type.Array(right, {
    description:
      'Permissions the credentials need, what for, and whether they have them; those needed by platform are for deploying, and asked of the credentials for that, if there are any',
  }),
  credential: closed(credential),
  deployable: Type.Boolean({ description: 'Whether CloudSpaces and apps can be deployed to it' }),
  deploy_reason: Type.String({ description: 'Why it is deployable or not; machine-readable' }),
  deploy_message: Type.String({ description: 'The same, human-readable, with the next step' }),
  deploy_credential: Type.With(nullable(closed(credential)), {
    description: 'The credentials for deploying; null: the registered ones serve for that too',
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
      description: 'YAML or JSON, self-contained: no file references, no exec, no proxies; instead of server and token',
    }),
  ),
  context: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 253,
      description: 'Context in the kubeconfig; its current context by default',
    }),
  ),
  server: Type.Optional(
    Type.String({ minLength: 1, maxLength: 2_048, description: 'https://host:port, instead of a kubeconfig' }),
  ),
  certificate_authority: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 65_536,
      description: "PEM, of the authority that signed the server's certificate; by default one this machine trusts",
    }),
  ),
  token: Type.Optional(
    Type.String({ minLength: 1, maxLength: 16_384, description: 'Service account token, together with server' }),
  ),
};
const accessForm = closed(accessFields, {
  description: 'Credentials for deploying: kubeconfig, or server and token',
});
export type AccessForm = Static<typeof accessForm>;

export const registerCluster = closed({
  name,
  description: Type.Optional(description),
  ...accessFields,
  deploy_access: Type.Optional(accessForm),
});
export type RegisterCluster = Static<typeof registerCluster>;
export const changeCluster = closed({
  name: Type.Optional(name),
  description: Type.Optional(description),
  ...accessFields,
  deploy_access: Type.Optional(
    Type.With(nullable(accessForm), {
      description:
        'Credentials for deploying: kubeconfig, or server and token; null: the registered ones serve for that too',
    }),
  ),
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
