import { Pool } from 'undici';
import { isUnreached } from './failure.ts';

export interface ProcessLimits {
  readonly firstByteMs: number;
  readonly idleMs: number;
  readonly requests: number;
}

/**
 * Shorter than a module that stops goes on answering (DRAIN_SECONDS): a connection that it closes as idle was let
 * go by us before, and none is closed under a request.
 */
const idleConnectionMs = 2_000;
const connectMs = 2_000;
const readyMs = 2_000;

/** Best first. One that is only late can still be asked; one that says it is not ready is about to go. */
const states = ['ready', 'late', 'not_ready', 'unreached'] as const;
export type ProcessState = (typeof states)[number];

/** One process of a module, and our connections to it. */
export class ModuleProcess {
  readonly address: string;
  readonly pool: Pool;
  readonly #most: number;
  /** As it says itself, at /readyz. */
  state: ProcessState = 'ready';
  underWay = 0;

  constructor(address: string, { firstByteMs, idleMs, requests }: ProcessLimits) {
    this.address = address;
    this.#most = requests;
    this.pool = new Pool(address, {
      pipelining: 1,
      headersTimeout: firstByteMs,
      bodyTimeout: idleMs,
      keepAliveTimeout: idleConnectionMs,
      keepAliveMaxTimeout: idleConnectionMs,
      connect: { timeout: Math.min(connectMs, firstByteMs) },
    });
  }

  get isFull(): boolean {
    return this.underWay >= this.#most;
  }

  /** Lower is better. */
  get rank(): number {
    return states.indexOf(this.state) + (this.isFull ? states.length : 0);
  }

  async askWhetherReady(): Promise<void> {
    this.state = await this.pool
      .request({ path: '/readyz', method: 'GET', signal: AbortSignal.timeout(readyMs) })
      .then(async ({ statusCode, body }): Promise<ProcessState> => {
        await body.dump();
        return statusCode === 200 ? 'ready' : 'not_ready';
      })
      .catch((error: unknown) => (error instanceof Error && isUnreached(error) ? 'unreached' : 'late'));
  }
}
