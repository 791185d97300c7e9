import { makeIds, systemClock } from '@wheelhouse/kit';
import type { TestTenant } from '../../services/auth/test/start.ts';
import { newSession, newToken, well } from '../bola/person.ts';
import { bodyOf, type Request, type Shown } from '../installation/ask.ts';
import type { Installation } from '../installation/start.ts';
import type { Plane } from './facts.ts';

/** A control plane as a tenant has registered it. */
export interface Registered {
  readonly id: string;
  readonly name: string;
  readonly plane: Plane;
}

/** Somebody who reads, what they may see and what they must not. */
export interface Viewer {
  readonly name: string;
  readonly shown: Shown;
  readonly own: readonly Registered[];
  readonly foreign: readonly Registered[];
}

export async function register(
  installation: Installation,
  shown: Shown,
  name: string,
  plane: Plane,
): Promise<Registered> {
  for (const [, secret = ''] of plane.kubeconfig.matchAll(/(?:client-key-data|token): (\S+)/g))
    installation.secrets.add(secret);
  const body = { name, kubeconfig: plane.kubeconfig };
  const { id } = await post(installation, shown, { module: 'platform', path: '/api/v1/clusters', body });
  return { id: String(id), name, plane };
}

/** What an administrator makes their calls with. */
export async function administrator(installation: Installation, tenant: TestTenant): Promise<Shown> {
  const { id } = await tenant.user('admin');
  const { session } = await newSession(installation, tenant.id, id);
  return (await newToken(installation, session, ['read', 'deploy', 'admin'])).token;
}

/** A user whose role is limited to one cluster, by their session and by a token of theirs. */
export async function limitedUser(
  installation: Installation,
  admin: Shown,
  tenantId: string,
  { id: cluster }: Registered,
): Promise<{ readonly session: Shown; readonly token: Shown }> {
  const userId = makeIds(systemClock)();
  const body = { name: `only-${userId.slice(-6)}`, scopes: ['read', 'admin'], cluster_ids: [cluster] };
  const role = await post(installation, admin, { module: 'auth', path: '/api/v1/roles', body });
  await installation.db.tenant(tenantId, (db) =>
    db.query(
      `INSERT INTO auth.users (tenant_id, id, email, name, state, role_id, created_at, updated_at)
       VALUES ($1, $2, $3, 'Clara Cherry', 'active', $4, now(), now())`,
      [tenantId, userId, `${userId}@example.test`, role['id']],
    ),
  );
  const { session } = await newSession(installation, tenantId, userId);
  return { session, token: (await newToken(installation, session, ['read', 'admin'])).token };
}

async function post({ ask }: Installation, shown: Shown, request: Omit<Request, 'method'>) {
  return bodyOf(await well(ask(shown, { ...request, method: 'POST' })));
}
