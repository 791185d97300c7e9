import { createHash, randomUUID } from 'node:crypto';
import type { Log } from '@wheelhouse/kit';
import { createClient } from 'redis';
import { beatScript, chargeScript, keepScript, placeScript } from './scripts.ts';

/** What Valkey told, and when we heard it. */
export interface Told {
  /** The window's end in Unix seconds. */
  readonly windowEnds: number;
  /** How long until then, by Valkey's clock. */
  readonly leftMs: number;
  readonly numbers: readonly number[];
}

/** What Valkey tells a gateway that says it lives. */
export interface Heard extends Told {
  readonly gateways: number;
  /** Another memory than before has forgotten what that one had counted. */
  readonly memory: number;
  /** Whether that was a part of this window. */
  readonly forgot: boolean;
}

const beatKeys = ['gateways', 'gateways:memory', 'gateways:forgotten'];
const chargeSha = createHash('sha1').update(chargeScript).digest('hex');
const reconnectMs = 100;
const connectMs = 1_000;
/** A connection over which nothing comes for so long leads nowhere: behind the address may be another server. */
const silentMs = 10_000;

/** The connection to Valkey: a few scripts, nothing queued while it is away. */
export class Valkey {
  readonly #client;
  readonly #us = randomUUID();
  /** Why there is no connection, as far as it is known. */
  trouble: string | undefined = 'not connected yet';

  constructor(url: string, log: Log) {
    this.#client = createClient({
      url,
      RESP: 2,
      disableOfflineQueue: true,
      // Whoever waits for a call has a limit of their own.
      commandOptions: { timeout: 0 },
      socket: {
        connectTimeout: connectMs,
        socketTimeout: silentMs,
        reconnectStrategy: () => reconnectMs,
        noDelay: true,
      },
    });
    let complained = false;
    this.#client.on('error', (error: unknown) => {
      this.trouble = error instanceof Error ? error.message || error.name : String(error);
      if (!complained) log.warn({ err: error }, 'Valkey is unreachable; each gateway counts budgets by itself');
      complained = true;
    });
    this.#client.on('ready', () => {
      complained = false;
      this.trouble = undefined;
    });
  }

  /** Resolves at the first connection, or after a moment without one; it goes on trying. */
  async open(): Promise<void> {
    const connecting = this.#client.connect().catch(() => undefined);
    await Promise.race([connecting, new Promise((resolve) => setTimeout(resolve, connectMs))]);
  }

  async charge(keys: readonly string[], times: readonly string[]): Promise<Told> {
    return toldOf(await this.#client.sendCommand(['EVALSHA', chargeSha, String(keys.length), ...keys, ...times]));
  }

  /** Before the first charge, and again after each time away: a restarted server has forgotten it. */
  load(): void {
    this.#client.sendCommand(['SCRIPT', 'LOAD', chargeScript]).catch(() => undefined);
  }

  /** Says that we live, and which memory has last counted for us in which window. */
  async beat(memory: number, countedIn: number): Promise<Heard> {
    const words = [...beatKeys, this.#us, String(memory), String(countedIn)];
    const told = toldOf(await this.#client.sendCommand(['EVAL', beatScript, String(beatKeys.length), ...words]));
    const [gateways = 1, known = 0, forgot = 0] = told.numbers;
    return { ...told, gateways, memory: known, forgot: forgot === 1 };
  }

  async takePlace(whose: string, place: string, most: number, seconds: number): Promise<boolean> {
    const words = [streamsOf(whose), place, String(most), String(seconds)];
    return Number(await this.#client.sendCommand(['EVAL', placeScript, '1', ...words])) === 1;
  }

  async keepPlaces(places: readonly (readonly [string, string])[], seconds: number): Promise<void> {
    const keys = places.map(([whose]) => streamsOf(whose));
    const words = [String(seconds), ...places.map(([, place]) => place)];
    await this.#client.sendCommand(['EVAL', keepScript, String(keys.length), ...keys, ...words]);
  }

  async leavePlace(whose: string, place: string): Promise<void> {
    await this.#client.sendCommand(['ZREM', streamsOf(whose), place]);
  }

  /** What a call failed for: more is known of a connection that is not there than the call says. */
  whyOf(error: unknown): string {
    const why = this.trouble ?? (error instanceof Error ? error.message : String(error));
    return `Valkey cannot count requests: ${why}`;
  }

  /** Counts once, on a meter nobody else has: one that only answers is no use. */
  async tryOut(): Promise<void> {
    await this.#client.sendCommand(['EVAL', chargeScript, '1', `tried:${this.#us}`, '1']);
  }

  close(): void {
    this.#client.destroy();
  }
}

const streamsOf = (credentialId: string) => `streams:${credentialId}`;

function toldOf(reply: unknown): Told {
  if (!Array.isArray(reply)) throw new Error('Valkey returned something other than numbers');
  const [windowEnds, nowMs, ...numbers] = reply.map(Number);
  if (windowEnds === undefined || nowMs === undefined) throw new Error('Valkey returned too few numbers');
  return { windowEnds, leftMs: windowEnds * 1_000 - nowMs, numbers };
}
