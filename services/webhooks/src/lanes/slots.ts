/** Subscribers that answer quickly, and all others: those that let us wait take nothing from those that do not. */
export type Pool = 'fast' | 'slow';

/** What one turn holds of a pool: as many slots as it has attempts under way. */
interface Charge {
  readonly tenantId: string;
  readonly since: number;
  pool: Pool;
  slots: number;
}

export interface Held {
  /** How many it still holds. */
  readonly slots: number;
  /** Gives so many back. */
  readonly release: (slots: number) => void;
}

type Counts = Record<Pool, number>;

const fastShare = 0.75;
const tenantShare = 0.1;
/** What takes longer is slow, however quick its subscriber was before. */
const slowAfterMs = 2_000;

/** How many attempts one worker has under way, in each pool and of each tenant. */
export class Slots {
  readonly #size: Readonly<Counts>;
  readonly #ofTenant: Readonly<Counts>;
  readonly #used: Counts = { fast: 0, slow: 0 };
  readonly #byTenant = new Map<string, Counts>();
  readonly #young = new Set<Charge>();

  constructor(total: number) {
    const fast = Math.floor(total * fastShare);
    this.#size = { fast, slow: total - fast };
    this.#ofTenant = {
      fast: Math.max(1, Math.floor(this.#size.fast * tenantShare)),
      slow: Math.max(1, Math.floor(this.#size.slow * tenantShare)),
    };
  }

  get used(): Readonly<Counts> {
    return this.#used;
  }

  /** What a tenant that holds nothing may take. */
  get tenantMost(): Readonly<Counts> {
    return this.#ofTenant;
  }

  free(pool: Pool): number {
    return Math.max(0, this.#size[pool] - this.#used[pool]);
  }

  freeOf(tenantId: string, pool: Pool): number {
    return Math.max(0, this.#ofTenant[pool] - (this.#byTenant.get(tenantId)?.[pool] ?? 0));
  }

  tenants(): readonly string[] {
    return [...this.#byTenant.keys()];
  }

  /** As many as there are, up to those wanted; undefined where there is none. */
  take(tenantId: string, pool: Pool, wanted: number, now: number): Held | undefined {
    const slots = Math.min(wanted, this.free(pool), this.freeOf(tenantId, pool));
    if (slots < 1) return undefined;
    const charge: Charge = { tenantId, pool, slots, since: now };
    this.#count(charge, slots);
    if (pool === 'fast') this.#young.add(charge);
    return {
      get slots() {
        return charge.slots;
      },
      release: (released) => this.#release(charge, released),
    };
  }

  /** Charges what has been under way for too long to the slow pool, which may be overdrawn by it. */
  age(now: number): void {
    for (const charge of this.#young) {
      if (now - charge.since < slowAfterMs) return;
      this.#young.delete(charge);
      const { slots } = charge;
      this.#count(charge, -slots);
      charge.pool = 'slow';
      this.#count(charge, slots);
    }
  }

  #release(charge: Charge, slots: number): void {
    this.#count(charge, -slots);
    charge.slots -= slots;
    if (charge.slots === 0) this.#young.delete(charge);
  }

  #count({ tenantId, pool }: Charge, slots: number): void {
    this.#used[pool] += slots;
    const held = this.#byTenant.get(tenantId) ?? { fast: 0, slow: 0 };
    held[pool] += slots;
    if (held.fast === 0 && held.slow === 0) this.#byTenant.delete(tenantId);
    else this.#byTenant.set(tenantId, held);
  }
}
