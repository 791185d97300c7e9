import { eventually } from '@wheelhouse/testkit';
import { exchange, signedIn } from '../../services/auth/test/people.ts';
import { type SessionCase, tally } from './case.ts';

/** Somebody has copied the cookie, and the access token made of it, before the owner signed out. */
export const signOut: SessionCase = {
  name: 'sign-out',
  run: async ({ auth, tenant, clock }) => {
    const mine = await signedIn(auth, tenant, { clock });
    const elsewhere = await signedIn(auth, tenant, { as: mine, clock });
    const copied = await mine.caller();
    const before = (await exchange(auth, mine.cookie, clock)).status;
    await auth.call(await mine.caller(), 'DELETE', '/api/v1/session');
    const exchanged = (await exchange(auth, mine.cookie, clock)).status;
    const used = await eventually(async () => {
      const { status } = await auth.call(copied, 'GET', '/api/v1/session');
      if (status === 200) throw new Error('the access token is still taken');
      return status;
    });
    return {
      claims: {
        'a cookie is exchanged until its sign-out, and not after': before === 200 && exchanged === 401,
        'an access token made of it before is refused': used === 401,
        'other sessions of the same person live on': (await exchange(auth, elsewhere.cookie, clock)).status === 200,
      },
      ...tally([exchanged, used]),
    };
  },
};
