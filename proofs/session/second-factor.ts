import { codeAt, stepAt } from '../../services/auth/src/second-factor/totp.ts';
import { goodPassword, knock, signedIn } from '../../services/auth/test/people.ts';
import { quarterHour, type SessionCase, tally } from './case.ts';

const together = 6;

/** A code that was seen over a shoulder, or a recovery code from a bin, is shown again: later, and at once. */
export const secondFactor: SessionCase = {
  name: 'second factor replay',
  run: async ({ auth, tenant, clock }) => {
    const who = await signedIn(auth, tenant, { clock });
    const begun = await auth.call(await who.caller(), 'POST', '/api/v1/me/totp');
    const codeNow = () => codeAt(begun.body.secret, stepAt(clock.now()));
    const confirmed = await auth.call(await who.caller(), 'POST', '/api/v1/me/totp/confirm', {
      body: { code: codeNow() },
    });
    const codes: readonly string[] = confirmed.body.recovery_codes;
    const body = { tenant: tenant.slug, email: who.email, password: goodPassword };
    const show = async (more: object) => (await knock(auth, { ...body, ...more })).status;
    const atOnce = (more: object) => Promise.all(Array.from({ length: together }, () => show(more)));

    const confirmedAgain = await show({ totp: codeNow() });
    clock.advance(quarterHour);
    const totp = { totp: codeNow() };
    const totps = [...(await atOnce(totp)), await show(totp)];
    clock.advance(quarterHour);
    const code = { recovery_code: codes[0] };
    const recoveries = [...(await atOnce(code)), await show(code)];
    clock.advance(quarterHour);
    const honest = [await show({ totp: codeNow() }), await show({ recovery_code: codes[1] })];
    const alone = await show({});
    clock.advance(quarterHour);
    const once = (statuses: readonly number[]) => tally(statuses).through === 1;
    return {
      claims: {
        'a code is taken once': confirmedAgain === 401 && once(totps),
        'a recovery code is taken once': once(recoveries),
        'the next code and the next recovery code are taken': honest.every((status) => status === 201),
        'the password alone is not enough': alone === 401,
      },
      // One of each is the honest one.
      tried: totps.length + recoveries.length + 1 - 2,
      through: tally([...totps, ...recoveries, confirmedAgain]).through - 2,
    };
  },
};
