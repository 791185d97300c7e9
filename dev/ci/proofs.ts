import { safetyProofs } from '../../proofs/runner/names.ts';
import { npm, secondsBefore, step } from './steps.ts';
import type { Tally } from './tally.ts';

/**
 * These stand on one installation, so they run in one process; what the last finds is of all of them. bola leaves many
 * clusters that nobody reaches, and two-tenants waits until its own are observed: it comes before.
 */
const together: readonly string[] = ['audit', 'two-tenants', 'bola', 'secrets-at-rest'];

/** Proofs wait for most of their time: one of them alone keeps less than half a core busy. */
const lanes = 3;
/** Enough to see what a proof was at, without the log of the whole run. */
const keptLines = 12;

/** Every safety proof at quick size. Those that kill engines have engines of their own, so none is in another's way. */
export async function runProofs(tally: Tally): Promise<void> {
  const single = safetyProofs().filter((name) => !together.includes(name));
  const queue = [together, ...single.map((name) => [name])].toSorted((a, b) => expected(b) - expected(a)).values();
  const lane = async () => {
    for (const names of queue) await prove(names, tally);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

const stepOf = (names: readonly string[]) => `proof ${names.join(' ')}`;

/** The longest first, so that no lane is left alone with it in the end. */
function expected(names: readonly string[]): number {
  return secondsBefore(stepOf(names)) ?? Number.POSITIVE_INFINITY;
}

async function prove(names: readonly string[], tally: Tally): Promise<void> {
  const { lines } = await step(stepOf(names), npm('prove', ...names, '--quick'));
  for (const name of names) {
    const verdict = lines.findLast((line) => line.startsWith(`proof ${name}: `)) ?? `proof ${name}: gave no verdict`;
    const held = verdict.startsWith(`proof ${name}: held: `);
    tally.count(held);
    if (held) continue;
    tally.notes.push(`failed: ${verdict.slice(0, 2_000)}`);
    const before = lines.slice(0, lines.lastIndexOf(verdict)).filter((line) => line.trim() !== '');
    for (const line of before.slice(-keptLines)) tally.notes.push(`  ${line.slice(0, 1_000)}`);
  }
}
