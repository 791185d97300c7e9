import { environmentOf } from '../../dev/engines/commands/env.ts';
import { emptyHome } from '../../dev/engines/runtime/empty-home.ts';
import { openHome } from '../../dev/engines/runtime/home.ts';
import { descendants } from './descendants.ts';
import { fileOf, safetyProofs, timedProofs } from './names.ts';
import { exitCodes, type Proof, type Stoppable, type TimedProof, type TimedVerdict } from './proof.ts';

const usage = `npm run prove NAME … [-- --quick]   some, in one process; what they share is opened once
npm run prove -- --timed            all that measure, one after the other

must never happen: ${safetyProofs().join(', ')}
measured: ${timedProofs().join(', ')}`;

/** What hangs comes to an end; that quick takes a minute at most is a matter of its size, not of this. */
const limits = { quick: 30 * 60_000, full: 60 * 60_000 };

const opened = new Map<unknown, Promise<Stoppable>>();

function shared<T extends Stoppable>(open: () => Promise<T>): Promise<T> {
  const before = opened.get(open) as Promise<T> | undefined;
  const opening = before ?? open();
  opened.set(open, opening);
  return opening;
}

async function prove(name: string, quick: boolean): Promise<TimedVerdict> {
  const { proof } = (await import(fileOf(name))) as { proof: Proof | TimedProof };
  console.log(
    `promise  ${proof.promise}\nmethod   ${proof.method}\nbar      ${proof.bar}\nsize     ${quick ? 'quick' : 'full'}\n`,
  );
  const limit = quick ? limits.quick : limits.full;
  const began = performance.now();
  const say = (text: string) =>
    console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(7)} s  ${text}`);
  const hung = Promise.withResolvers<TimedVerdict>();
  const timer = setTimeout(
    () => hung.resolve({ outcome: 'broken', figure: `no verdict within ${limit / 1000} s` }),
    limit,
  );
  const verdict = await Promise.race([proof.run({ quick, say, shared }), hung.promise]).catch(
    (error: unknown): TimedVerdict => {
      say(error instanceof Error ? (error.stack ?? error.message) : String(error));
      return { outcome: 'broken', figure: error instanceof Error ? error.message : String(error) };
    },
  );
  clearTimeout(timer);
  console.log(`\ntook ${((performance.now() - began) / 1000).toFixed(1)} s`);
  console.log(`proof ${name}: ${verdict.outcome}: ${verdict.figure.replaceAll('\n', ' ')}\n`);
  return verdict;
}

async function putAway(): Promise<void> {
  const closing = [...opened.values()].map(async (opening) => (await opening).stop());
  for (const result of await Promise.allSettled(closing))
    if (result.status === 'rejected') console.error(result.reason);
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself meanwhile.
  }
}

const home = await openHome();
Object.assign(process.env, await environmentOf(home), await emptyHome(home));
const words = process.argv.slice(2);
const names = words.includes('--timed') ? timedProofs() : words.filter((word) => !word.startsWith('--'));
const known = new Set([...safetyProofs(), ...timedProofs()]);
if (names.length === 0 || !names.every((name) => known.has(name))) {
  console.error(usage);
  process.exit(names.length === 0 ? 0 : 64);
}
const outcomes = new Set<TimedVerdict['outcome']>();
for (const name of names) outcomes.add((await prove(name, words.includes('--quick'))).outcome);
await putAway();
// One that hung has not put away what it started; the next should not run beside it.
for (const pid of descendants()) end(pid);
const worst = (['broken', 'void'] as const).find((outcome) => outcomes.has(outcome)) ?? 'held';
process.exit(exitCodes[worst]);
