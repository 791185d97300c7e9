import { hash } from 'node:crypto';
import { type EdgeContext, type Principal, Refusal, tokenVerifier } from '@wheelhouse/kit';
import type { Meters } from '../budget/meter.ts';
import type { GatewaySettings, GatewayTable } from '../config.ts';
import type { Exchange } from './exchange.ts';
import type { Holder, Known } from './holder.ts';

const mostKnown = 50_000;
/** Those who guess must not push out those who are known, and what was guessed is hardly shown twice. */
const mostRefused = 1_000;
/** Longer than any that was ever issued, the access token of a service account with all its clusters included. */
const longestCredential = 2_048;
/** Half of what an exchanged token lives: the module that is shown it has the other half. */
const goodMs = 30_000;
/** A bad credential is not asked about again and again; a new power is seen as soon. */
const badMs = 1_000;
const issued = /^wh[pxri]_[0-9A-Za-z]{36}$/;

const budgets = {
  user: 'BUDGET_PERSONAL',
  session: 'BUDGET_SESSION',
  service: 'BUDGET_SERVICE_ACCOUNT',
  pipeline: 'BUDGET_REPORTING',
  ingest: 'BUDGET_INGEST',
} as const satisfies Readonly<Record<Exclude<Principal['kind'], 'module'>, keyof GatewaySettings>>;

/** Who callers are, remembered for seconds and forgotten at once when auth says so. */
export class Credentials {
  readonly #context: EdgeContext<GatewayTable>;
  readonly #meters: Meters;
  readonly #exchange: (credential: string, address: string) => Promise<Exchange>;
  readonly #verify;
  /** By hash: what callers show is of any length, and nobody's to read here. */
  readonly #known = new Map<string, Known<Holder>>();
  readonly #refused = new Map<string, Known<Refusal>>();
  readonly #asking = new Map<string, Promise<Holder | Refusal>>();
  /** Grows with every revocation: what was held against fewer is held against them again. */
  #news = 0;

  constructor(
    context: EdgeContext<GatewayTable>,
    meters: Meters,
    exchange: (credential: string, address: string) => Promise<Exchange>,
  ) {
    this.#context = context;
    this.#meters = meters;
    this.#exchange = exchange;
    this.#verify = tokenVerifier(context.accessSecrets, 'gateway', context.clock, context.revocations);
    context.revocations.onNews(() => (this.#news += 1));
  }

  /** What is remembered and still true; undefined when auth must be asked. */
  recall({ key }: ShownCredential): Holder | Refusal | undefined {
    const now = performance.now();
    const refused = this.#refused.get(key);
    if (refused !== undefined && refused.until > now) return refused.outcome;
    const known = this.#known.get(key);
    if (known === undefined || known.until <= now) return undefined;
    const { outcome } = known;
    if (this.#context.revocations.isSilent()) return undefined;
    if (known.checked !== this.#news) {
      if (this.#context.revocations.isRevoked(outcome.principal)) return undefined;
      known.checked = this.#news;
    }
    return outcome;
  }

  /** Nobody has shown it before: it was not good, and nobody is being asked about it. */
  isNew({ key }: ShownCredential): boolean {
    return !this.#known.has(key) && !this.#asking.has(key);
  }

  /** Asks, once for all who show the same at the same time. */
  ask({ key, credential }: ShownCredential, address: string): Promise<Holder | Refusal> {
    const asked = this.#asking.get(key);
    if (asked !== undefined) return asked;
    const asking = this.#find(credential, address)
      .catch((error: unknown) => {
        if (error instanceof Refusal) return error;
        throw error;
      })
      .then((outcome) => {
        this.#remember(key, outcome);
        return outcome;
      })
      .finally(() => this.#asking.delete(key));
    this.#asking.set(key, asking);
    return asking;
  }

  async #find(credential: string, address: string): Promise<Holder> {
    if (issued.test(credential)) {
      const { principal, accessToken, livesMs } = await this.#exchange(credential, address);
      if (this.#context.revocations.isRevoked(principal)) throw new Refusal('token_revoked');
      // The credential itself may end sooner, and then so does what was given for it.
      return this.#holder(principal, accessToken, Math.min(goodMs, livesMs));
    }
    const principal = await this.#verify(credential);
    // The only access token a caller ever holds is that of a service account; others never leave the house.
    if (principal.kind !== 'service') throw new Refusal('unauthenticated');
    // Its expiry is asked for again with every look at it.
    return this.#holder(principal, credential, badMs);
  }

  #holder(principal: Principal, token: string, goodForMs: number): Holder {
    if (principal.kind === 'module') throw new Refusal('unauthenticated');
    const limit = this.#context.settings[budgets[principal.kind]];
    return {
      principal,
      authorization: `Bearer ${token}`,
      meter: this.#meters.of(`budget:${principal.kind}:${principal.credentialId}`, limit),
      scopes: [...principal.scopes].join(' '),
      goodForMs,
    };
  }

  #remember(key: string, outcome: Holder | Refusal): void {
    const now = performance.now();
    if (!(outcome instanceof Refusal)) {
      this.#refused.delete(key);
      put(this.#known, key, { outcome, until: now + outcome.goodForMs, checked: this.#news }, mostKnown);
      return;
    }
    if (outcome.status !== 401) return;
    this.#known.delete(key);
    put(this.#refused, key, { outcome, until: now + badMs, checked: this.#news }, mostRefused);
  }
}

/** A credential as it is remembered. */
export interface ShownCredential {
  readonly credential: string;
  readonly key: string;
}

/** Undefined: longer than any of ours. */
export function shownCredential(credential: string): ShownCredential | undefined {
  if (credential.length > longestCredential) return undefined;
  return { credential, key: hash('sha256', credential, 'base64url') };
}

/** The longest there goes first when there are too many. */
function put<Value>(map: Map<string, Value>, key: string, value: Value, most: number): void {
  map.delete(key);
  if (map.size >= most) map.delete(map.keys().next().value ?? '');
  map.set(key, value);
}
