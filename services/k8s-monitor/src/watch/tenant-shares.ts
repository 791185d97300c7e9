import { KeptShare, Reading } from '@wheelhouse/kubernetes';

/** What all clusters of a tenant share in this process: who has large ones, or many, takes it from nobody else. */
export interface TenantShare {
  readonly kept: KeptShare;
  readonly reading: Reading;
}

/** One for each tenant that has a cluster watched here. */
export class TenantShares {
  readonly #bytes: number;
  readonly #shares = new Map<string, { readonly share: TenantShare; users: number }>();

  constructor(mebibytes: number) {
    this.#bytes = mebibytes * 1024 * 1024;
  }

  /** Has to be given back. */
  take(tenantId: string): TenantShare {
    const known = this.#shares.get(tenantId) ?? {
      share: { kept: new KeptShare(this.#bytes), reading: new Reading() },
      users: 0,
    };
    known.users += 1;
    this.#shares.set(tenantId, known);
    return known.share;
  }

  giveBack(tenantId: string): void {
    const known = this.#shares.get(tenantId);
    if (known === undefined) return;
    known.users -= 1;
    if (known.users === 0) this.#shares.delete(tenantId);
  }
}
