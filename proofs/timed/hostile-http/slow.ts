import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { endChild, startChild } from '../../hostile-http/children.ts';
import type { Door, Stage } from '../../hostile-http/stage.ts';

export interface Waited {
  readonly p50: number;
  readonly p99: number;
  readonly failed: number;
  readonly sent: number;
}

/** Others' waiting without an attack, under it, and without it again. */
export interface Round {
  readonly before: Waited;
  readonly during: Waited;
}

export interface SlowSize {
  readonly heads: number;
  readonly bodies: number;
  readonly pairs: number;
  readonly seconds: number;
}

const perSecond = 400;
const warmSeconds = 1;
const things = '/api/probe/api/v1/things';

/** No attack and attack in turn, one more without at the end; each pair is of neighbours. */
export async function measureSlow(
  { token }: Stage,
  door: Door,
  { heads, bodies, pairs, seconds }: SlowSize,
  say: (text: string) => void,
): Promise<{ readonly rounds: readonly Round[]; readonly last: Waited }> {
  const others = run('others.ts', [String(door.port), token, things, String(perSecond)]);
  const lines = createInterface({ input: others.stdout ?? process.stdin });
  const ask = async (length: number): Promise<Waited> => {
    others.stdin?.write(`${length}\n`);
    const [line] = (await once(lines, 'line')) as [string];
    return JSON.parse(line) as Waited;
  };
  const rounds: Round[] = [];
  try {
    await ask(warmSeconds);
    for (let pair = 0; pair < pairs; pair += 1) {
      const before = await ask(seconds);
      const attacker = run('slow-sockets.ts', [String(door.port), String(heads), String(bodies), token, things]);
      // It would be on a machine of its own: what it costs itself is not to be what others wait for.
      if (attacker.pid !== undefined) setPriority(attacker.pid, constants.priority.PRIORITY_LOW);
      const attack = createInterface({ input: attacker.stdout ?? process.stdin });
      await Promise.race([once(attack, 'line'), new Promise((resolve) => setTimeout(resolve, 15_000).unref())]);
      const during = await ask(seconds);
      await endChild(attacker);
      // What the attacker has left is cleared away before the next.
      await ask(1);
      say(`pair ${pair + 1}: ${toldOf(before)} without, ${toldOf(during)} under attack`);
      rounds.push({ before, during });
    }
    return { rounds, last: await ask(seconds) };
  } finally {
    await endChild(others);
  }
}

function toldOf({ p50, p99 }: Waited): string {
  return `p50 ${p50.toFixed(2)}, p99 ${p99.toFixed(1)} ms`;
}

function run(file: string, words: readonly string[]): ChildProcess {
  return startChild([join(import.meta.dirname, file), ...words], ['pipe', 'pipe', 'inherit']);
}
