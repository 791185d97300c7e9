import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { environmentOf } from '../../dev/engines/commands/env.ts';
import { emptyHome } from '../../dev/engines/runtime/empty-home.ts';
import { openHome } from '../../dev/engines/runtime/home.ts';
import { descendants } from './descendants.ts';
import { proofNames } from './names.ts';
import { CannotTell, exitCodes, type Proof, type Verdict } from './proof.ts';

/** `npm run prove NAME [-- --quick]`: prints method and figures, ends with one line and an exit code. */

const limits = { quick: 60_000, full: 30 * 60_000 };

async function prove(name: string, quick: boolean): Promise<Verdict> {
  const { proof } = (await import(join(import.meta.dirname, '..', `${name}.ts`))) as { proof: Proof };
  console.log(
    `promise  ${proof.promise}\nmethod   ${proof.method}\nbar      ${proof.bar}\nsize     ${quick ? 'quick' : 'full'}\n`,
  );
  const limit = quick ? limits.quick : limits.full;
  const began = performance.now();
  const overdue = new Promise<Verdict>((resolve) => {
    // A proof that hangs has not held.
    setTimeout(() => resolve({ outcome: 'overdue', figure: `no verdict within ${limit / 1000} s` }), limit).unref();
  });
  const context = {
    quick,
    say: (text: string) => console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(7)} s  ${text}`),
  };
  const verdict = await Promise.race([proof.run(context), overdue]).catch(
    (error: unknown): Verdict => ({
      outcome: error instanceof CannotTell ? 'void' : 'broken',
      figure: error instanceof Error ? (error.stack ?? error.message) : String(error),
    }),
  );
  console.log(`\ntook ${((performance.now() - began) / 1000).toFixed(1)} s`);
  return verdict;
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
const [name = ''] = process.argv.slice(2).filter((word) => !word.startsWith('--'));
if (!existsSync(join(import.meta.dirname, '..', `${name}.ts`)) || name === '') {
  console.error(`npm run prove NAME [-- --quick]; there are: ${proofNames().join(', ')}`);
  process.exit(2);
}
const verdict = await prove(name, process.argv.includes('--quick'));
console.log(`proof ${name}: ${verdict.outcome}: ${verdict.figure}`);
// One that ran out of time has not put away what it started; the next proof should not run beside it.
for (const pid of descendants()) end(pid);
process.exit(exitCodes[verdict.outcome]);
