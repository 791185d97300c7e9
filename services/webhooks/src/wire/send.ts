import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { addressGuard, type Clock } from '@wheelhouse/kit';
import { failureOfStatus, restAsked } from './answer.ts';
import type { Attempt } from './attempt.ts';
import { Exchange, type Exchanged, type Limits } from './exchange.ts';
import { Pools } from './pools.ts';
import { requestHeaders } from './request-headers.ts';
import { SendFailed } from './send-failed.ts';
import { signatureHeader } from './signature.ts';

/** Whom a delivery is for. */
export interface Addressed {
  readonly subscriptionId: string;
  readonly url: string;
  /** Newest first, opened. */
  readonly secrets: readonly string[];
}

export interface Letter {
  readonly deliveryId: string;
  /** With its prefix, `evt_…`. */
  readonly eventId: string;
  readonly eventType: string;
  /** The very bytes that are signed and sent. */
  readonly body: string;
  readonly attempt: number;
  readonly isTest?: boolean;
}

export interface SenderOptions {
  readonly allowedPrivateCidrs: readonly string[];
  /** PEM, beside the certificates everybody trusts. */
  readonly extraCa?: string;
  readonly clock: Clock;
  /** Name servers with their ports; without it those of the machine. */
  readonly dnsServers?: readonly string[];
  readonly limits?: Limits;
}

const usualLimits: Limits = { answerMs: 10_000, bodyMs: 1_000 };

/** Sends deliveries. Whatever the other side does, an attempt comes of it and nothing is thrown. */
export class Sender {
  readonly #clock: Clock;
  readonly #limits: Limits;
  readonly #pools: Pools;

  constructor({ allowedPrivateCidrs, extraCa, clock, dnsServers, limits = usualLimits }: SenderOptions) {
    this.#clock = clock;
    this.#limits = limits;
    this.#pools = new Pools({
      guard: addressGuard(allowedPrivateCidrs),
      secureContext: contextWith(extraCa),
      limitMs: limits.answerMs,
      ...(dnsServers === undefined ? {} : { dnsServers }),
    });
  }

  async send(to: Addressed, letter: Letter): Promise<Attempt> {
    const startedAt = this.#clock.now();
    const signature = signatureHeader(to.secrets, Math.floor(startedAt.getTime() / 1_000), letter.body);
    const { status, failed, headers, response, timings } = await this.#exchange(to, letter, signature);
    const failure = failed === null ? failureOfStatus(status ?? 0) : failed.failure;
    return {
      number: letter.attempt,
      started_at: startedAt.toISOString(),
      url: to.url,
      signature,
      failure,
      detail: failed?.detail ?? null,
      status,
      retry_after: failure === null ? null : restAsked(headers['retry-after'], this.#clock.now().getTime()),
      timings,
      response,
    };
  }

  /** How many to send to it at once; it grows with each time that so many were. */
  roomFor(subscriptionId: string): number {
    return this.#pools.roomFor(subscriptionId);
  }

  /** After what is under way has ended. */
  close(): Promise<void> {
    return this.#pools.close();
  }

  #exchange(to: Addressed, letter: Letter, signature: string): Promise<Exchanged> {
    const connections = this.#pools.of(to.subscriptionId, to.url);
    if (connections === undefined)
      return Promise.resolve(unsent(new SendFailed('address_refused', 'it is not an https URL')));
    return new Promise((resolve) => {
      connections.underWay += 1;
      connections.reached = Math.max(connections.reached, connections.underWay);
      const exchange = new Exchange(connections, this.#limits, (exchanged) => {
        connections.underWay -= 1;
        connections.usedAt = performance.now();
        resolve(exchanged);
      });
      exchange.begin(requestHeaders(letter, signature), letter.body);
    });
  }
}

function unsent(failed: SendFailed): Exchanged {
  const timings = { dns_ms: null, connect_ms: null, tls_ms: null, answered_ms: null, total_ms: 0 };
  return { status: null, failed, headers: {}, response: null, timings };
}

function contextWith(extraCa: string | undefined): SecureContext {
  return createSecureContext(extraCa === undefined ? {} : { ca: [...getCACertificates('default'), extraCa] });
}
