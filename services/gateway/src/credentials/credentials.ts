import { type EdgeContext, type Principal, Refusal, tokenVerifier } from '@wheelhouse/kit';
import type { Meters } from '../budget/meter.ts';
import type { GatewaySettings, GatewayTable } from '../config.ts';
import type { Exchange } from './exchange.ts';
import type { Holder, Known } from './holder.ts';

const mostKnown = 50_000;
/** Half of what an exchanged token lives: the module that is shown it has the other half. */
const goodMs = 30_000;
/** A bad credential is not asked about again and again; a new power is seen as soon. */
const badMs = 1_000;
const issued = /^wh[pxr]_[0-9A-Za-z]{36}$/;

const budgets = {
  user: 'BUDGET_PERSONAL',
  session: 'BUDGET_SESSION',
  service: 'BUDGET_SERVICE_ACCOUNT',
  pipeline: 'BUDGET_REPORTING',
} as const satisfies Readonly<Record<Exclude<Principal['kind'], 'module'>, keyof GatewaySettings>>;

/** Who callers are, remembered for seconds and forgotten at once when auth says so. */
export class Credentials {
  readonly #context: EdgeContext<GatewayTable>;
  readonly #meters: Meters;
  readonly #exchange: (credential: string, address: string) => Promise<Exchange>;
  readonly #verify;
  readonly #known = new Map<string, Known>();
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
  recall(credential: string): Holder | Refusal | undefined {
    const known = this.#known.get(credential);
    if (known === undefined || known.until <= performance.now()) return undefined;
    const { outcome } = known;
    if (outcome instanceof Refusal) return outcome;
    if (this.#context.revocations.isSilent()) return undefined;
    if (known.checked !== this.#news) {
      if (this.#context.revocations.isRevoked(outcome.principal)) return undefined;
      known.checked = this.#news;
    }
    return outcome;
  }

  /** Asks, once for all who show the same at the same time. */
  ask(credential: string, address: string): Promise<Holder | Refusal> {
    const asked = this.#asking.get(credential);
    if (asked !== undefined) return asked;
    const asking = this.#find(credential, address)
      .catch((error: unknown) => {
        if (error instanceof Refusal) return error;
        throw error;
      })
      .then((outcome) => {
        this.#remember(credential, outcome);
        return outcome;
      })
      .finally(() => this.#asking.delete(credential));
    this.#asking.set(credential, asking);
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

  #remember(credential: string, outcome: Holder | Refusal): void {
    if (outcome instanceof Refusal && outcome.status !== 401) return;
    this.#known.delete(credential);
    if (this.#known.size >= mostKnown) this.#known.delete(this.#known.keys().next().value ?? '');
    const goodForMs = outcome instanceof Refusal ? badMs : outcome.goodForMs;
    this.#known.set(credential, { outcome, until: performance.now() + goodForMs, checked: this.#news });
  }
}
