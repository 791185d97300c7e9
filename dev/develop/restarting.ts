import { createInterface } from 'node:readline';
import { type Server, startServer, untilReady } from '../house/server.ts';
import type { Environment } from '../house/settings.ts';
import type { Voice } from './log-line.ts';

/** The server, one life after another. A life that ends by itself waits for the next change. */
export interface Restarting {
  /** Ends the life there is and begins another; asked while one begins, once more after it. */
  readonly restart: () => void;
  readonly stop: () => Promise<void>;
  /** Since the first time that it was ready. */
  readonly ready: Promise<void>;
}

export function restartingServer(
  environment: Environment,
  voice: Voice,
  onPid: (pid: number) => Promise<void>,
): Restarting {
  const ready = Promise.withResolvers<void>();
  let server: Server | undefined;
  let work: Promise<void> = Promise.resolve();
  let isAsked = false;
  let isStopped = false;

  async function live(): Promise<void> {
    isAsked = false;
    await server?.stop();
    if (isStopped) return;
    const began = performance.now();
    const life = startServer(environment, 'pipe');
    server = life;
    for (const stream of [life.child.stdout, life.child.stderr])
      if (stream !== null) createInterface(stream).on('line', voice.pass);
    await onPid(life.child.pid ?? 0);
    try {
      await untilReady(life, environment);
      voice.say(`the server is ready after ${((performance.now() - began) / 1000).toFixed(1)} s`);
      ready.resolve();
    } catch (error) {
      if (isAsked || isStopped) return;
      voice.say(`${error instanceof Error ? error.message : String(error)}. It is started again at the next change`);
    }
  }

  function restart(): void {
    if (isAsked || isStopped) return;
    isAsked = true;
    // One that is still coming up gives way at once.
    void server?.stop();
    work = work.then(live);
  }

  restart();
  return {
    restart,
    ready: ready.promise,
    stop: async () => {
      isStopped = true;
      await server?.stop();
      await work;
      await server?.stop();
    },
  };
}
