import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Catcher, Mutant } from './mutant.ts';

export interface Judging {
  /** A copy of the checkout: what is changed here is nobody's work. */
  readonly dir: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly say: (line: string) => void;
}

interface Ran {
  readonly passed: boolean;
  readonly output: string;
}

const hungAfterMs = 10 * 60_000;
const keptLines = 15;

/** One line for each mutant, one for all; answers whether each was caught by all that should. */
export async function judge(mutants: readonly Mutant[], judging: Judging): Promise<boolean> {
  const { say } = judging;
  const healthy = new Map<string, Promise<Ran>>();
  const asItIs = (catcher: Catcher) => {
    const ran = healthy.get(catcher.name) ?? run(catcher, judging);
    healthy.set(catcher.name, ran);
    return ran;
  };
  let caught = 0;
  for (const mutant of mutants) {
    const faults = await faultsOf(mutant, judging, asItIs);
    if (faults.length === 0) caught += 1;
    const names = mutant.caughtBy.map(({ name }) => name).join(', ');
    say(`${mutant.name}: ${faults.length === 0 ? `caught by ${names}` : faults.join('; ')}`);
  }
  say(`mutants: ${caught} of ${mutants.length} caught`);
  return caught === mutants.length;
}

/** Why it does not count as caught; empty when it does. */
async function faultsOf(
  { file, find, replace, caughtBy }: Mutant,
  judging: Judging,
  asItIs: (catcher: Catcher) => Promise<Ran>,
): Promise<readonly string[]> {
  const path = join(judging.dir, file);
  const source = await readFile(path, 'utf8').catch(() => '');
  const times = source.split(find).length - 1;
  if (times !== 1) return [`stale: ${file} has what it changes ${times} times`];
  if (caughtBy.length === 0) return ['SURVIVED: nothing is named that should catch it'];
  const faults: string[] = [];
  for (const catcher of caughtBy) {
    const before = await asItIs(catcher);
    if (!before.passed) {
      faults.push(`cannot be judged: ${catcher.name} fails without it\n${endOf(before)}`);
      continue;
    }
    await writeFile(
      path,
      source.replace(find, () => replace),
    );
    const after = await run(catcher, judging);
    await writeFile(path, source);
    if (after.passed) faults.push(`SURVIVED ${catcher.name}`);
    else if (!catcher.found.test(after.output))
      faults.push(`cannot be judged: ${catcher.name} came to no verdict\n${endOf(after)}`);
  }
  return faults;
}

function run({ command }: Catcher, { dir, environment }: Judging): Promise<Ran> {
  const [program = '', ...args] = command;
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: dir,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: hungAfterMs,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.on('error', (error) => resolve({ passed: false, output: error.message }));
    child.on('close', (code) => resolve({ passed: code === 0, output }));
  });
}

function endOf({ output }: Ran): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  return lines
    .slice(-keptLines)
    .map((line) => `    ${line}`)
    .join('\n');
}
