import { makeIds, systemClock } from '@wheelhouse/kit';
import { startSession } from '../../services/auth/src/sessions/service.ts';
import { bodyOf, type Request, type Shown } from '../bola/ask.ts';
import { well } from '../bola/person.ts';
import type { Plane } from './facts.ts';
import type { House } from './house.ts';

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

const scopes = ['read', 'admin'];

export async function register(house: House, shown: Shown, name: string, plane: Plane): Promise<Registered> {
  const body = { name, kubeconfig: plane.kubeconfig };
  const { id } = await post(house, shown, { module: 'platform', path: '/api/v1/clusters', body });
  return { id: String(id), name, plane };
}

/** A user whose role is limited to these clusters, with a token as they would make it. */
export async function limitedUser(
  house: House,
  admin: Shown,
  tenantId: string,
  clusters: readonly Registered[],
): Promise<Shown> {
  const userId = makeIds(systemClock)();
  const body = { name: `only-${userId.slice(-6)}`, scopes, cluster_ids: clusters.map(({ id }) => id) };
  const role = await post(house, admin, { module: 'auth', path: '/api/v1/roles', body });
  const secret = await house.db.tenant(tenantId, async (db) => {
    await db.query(
      `INSERT INTO auth.users (tenant_id, id, email, name, state, role_id, created_at, updated_at)
       VALUES ($1, $2, $3, 'Clara Cherry', 'active', $4, now(), now())`,
      [tenantId, userId, `${userId}@example.test`, role['id']],
    );
    const maker = { makeId: makeIds(systemClock), clock: systemClock };
    const session = { userId, method: 'password', address: '192.0.2.7', userAgent: 'proof' } as const;
    return (await startSession(db, maker, session)).secret;
  });
  const made = await post(
    house,
    { cookie: secret },
    { module: 'auth', path: '/api/v1/tokens', body: { name: 'proof', scopes } },
  );
  return { bearer: String(made['token']) };
}

async function post({ ask }: House, shown: Shown, request: Omit<Request, 'method'>) {
  return bodyOf(await well(ask(shown, { ...request, method: 'POST' })));
}
