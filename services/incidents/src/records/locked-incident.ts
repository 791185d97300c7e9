import { isLiveIncident } from '@wheelhouse/contracts';
import type { TenantDb } from '@wheelhouse/kit';
import type { NewEntry } from '../entries/entry.ts';
import { writeEntries } from '../entries/store.ts';
import { dueOf, updateEveryMs } from './due.ts';
import type { IncidentRow } from './row.ts';
import { type IncidentChange, insertIncident, lockIncidents, noteTenant, setDue, updateIncident } from './store.ts';
import { tellInside, type Telling, tellQuiet, tellWorld } from './tell.ts';

/**
 * An incident that this transaction has locked, or makes. Whatever becomes of it goes through here: `save` writes its
 * row once, with its timeline, when it is due next, and all that is told of it.
 */
export class LockedIncident {
  readonly #before: IncidentRow | undefined;
  #row: IncidentRow;
  readonly #entries: NewEntry[] = [];
  /** Until then nobody is told of its changes. */
  #quietUntil: Date | undefined;

  private constructor(row: IncidentRow, before: IncidentRow | undefined) {
    this.#row = row;
    this.#before = before;
  }

  static made(row: IncidentRow): LockedIncident {
    return new LockedIncident(row, undefined);
  }

  static async lock(db: TenantDb, ids: readonly string[]): Promise<readonly LockedIncident[]> {
    return (await lockIncidents(db, ids)).map((row) => new LockedIncident(row, row));
  }

  static of(row: IncidentRow): LockedIncident {
    return new LockedIncident(row, row);
  }

  get row(): IncidentRow {
    return this.#row;
  }

  get isLive(): boolean {
    return isLiveIncident(this.#row.status);
  }

  change(change: IncidentChange): void {
    this.#row = { ...this.#row, ...change };
  }

  add(entry: NewEntry): void {
    this.#entries.push(entry);
  }

  /** It lies in a maintenance window. */
  keepQuietUntil(moment: Date): void {
    if (this.#quietUntil === undefined || moment > this.#quietUntil) this.#quietUntil = moment;
  }

  async save(db: TenantDb, telling: Telling): Promise<IncidentRow> {
    const now = telling.clock.now();
    if (this.#row === this.#before && this.#entries.length === 0) return this.#row;
    await this.#tell(db, telling, now);
    const heard = this.#entries.some(({ kind }) => kind !== 'webhook');
    const version = this.#before === undefined ? this.#row.version : this.#before.version + 1;
    this.#row = { ...this.#row, version, updated_at: now, ...(heard ? { active_at: now } : {}) };
    await Promise.all([
      ...(this.#before === undefined
        ? [noteTenant(db), insertIncident(db, this.#row)]
        : [updateIncident(db, this.#row.id, differences(this.#before, this.#row))]),
      writeEntries(db, this.#row.id, version, this.#entries, now),
      setDue(db, this.#row.id, dueOf(this.#row)),
    ]);
    return this.#row;
  }

  async #tell(db: TenantDb, telling: Telling, now: Date): Promise<void> {
    const [before, row] = [this.#before, this.#row];
    if (before === undefined) {
      this.add(await tellWorld(db, telling, 'incident.created', row));
      await tellInside(db, telling, 'opened', row);
      await tellQuiet(db, telling, null, row);
      return;
    }
    if (isLiveIncident(before.status) && !this.isLive) {
      this.change({ update_due_at: null, resolves_at: null });
      this.add(await tellWorld(db, telling, 'incident.resolved', this.#row));
      await tellInside(db, telling, 'ended', this.#row);
      return;
    }
    if (row.rules.length > before.rules.length) await tellInside(db, telling, 'rule_added', row);
    if (isLiveIncident(before.status)) await tellQuiet(db, telling, before.quiet_since, row);
    // Whoever reopens it says that it was not over.
    else if (this.isLive) await tellInside(db, telling, 'returned', row);
    const isDue = row.update_due_at !== null && row.update_due_at <= now;
    // That a resolved one is closed is nobody's business.
    if (!this.isLive) return;
    if (isDue || isAnother(before, row)) await this.#tellUpdated(db, telling, now);
  }

  /** At once, or as soon as people may be told of it again; then it is told as it is by that time. */
  async #tellUpdated(db: TenantDb, telling: Telling, now: Date): Promise<void> {
    const { updated_told_at: toldAt } = this.#row;
    const next = Math.max(toldAt === null ? 0 : toldAt.getTime() + updateEveryMs, this.#quietUntil?.getTime() ?? 0);
    if (next > now.getTime()) {
      this.change({ update_due_at: new Date(next) });
      return;
    }
    this.change({ updated_told_at: now, update_due_at: null });
    this.add(await tellWorld(db, telling, 'incident.updated', this.#row));
  }
}

/** What subscribers are told of; counts are not. */
function isAnother(before: IncidentRow, row: IncidentRow): boolean {
  return (
    before.status !== row.status ||
    before.severity !== row.severity ||
    before.title !== row.title ||
    before.affected_total !== row.affected_total
  );
}

function differences(before: IncidentRow, row: IncidentRow): IncidentChange {
  return Object.fromEntries(Object.entries(row).filter(([column, value]) => value !== before[column]));
}
