import { exchange, goodPassword, knock, person, signedIn } from '../../services/auth/test/people.ts';
import { type SessionCase, tally } from './case.ts';

const foreign: readonly Readonly<Record<string, string>>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'http://127.0.0.1:8081' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { origin: 'http://127.0.0.1:8080', 'sec-fetch-site': 'cross-site' },
];
const own: readonly Readonly<Record<string, string>>[] = [
  {},
  { origin: 'http://127.0.0.1:8080' },
  { origin: 'http://127.0.0.1:8080', 'sec-fetch-site': 'same-origin' },
];

/** A page of another site posts a sign-in or a sign-out from its visitor's browser. */
export const origin: SessionCase = {
  name: 'origin',
  run: async ({ auth, tenant, clock }) => {
    const { email } = await person(auth, tenant);
    const body = { tenant: tenant.slug, email, password: goodPassword };
    const victim = await signedIn(auth, tenant, { clock });
    const refused: number[] = [];
    for (const headers of foreign) {
      refused.push((await knock(auth, body, { headers })).status);
      refused.push((await auth.call(await victim.caller(), 'DELETE', '/api/v1/session', { headers })).status);
    }
    const lives = (await exchange(auth, victim.cookie, clock)).status === 200;
    const good: number[] = [];
    for (const headers of own) {
      const who = await signedIn(auth, tenant, { clock });
      good.push((await knock(auth, body, { headers })).status);
      good.push((await auth.call(await who.caller(), 'DELETE', '/api/v1/session', { headers })).status);
    }
    return {
      claims: {
        'no foreign page signs anybody in or out': refused.every((status) => status === 403) && lives,
        'our own pages and programs do': good.every((status) => status === 201 || status === 204),
      },
      ...tally(refused),
    };
  },
};
