import { setTimeout as wait } from 'node:timers/promises';
import { logFile, logTail, runningPid } from './daemon.ts';
import { type Engine, notInDocker } from './engine.ts';
import type { Home } from './home.ts';

export type Health =
  | { readonly state: 'healthy' }
  | { readonly state: 'stopped' }
  | { readonly state: 'unhealthy'; readonly reason: string }
  | { readonly state: 'impossible'; readonly reason: string };

/** What is true right now: processes first, then the engine's own answer. */
export async function healthOf(home: Home, engine: Engine): Promise<Health> {
  if (home.isComposed) return healthInDocker(home, engine);
  const running = await Promise.all(engine.daemons.map((daemon) => runningPid(home, daemon.name)));
  if (running.length > 0 && running.every((record) => record === undefined)) {
    const reason = await engine.impossible?.(home);
    return reason === undefined ? { state: 'stopped' } : { state: 'impossible', reason };
  }
  const dead = engine.daemons.filter((_, index) => running[index] === undefined).map((daemon) => daemon.name);
  if (dead.length > 0) return { state: 'unhealthy', reason: `not running: ${dead.join(', ')}` };
  return answerOf(home, engine);
}

/** There the processes are docker's, and only the answer counts. */
async function healthInDocker(home: Home, engine: Engine): Promise<Health> {
  if (notInDocker.includes(engine.group)) return { state: 'impossible', reason: 'dev/compose.yml does not have it' };
  return answerOf(home, engine);
}

function answerOf(home: Home, engine: Engine): Promise<Health> {
  return engine.check(home).then(
    () => ({ state: 'healthy' }) as const,
    (error: unknown) => ({ state: 'unhealthy', reason: messageOf(error) }) as const,
  );
}

/** Waits for health; a process that ends meanwhile, or the limit, ends the wait with the log's tail. */
export async function awaitHealth(home: Home, engine: Engine, limitMs: number): Promise<void> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const health = await healthOf(home, engine);
    if (health.state === 'healthy') return;
    const reason = health.state === 'stopped' ? 'it ended right after its start' : health.reason;
    const ended = health.state !== 'unhealthy' || reason.startsWith('not running');
    if (ended || performance.now() > deadline) {
      throw new Error(`${engine.name} is not healthy: ${reason}\n${await tails(home, engine)}`);
    }
    await wait(150);
  }
}

async function tails(home: Home, engine: Engine): Promise<string> {
  if (engine.daemons.length === 0) return '';
  if (home.isComposed) return `Next step: npm run engines -- logs ${engine.group}`;
  const parts = await Promise.all(
    engine.daemons.map(
      async (daemon) => `--- last lines of ${logFile(home, daemon.name)}\n${await logTail(home, daemon.name, 20)}`,
    ),
  );
  return parts.join('\n');
}

export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // fetch hides the cause ("fetch failed") one level down.
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
