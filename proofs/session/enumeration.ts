import { goodPassword, knock, person } from '../../services/auth/test/people.ts';
import { quarterHour, type SessionCase, type SessionHouse } from './case.ts';

/** Is there such a tenant, such a user, an active one? By what is said; `timed/sign-in-timing` has how long it takes. */
export const enumeration: SessionCase = {
  name: 'enumeration',
  run: async (house) => {
    const reasons = await refusedSignIns(house);
    const said: string[] = [];
    for (const body of Object.values(reasons)) {
      house.clock.advance(quarterHour);
      const answer = await knock(house.auth, body);
      const { request_id: _id, ...error } = answer.body.error;
      said.push(JSON.stringify([answer.status, error, [...answer.headers.keys()].toSorted()]));
    }
    return {
      claims: { 'every reason is told with the same words': new Set(said).size === 1 },
      tried: said.length,
      through: said.filter((text) => !text.startsWith('[401,')).length,
    };
  },
};

/** Sign-ins by the reason for which each is refused. */
export async function refusedSignIns({
  auth,
  tenant,
}: Pick<SessionHouse, 'auth' | 'tenant'>): Promise<Readonly<Record<string, object>>> {
  const [active, suspended, invited] = [await person(auth, tenant), await person(auth, tenant), await tenant.user()];
  const states = [
    [suspended, 'suspended'],
    [invited, 'invited'],
  ] as const;
  for (const [{ id }, state] of states)
    await auth.db.tenant(tenant.id, (db) =>
      db.query('UPDATE auth.users SET state = $3 WHERE tenant_id = $1 AND id = $2', [tenant.id, id, state]),
    );
  const body = { tenant: tenant.slug, email: active.email, password: goodPassword };
  return {
    'wrong password': { ...body, password: 'not the password of anyone' },
    'unknown email': { ...body, email: 'nobody.here@example.test' },
    'unknown tenant': { ...body, tenant: 'no-such-tenant' },
    suspended: { ...body, email: suspended.email },
    invited: { ...body, email: invited.email },
  };
}
