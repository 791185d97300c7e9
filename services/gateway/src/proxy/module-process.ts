import { Pool } from 'undici';

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

/** One process of a module, and our connections to it. */
export class ModuleProcess {
  readonly address: string;
  readonly pool: Pool;
  readonly #most: number;
  /** It says so itself, at /readyz; one that is not reached is not. */
  ready = true;
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

  async askWhetherReady(): Promise<void> {
    this.ready = await this.pool
      .request({ path: '/readyz', method: 'GET', signal: AbortSignal.timeout(readyMs) })
      .then(async ({ statusCode, body }) => {
        await body.dump();
        return statusCode === 200;
      })
      .catch(() => false);
  }
}
