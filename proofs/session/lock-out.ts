import { goodPassword, knock, signedIn } from '../../services/auth/test/people.ts';
import { quarterHour, type SessionCase, tally } from './case.ts';

const sizes = { quick: 15, full: 200 };

/** Strangers with many addresses, and one at the owner's own, try to have the owner locked out. */
export const lockOut: SessionCase = {
  name: 'lock-out',
  run: async ({ auth, tenant, clock, quick }) => {
    const owner = await signedIn(auth, tenant, { clock });
    const right = { tenant: tenant.slug, email: owner.email, password: goodPassword };
    const guess = { ...right, password: 'not the password of anyone' };
    const strangers = quick ? sizes.quick : sizes.full;
    let longest = 0;
    let lockedOut = 0;
    const guessed: number[] = [];
    for (let stranger = 0; stranger < strangers; stranger += 1) {
      const address = `198.51.${Math.floor(stranger / 250)}.${(stranger % 250) + 1}`;
      const answer = await knock(auth, guess, { address });
      guessed.push(answer.status);
      longest = Math.max(longest, Number(answer.headers.get('retry-after') ?? 0));
      if (stranger % 5 === 4) {
        const at = await knock(auth, right, { address: '203.0.113.5', cookies: [owner.device] });
        if (at.status !== 201) lockedOut += 1;
      }
      // Each has waited as long as the one before was told to.
      clock.advance(Math.max(1_000, Number(answer.headers.get('retry-after') ?? 0) * 1_000));
    }
    for (let time = 0; time < 12; time += 1)
      guessed.push((await knock(auth, guess, { address: '203.0.113.5' })).status);
    const beside = await knock(auth, right, { address: '203.0.113.5', cookies: [owner.device] });
    if (beside.status !== 201) lockedOut += 1;
    clock.advance(30_000);
    const newBrowser = await knock(auth, right, { address: '203.0.113.77' });
    clock.advance(quarterHour);
    return {
      claims: {
        'the owner comes in on a known browser while strangers guess': lockedOut === 0,
        'and on a new one after 30 seconds at most': newBrowser.status === 201 && longest <= 30,
        'strangers are slowed down': longest > 0,
      },
      ...tally(guessed),
      figure: `owner locked out ${lockedOut} of ${Math.floor(strangers / 5) + 1} times, longest delay ${longest} s`,
    };
  },
};
