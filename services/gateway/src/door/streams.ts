import { randomUUID } from 'node:crypto';
import { Refusal } from '@wheelhouse/kit';
import type { Holder } from '../credentials/holder.ts';

export interface OpenStream {
  readonly holder: Holder | undefined;
  readonly cut: () => void;
}

/** Where all gateways count their streams. */
export interface StreamPlaces {
  /** Takes a place for so long, unless so many are taken; false: they are. */
  readonly takePlace: (whose: string, place: string, most: number, seconds: number) => Promise<boolean>;
  readonly keepPlaces: (places: readonly (readonly [whose: string, place: string])[], seconds: number) => Promise<void>;
  readonly leavePlace: (whose: string, place: string) => Promise<void>;
}

/** Of one credential, at all gateways together. */
const most = 20;
/** What a gateway that was killed had open counts for so long. */
const leaseSeconds = 60;
const patienceMs = 250;
const retryAfterSeconds = '30';

/** The streams under way here, to be cut when their credential is revoked. */
export class Streams implements Iterable<OpenStream> {
  readonly #places: StreamPlaces;
  readonly #open = new Map<OpenStream, readonly [whose: string, place: string]>();
  readonly #keeping: NodeJS.Timeout;

  constructor(places: StreamPlaces, keepEveryMs = (leaseSeconds / 3) * 1_000) {
    this.#places = places;
    this.#keeping = setInterval(() => this.#keep(), keepEveryMs).unref();
  }

  [Symbol.iterator](): Iterator<OpenStream> {
    return this.#open.keys();
  }

  /** Refuses when the credential has too many. While Valkey is away each gateway counts its own. */
  async add(stream: OpenStream): Promise<void> {
    const whose = stream.holder?.principal.credentialId;
    if (whose === undefined) return;
    const place = randomUUID();
    // Before anyone is asked, so that those who come at once count.
    this.#open.set(stream, [whose, place]);
    const here = [...this.#open.values()].filter(([one]) => one === whose).length;
    const isFree = here <= most && (await this.#isFree(whose, place));
    if (isFree) return;
    this.delete(stream);
    throw new Refusal('rate_limited', {
      message: `This credential already has ${most} streams open, which is the limit. Close one first.`,
      headers: { 'retry-after': retryAfterSeconds },
    });
  }

  delete(stream: OpenStream): void {
    const taken = this.#open.get(stream);
    if (taken === undefined) return;
    this.#open.delete(stream);
    this.#places.leavePlace(...taken).catch(() => undefined);
  }

  close(): void {
    clearInterval(this.#keeping);
    for (const stream of this.#open.keys()) stream.cut();
  }

  #isFree(whose: string, place: string): Promise<boolean> {
    const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(true), patienceMs).unref());
    return Promise.race([this.#places.takePlace(whose, place, most, leaseSeconds).catch(() => true), late]);
  }

  #keep(): void {
    if (this.#open.size > 0) this.#places.keepPlaces([...this.#open.values()], leaseSeconds).catch(() => undefined);
  }
}
