import { goodPassword, knock, person } from '../../services/auth/test/people.ts';
import { quarterHour, type SessionCase, tally } from './case.ts';

/** Guessing: one after the other, all at once, and with the right password at last. */
export const throttle: SessionCase = {
  name: 'throttle',
  run: async ({ auth, tenant, clock }) => {
    const { email } = await person(auth, tenant);
    const guess = { tenant: tenant.slug, email, password: 'not the password of anyone' };
    const right = { ...guess, password: goodPassword };
    const atOnce = await Promise.all(Array.from({ length: 40 }, () => knock(auth, guess, { address: '192.0.2.10' })));
    const lookedAt = atOnce.filter(({ status }) => status === 401).length;
    const found = await knock(auth, right, { address: '192.0.2.10' });
    clock.advance(quarterHour);
    const honest = await knock(auth, right, { address: '192.0.2.10' });

    const sprayed: number[] = [];
    const limit = Number(auth.environment['LOGIN_FAILURES_PER_ADDRESS']);
    for (let name = 0; name < limit + 5; name += 1) {
      const { status } = await knock(auth, { ...guess, email: `user${name}@example.test` }, { address: '192.0.2.11' });
      sprayed.push(status);
    }
    clock.advance(quarterHour);
    return {
      claims: {
        'of 40 guesses at once 10 are looked at': lookedAt === 10 && atOnce.length - lookedAt === count(atOnce, 429),
        'then even the right password is not': found.status === 429 && Number(found.headers.get('retry-after')) > 800,
        'when the time has passed its owner comes in': honest.status === 201,
        'of many accounts tried from one address no more are looked at than its limit':
          sprayed.filter((status) => status === 401).length === limit,
      },
      ...tally([...atOnce.map(({ status }) => status), found.status, ...sprayed]),
    };
  },
};

function count(answers: readonly { readonly status: number }[], status: number): number {
  return answers.filter((answer) => answer.status === status).length;
}
