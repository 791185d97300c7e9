import type { Clock } from '../clock.ts';
import type { TenantDb } from '../db/database.ts';
import type { Emit } from '../events/outbox.ts';
import type { Principal } from './principal.ts';

/**
 * Who did what: told to auth through the module's outbox, by the transaction of the change itself, so
 * there is no change without its entry and no entry without its change. A route says what it is called
 * there, or why nothing is written.
 */
export type RouteAudit =
  | {
      /** In the words of the trail: `token.create`. */
      readonly action: string;
    }
  | {
      /** Why its calls leave no entry of their own. */
      readonly none: string;
    };

export const auditEventType = 'internal.audit';

/** What auth receives; it numbers and seals it. */
export interface AuditRecord {
  readonly at: string;
  readonly action: string;
  readonly route: string;
  readonly actor: AuditActor;
  readonly object_id: string | null;
  readonly request_id: string | null;
  readonly address: string | null;
  /** `done`, or the code of the refusal. */
  readonly result: string;
  /** How often, of refusals of one kind in one minute. */
  readonly count: number;
  readonly details: Readonly<Record<string, unknown>>;
}

export interface AuditActor {
  readonly kind: Principal['kind'] | 'anonymous' | 'operator';
  readonly id: string | null;
  readonly credential_id: string | null;
}

/** What a handler adds to its entry, where the route alone does not say it. */
export interface AuditNote {
  readonly actor?: AuditActor;
  readonly action?: string;
  readonly objectId?: string;
  /** Never a secret: names, states, before and after. */
  readonly details?: Readonly<Record<string, unknown>>;
}

export function actorOf(principal: Principal | undefined): AuditActor {
  if (principal === undefined) return { kind: 'anonymous', id: null, credential_id: null };
  return { kind: principal.kind, id: principal.id, credential_id: principal.credentialId };
}

/** An entry is of now unless it says otherwise. */
export type WriteAudit = (
  db: TenantDb,
  record: Omit<AuditRecord, 'at'> & Partial<Pick<AuditRecord, 'at'>>,
) => Promise<void>;

export function auditWriter(emit: Emit, clock: Clock): WriteAudit {
  return async (db, record) => {
    await emit(db, auditEventType, { at: clock.now().toISOString(), ...record });
  };
}
