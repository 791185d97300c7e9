import { spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { cacheDir } from '../engines/runtime/cache.ts';

export interface Ran {
  readonly code: number;
  /** What it wrote, errors included. */
  readonly lines: readonly string[];
}

interface Took {
  readonly name: string;
  readonly seconds: number;
  readonly code: number;
}

const taken: Took[] = [];
/** Outside every clone, so that the next run on this machine knows what took long. */
const kept = join(cacheDir, 'ci-runs.jsonl');

/** Several run at once, so each line says whose it is. */
export async function step(name: string, command: readonly string[]): Promise<Ran> {
  console.log(`=== ${name}: ${command.join(' ')}`);
  const began = performance.now();
  const [program = '', ...args] = command;
  const lines: string[] = [];
  const hear = (line: string) => {
    lines.push(line);
    console.log(`${name} | ${line}`);
  };
  const code = await new Promise<number>((resolve) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) createInterface(stream).on('line', hear);
    child.on('error', () => resolve(127));
    child.on('exit', (status) => {
      const end = () => resolve(status ?? 128);
      child.once('close', end);
      // An engine that was started may keep the pipe open for as long as it runs.
      setTimeout(end, 1_000);
    });
  });
  const seconds = Math.round((performance.now() - began) / 1000);
  taken.push({ name, seconds, code });
  console.log(`=== ${name}: ${seconds} s${code === 0 ? '' : `, exit ${code}`}`);
  return { code, lines };
}

export function npm(script: string, ...args: readonly string[]): readonly string[] {
  return ['npm', 'run', '--silent', script, '--', ...args];
}

/** Of the last run on this machine that had such a step. */
export function secondsBefore(name: string): number | undefined {
  return previousRuns()
    .toReversed()
    .flatMap(({ steps }) => steps.find((one) => one.name === name)?.seconds ?? [])
    .at(0);
}

interface Run {
  readonly commit: string;
  readonly date: string;
  readonly seconds: number;
  readonly steps: readonly Took[];
}

function previousRuns(): readonly Run[] {
  try {
    return readFileSync(kept, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Run);
  } catch {
    // The first run on this machine.
    return [];
  }
}

export function tellSeconds(commit: string): void {
  const seconds = Math.round(performance.now() / 1000);
  for (const { name, seconds: each, code } of taken)
    console.log(`${String(each).padStart(5)} s  ${name}${code === 0 ? '' : ` (exit ${code})`}`);
  console.log(`${String(seconds).padStart(5)} s  all of it`);
  mkdirSync(cacheDir, { recursive: true });
  const run: Run = { commit, date: new Date().toISOString(), seconds, steps: taken };
  appendFileSync(kept, `${JSON.stringify(run)}\n`);
}
