import type { Principal } from './principal.ts';
import { refuse } from './refusal.ts';

/**
 * What has lost power, as auth tells every process by long poll: it works while broker and Valkey are
 * down. An access token carries the number of the last revocation that auth had seen when it was issued;
 * a later one that names its credential, its subject or its tenant refuses it. Numbers, not times:
 * clocks need not agree.
 */
export interface Revocations {
  /** Refuses a principal whose token was issued before a revocation that names it. */
  readonly check: (principal: Principal) => void;
  readonly isRevoked: (principal: Principal) => boolean;
  /** Auth has not been heard of for so long that no news is no longer good news. */
  readonly isSilent: () => boolean;
  /** Called after new revocations were learnt of. */
  readonly onNews: (listener: () => void) => void;
}

export interface RevocationEntry {
  readonly seq: number;
  readonly tenant_id: string;
  readonly credential_id: string | null;
  readonly subject_id: string | null;
}

export interface RevocationPage {
  readonly revocations: readonly RevocationEntry[];
  /** The number to ask after next. */
  readonly through: number;
}

/** How long no sign from auth is no news. It answers a waiting poll at least every second or two. */
const silentAfterMs = 5_000;
/** Longer than any access token lives; older revocations can refuse nothing. */
const keepMs = 20 * 60_000;

export class RevocationFeed implements Revocations {
  readonly #latest = new Map<string, { readonly seq: number; readonly heard: number }>();
  readonly #listeners: (() => void)[] = [];
  readonly #first = Promise.withResolvers<void>();
  #heard = -Infinity;

  /** When auth was first heard of, or the time is up: a process that serves earlier refuses what it cannot tell. */
  async begun(limitMs: number): Promise<void> {
    const limit = setTimeout(this.#first.resolve, limitMs);
    await this.#first.promise;
    clearTimeout(limit);
  }

  check(principal: Principal): void {
    if (this.isRevoked(principal)) refuse('token_revoked');
    if (principal.longLived && this.isSilent()) {
      refuse('unavailable', {
        message: 'It cannot be checked right now whether this token was revoked. Try again in a moment.',
        headers: { 'retry-after': '1' },
      });
    }
  }

  isRevoked({ credentialId, id, tenantId, revocationsSeen }: Principal): boolean {
    const names = [`credential ${credentialId}`, `subject ${id}`, `tenant ${tenantId ?? ''}`];
    return names.some((name) => (this.#latest.get(name)?.seq ?? 0) > revocationsSeen);
  }

  isSilent(): boolean {
    return performance.now() - this.#heard > silentAfterMs;
  }

  onNews(listener: () => void): void {
    this.#listeners.push(listener);
  }

  take(entries: readonly RevocationEntry[]): void {
    const heard = performance.now();
    this.#heard = heard;
    this.#first.resolve();
    for (const entry of entries) {
      const name = nameOf(entry);
      // Set anew, not in place: the map stays in the order of hearing.
      this.#latest.delete(name);
      this.#latest.set(name, { seq: entry.seq, heard });
    }
    for (const [name, known] of this.#latest) {
      if (heard - known.heard <= keepMs) break;
      this.#latest.delete(name);
    }
    if (entries.length > 0) for (const listener of this.#listeners) listener();
  }
}

/** For tests of a module without auth. */
export const nothingRevoked: Revocations = {
  check: () => undefined,
  isRevoked: () => false,
  isSilent: () => false,
  onNews: () => undefined,
};

function nameOf({ credential_id, subject_id, tenant_id }: RevocationEntry): string {
  if (credential_id !== null) return `credential ${credential_id}`;
  return subject_id === null ? `tenant ${tenant_id}` : `subject ${subject_id}`;
}
