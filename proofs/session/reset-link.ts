import { exchange, goodPassword, knock, signedIn } from '../../services/auth/test/people.ts';
import { type SessionCase, tally } from './case.ts';

/** A link to a new password lies in a mailbox, and is opened again. */
export const resetLink: SessionCase = {
  name: 'reset link replay',
  run: async ({ auth, tenant, clock }) => {
    const [admin, who] = [
      await signedIn(auth, tenant, { clock, role: 'owner' }),
      await signedIn(auth, tenant, { clock }),
    ];
    const made = await auth.call(await admin.caller(), 'POST', `/api/v1/users/${who.id}/reset-link`);
    const token = String(made.body.url).split('#')[1] ?? '';
    const claim = async (password: string) =>
      (await auth.call(undefined, 'POST', '/api/v1/links/claim', { body: { token, password } })).status;
    const claims = await Promise.all(Array.from({ length: 5 }, (_, index) => claim(`seven geese over water ${index}`)));
    const later = await claim('a ninth goose over water');
    const first = claims.indexOf(200);
    const signIn = async (password: string) =>
      (await knock(auth, { tenant: tenant.slug, email: who.email, password })).status;
    return {
      claims: {
        'a link is used once, also of five at once': tally(claims).through === 1,
        'and not later': later === 410,
        'its first password is in force, and no other':
          (await signIn(`seven geese over water ${first}`)) === 201 &&
          (await signIn('a ninth goose over water')) === 401 &&
          (await signIn(goodPassword)) === 401,
        'sessions from before have ended': (await exchange(auth, who.cookie, clock)).status === 401,
      },
      tried: claims.length,
      through: tally([...claims, later]).through - 1,
    };
  },
};
