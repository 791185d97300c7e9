import { cookieOf, exchange, goodPassword, knock, person, signedIn } from '../../services/auth/test/people.ts';
import { type SessionCase, tally } from './case.ts';

/** The attacker's own session, or one made up, is planted in the victim's browser before the sign-in. */
export const fixation: SessionCase = {
  name: 'fixation',
  run: async ({ auth, tenant, clock }) => {
    const [attacker, victim] = [await signedIn(auth, tenant, { clock }), await person(auth, tenant)];
    const body = { tenant: tenant.slug, email: victim.email, password: goodPassword };
    const madeUp = `wh_session=whx_${'A'.repeat(36)}`;
    const planted = [attacker.cookie, madeUp];
    const afterwards: number[] = [];
    const own: number[] = [];
    const ids = new Set<string>();
    for (const cookie of planted) {
      const answer = await knock(auth, body, { cookies: [cookie] });
      const given = cookieOf(answer, 'wh_session');
      ids.add(given);
      afterwards.push((await exchange(auth, cookie, clock)).status);
      own.push((await exchange(auth, given, clock)).status);
    }
    return {
      claims: {
        'a sign-in gives a new session each time': ids.size === planted.length && !planted.some((id) => ids.has(id)),
        'a session planted before the sign-in is worth nothing after it': afterwards.every((status) => status === 401),
        'the session given is good': own.every((status) => status === 200),
      },
      ...tally(afterwards),
    };
  },
};
