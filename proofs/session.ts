import { movableClock } from '@wheelhouse/testkit';
import { startAuth } from '../services/auth/test/start.ts';
import { type Proof, type ProofContext, type Verdict, verdictOf } from './runner/proof.ts';
import { sessionCases } from './session/cases.ts';

async function run({ quick, say }: ProofContext): Promise<Verdict> {
  const clock = movableClock();
  const auth = await startAuth({
    clock,
    environment: { CHECK_ANSWERS: 'false', LOGIN_FAILURES_PER_ADDRESS: quick ? '15' : '50' },
  });
  try {
    const tenant = await auth.tenant();
    // Two, so that a sign-in names its tenant.
    await auth.tenant();
    const claims: Record<string, boolean> = {};
    const figures: string[] = [];
    let tried = 0;
    let through = 0;
    for (const { name, run: runCase } of sessionCases) {
      const result = await runCase({ auth, tenant, clock, quick, say });
      for (const [claim, holds] of Object.entries(result.claims)) {
        claims[`${name}: ${claim}`] = holds;
        say(`${name}: ${claim}: ${holds ? 'yes' : 'NO'}`);
      }
      tried += result.tried;
      through += result.through;
      if (result.figure !== undefined) figures.push(result.figure);
    }
    return verdictOf(
      { ...claims, 'nothing got through': through === 0 },
      `let in ${through} of ${tried} attacks of ${sessionCases.length} kinds, every honest flow beside them; ${figures.join('; ')}`,
    );
  } finally {
    await auth.stop();
  }
}

export const proof: Proof = {
  promise:
    'Nobody comes in by another way than their own sign-in, learns who exists, or locks an owner out by guessing.',
  method:
    "on auth's own port: fixation, foreign origins, a copied cookie after sign-out, replays of codes and links (later and at once), guessing, locking out, and 5 reasons of refusal compared word by word; through the gateway: every unsafe route of every module by the cookie, from foreign origins, without X-Wheelhouse-CSRF, without a cookie and after sign-out, all rows compared that no module writes by itself; the honest flow beside each",
  bar: 'attacks let in 0, rows changed by them 0, every unsafe route called; every reason of refusal told with the same words; owner locked out 0 times',
  run,
};
