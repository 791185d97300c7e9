import { createHmac } from 'node:crypto';
import { webhooks, WebhookVerificationError } from '@wheelhouse/sdk/webhooks';

export interface Given {
  readonly body: string | Uint8Array;
  readonly header: string;
  readonly secret: string;
  /** Unix seconds on the receiver's clock. */
  readonly now: number;
}

export type Accepts = (given: Given) => boolean;

/** By the SDK. Only its own error is a refusal. */
export function accepts({ body, header, secret, now }: Given): boolean {
  try {
    webhooks.verify(body, header, secret, { now: new Date(now * 1_000) });
    return true;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return false;
    throw error;
  }
}

/** Receivers with one thing wrong, as people write them; each must be found out by what it lets through. */
export const careless: Readonly<Record<string, Accepts>> = {
  'does not look at the clock': (given) => digestMatches(given, ({ body }) => body, 64),
  'compares the first digits only': (given) => isFresh(given) && digestMatches(given, ({ body }) => body, 8),
  'parses before it verifies': (given) => isFresh(given) && digestMatches(given, writtenAgain, 64),
  'takes any header of the right form': (given) => isFresh(given) && /v1=[0-9a-f]{64}/.test(given.header),
};

function digestMatches(given: Given, signedOf: (given: Given) => string | Uint8Array, digits: number): boolean {
  const [, time = '', found = ''] = /^t=(\d+),v1=([0-9a-f]+)/.exec(given.header) ?? [];
  const digest = createHmac('sha256', given.secret).update(`${time}.`).update(signedOf(given)).digest('hex');
  return found.slice(0, digits) === digest.slice(0, digits);
}

function writtenAgain({ body }: Given): string {
  const text = typeof body === 'string' ? body : Buffer.from(body).toString();
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}

function isFresh({ header, now }: Given): boolean {
  return Math.abs(now - Number(/^t=(\d+)/.exec(header)?.[1])) <= 300;
}
