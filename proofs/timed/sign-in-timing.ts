import { type MovableClock, movableClock } from '@wheelhouse/testkit';
import { knock } from '../../services/auth/test/people.ts';
import { type AuthProcess, startAuth, type TestTenant } from '../../services/auth/test/start.ts';
import { median } from '../runner/figures.ts';
import type { TimedContext, TimedProof, TimedVerdict } from '../runner/proof.ts';
import { timedVerdictOf } from '../runner/timed.ts';
import { quarterHour } from '../session/case.ts';
import { refusedSignIns } from '../session/enumeration.ts';
import { mediansOf, shuffled, spreadByChance, spreadOf, type Turns } from './sign-in-timing/spread.ts';

const turnsInRound = 200;
const withinMs = 15 * 60_000;
const widest = 1.1;

interface House {
  readonly auth: AuthProcess;
  readonly tenant: TestTenant;
  readonly clock: MovableClock;
}

async function run({ say }: TimedContext): Promise<TimedVerdict> {
  const clock = movableClock();
  const auth = await startAuth({ clock, environment: { CHECK_ANSWERS: 'false' } });
  try {
    const house = { auth, tenant: await auth.tenant(), clock };
    // Two, so that a sign-in names its tenant.
    await auth.tenant();
    return await measure(house, say);
  } finally {
    await auth.stop();
  }
}

async function measure(house: House, say: TimedContext['say']): Promise<TimedVerdict> {
  const reasons = Object.entries(await refusedSignIns(house));
  const bodies = reasons.map(([, body]) => body);
  const [times, cpu]: [number[][], number[][]] = [[], []];
  const began = performance.now();
  // Looked at again while the medians differ and there is time: a real difference stays, noise goes. Judged after whole
  // rounds only: who looks after every turn finds a lucky one.
  do {
    for (let turn = 0; turn < turnsInRound; turn += 1) await oneTurn(house, bodies, times, cpu);
  } while (spreadOf(times) > widest && performance.now() - began < withinMs);
  const medians = mediansOf(times);
  for (const [index, [name]] of reasons.entries())
    say(`${name}: median ${medians[index]?.toFixed(1)} ms of ${times.length}`);
  const control = await skipped(house);
  // What other programs do to the clock they hardly do to the work.
  const judged = [judge('clock', times), judge('CPU', cpu)];
  return timedVerdictOf(
    { 'the control, an answer without a look at the password, is quicker': control * 2 < Math.min(...medians) },
    Object.fromEntries(judged.map(({ claim, holds }) => [claim, holds])),
    judged.find(({ unclear }) => unclear !== undefined)?.unclear,
    `${times.length} of each of ${reasons.length} reasons: ${judged.map(({ figure }) => figure).join(', ')}`,
  );
}

function judge(what: string, turns: Turns) {
  const [spread, byChance] = [spreadOf(turns), spreadByChance(turns)];
  const holds = spread <= widest;
  return {
    claim: `${what} medians of all reasons lie within 10 %`,
    holds,
    unclear: !holds && spread <= byChance ? `the machine is too busy to tell ${what} medians apart` : undefined,
    figure: `${what} medians within ${percent(spread)} (by chance ${percent(byChance)})`,
  };
}

const percent = (ratio: number): string => `${((ratio - 1) * 100).toFixed(1)} %`;

/** In another order each time: none always comes after the same other. */
async function oneTurn(
  { auth, clock }: House,
  bodies: readonly object[],
  times: number[][],
  cpu: number[][],
): Promise<void> {
  const took: number[] = bodies.map(() => Number.NaN);
  const work: number[] = [...took];
  for (const index of shuffled([...bodies.keys()])) {
    clock.advance(quarterHour);
    const usedBefore = process.cpuUsage();
    const began = performance.now();
    await knock(auth, bodies[index]);
    took[index] = performance.now() - began;
    const used = process.cpuUsage(usedBefore);
    work[index] = used.user + used.system;
  }
  times.push(took);
  cpu.push(work);
}

/** What a look at the password costs must be what is measured: refused before it, an answer is quick. */
async function skipped({ auth, tenant, clock }: House): Promise<number> {
  clock.advance(quarterHour);
  const body = { tenant: tenant.slug, email: 'guessed@example.test', password: 'not the password of anyone' };
  for (let time = 0; time < 10; time += 1) await knock(auth, body);
  const times: number[] = [];
  for (let time = 0; time < 15; time += 1) {
    const began = performance.now();
    await knock(auth, body);
    times.push(performance.now() - began);
  }
  return median(times);
}

export const proof: TimedProof = {
  promise: 'How long a refused sign-in takes tells nobody who exists.',
  method:
    "on auth's own port: a wrong password, an unknown email, an unknown tenant, a suspended and an invited user, in another order each turn; medians of the clock and of the CPU",
  bar: 'medians of all reasons within 10 % (void where names dealt at random differ as much); an answer that skips the password is seen to be quicker',
  run,
};
