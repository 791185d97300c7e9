import type { ModuleContext, TenantDb } from '@wheelhouse/kit';
import type { IncidentSettings } from '../config.ts';
import { recursWithinMs } from '../records/due.ts';
import { LockedIncident } from '../records/locked-incident.ts';
import { noteTenant, withMerged } from '../records/store.ts';
import { removedOf } from '../places/removed-store.ts';
import { tenantSettings, type TenantSettings } from '../settings/store.ts';
import { holdHistory } from '../entries/hold.ts';
import { covers } from '../windows/covers.ts';
import { holdActive, type WindowRow } from '../windows/store.ts';
import { affects, begins, ends, hearsAgain, isNewTo, mayFallSilent, namesAll, openFor, worsens } from './effects.ts';
import { groupOfObject, nodeOf, objectWords } from '../signals/group.ts';
import { type SignalRow, stepOf } from '../signals/row.ts';
import { isAtLeast } from '../severity.ts';
import type { Signal } from '../signals/signal.ts';
import { dropGroups, mayOpenAny, pointGroups, selectGroups, takeGroups } from '../signals/groups-store.ts';
import { hasSignalOf, keyOfSignal, lockSignals, writeSignals } from '../signals/store.ts';

export type IncidentContext = Pick<ModuleContext<IncidentSettings>, 'clock' | 'emit' | 'makeId' | 'settings'>;

interface Taken {
  readonly accepted: number;
  /** Of these, in a maintenance window: they open nothing. */
  readonly suppressed: number;
}

/**
 * Signals become incidents, all in one transaction. What several such transactions touch is locked in one order by all:
 * history, windows, groups by key, signals by key, incidents by id. So each group has one live incident, each signal is
 * counted once, and none waits for another in a circle, however many processes take signals of the same trouble.
 */
export async function takeSignals(db: TenantDb, context: IncidentContext, given: readonly Signal[]): Promise<Taken> {
  if (given.length === 0) return { accepted: 0, suppressed: 0 };
  const now = context.clock.now();
  const settings = await tenantSettings(db);
  const opening = given.filter((signal) => mayOpen(signal, settings));
  if (
    await mayOpenAny(
      db,
      opening.map(({ groupKey }) => groupKey),
    )
  )
    await holdHistory(
      db,
      opening.map(({ clusterId }) => clusterId),
      'to open',
    );
  const clusterIds = [...new Set(given.map(({ clusterId }) => clusterId))];
  const removed = await removedOf(db, clusterIds);
  const signals = given.filter(({ clusterId }) => !removed.has(clusterId));
  const windows = await holdActive(db, clusterIds, now);
  const intake = new Intake(db, context, { settings, windows, now });
  await intake.lock(signals);
  // What stands on a node that is lost is told of that node: nodes come first.
  const nodesFirst = signals.toSorted(
    (one, other) => rankOf(one) - rankOf(other) || one.at.getTime() - other.at.getTime(),
  );
  for (const signal of nodesFirst) await intake.take(signal);
  await intake.save();
  return { accepted: given.length, suppressed: intake.suppressed };
}

const rankOf = ({ object }: Signal) => (object?.kind === 'Node' ? 0 : 1);

function mayOpen({ isFiring, severity }: Signal, { open_from: least }: TenantSettings): boolean {
  return isFiring && severity !== undefined && isAtLeast(severity, least);
}

class Intake {
  readonly #db: TenantDb;
  readonly #context: IncidentContext;
  readonly #settings: TenantSettings;
  readonly #windows: readonly WindowRow[];
  readonly #now: Date;
  /** The newest incident of each group that this transaction has taken. */
  #groups = new Map<string, string>();
  /** Of these, those that had none; and what each would be called. */
  #vacant = new Map<string, string>();
  /** Of groups that are only looked at. */
  #nodeGroups: ReadonlyMap<string, string> = new Map();
  #incidents = new Map<string, LockedIncident>();
  #rows: ReadonlyMap<string, SignalRow> = new Map();
  readonly #written = new Map<string, SignalRow>();
  /** Rows that stay with an incident that is over. */
  readonly #left: SignalRow[] = [];
  readonly #replaced = new Set<string>();
  readonly #affected = new Set<string>();
  readonly #pointed = new Map<string, string>();
  suppressed = 0;

  constructor(
    db: TenantDb,
    context: IncidentContext,
    given: { readonly settings: TenantSettings; readonly windows: readonly WindowRow[]; readonly now: Date },
  ) {
    this.#db = db;
    this.#context = context;
    this.#settings = given.settings;
    this.#windows = given.windows;
    this.#now = given.now;
  }

  async lock(signals: readonly Signal[]): Promise<void> {
    // Also of those that open nothing: two that bring the same end, or the same trifle, meet here too.
    const proposed = new Map(signals.map(({ groupKey }) => [groupKey, this.#context.makeId()]));
    this.#groups = new Map(await takeGroups(this.#db, proposed, this.#now));
    this.#vacant = new Map([...this.#groups].filter(([key, id]) => proposed.get(key) === id));
    this.#rows = await lockSignals(this.#db, signals);
    const nodeKeys = signals.flatMap(({ clusterId, nodes, isFiring, allOnNodes }) =>
      isFiring && allOnNodes ? nodes.map((node) => groupOfObject(clusterId, nodeOf(node))) : [],
    );
    this.#nodeGroups = await selectGroups(this.#db, nodeKeys);
    const ids = [...this.#groups.values(), ...this.#nodeGroups.values()];
    for (const { incident_id: id } of this.#rows.values()) if (id !== null) ids.push(id);
    const all = await withMerged(this.#db, ids);
    for (const incident of await LockedIncident.lock(this.#db, all)) this.#incidents.set(incident.row.id, incident);
  }

  async take(signal: Signal): Promise<void> {
    const key = keyOfSignal(signal);
    const before = this.#written.get(key) ?? this.#rows.get(key);
    const { row, hasBegun } = stepOf(before, signal, this.#context.makeId(), this.#now);
    const known = this.#live(row.incident_id);
    const window = known === undefined && (hasBegun || row.firing) ? this.#windowOf(signal) : undefined;
    // One that fires and has opened nothing may do so by now: it has become worse, or its window is over.
    const opens = window === undefined && (hasBegun || (signal.isFiring && row.firing && row.incident_id === null));
    const incident = known ?? (opens ? await this.#incidentFor(signal) : undefined);
    if (window !== undefined && hasBegun) this.suppressed += 1;
    // What has begun anew has nothing to do any more with an incident that is over.
    const isAnew = hasBegun && known === undefined && row.incident_id !== null;
    const kept = isAnew ? { ...row, incident_id: null, window_id: null } : row;
    this.#write(key, before, {
      ...kept,
      incident_id: incident?.row.id ?? kept.incident_id,
      window_id: window?.id ?? kept.window_id,
    });
    if (incident === undefined) return this.#forgottenEnd(before, row);
    this.#keepQuiet(incident);
    if (hasBegun || known === undefined) begins(incident, signal, row.count === 1 ? row.first_at : signal.at);
    else if (signal.isFiring && signal.at >= row.changed_at) {
      worsens(incident, signal);
      hearsAgain(incident, this.#now);
    }
    this.#countFiring(incident, before, row);
    if (row.firing && signal.isRepeated) mayFallSilent(incident, this.#now);
    if (row.firing) await this.#affect(incident, signal.object);
  }

  /** A row of another incident stays with that, and the signal goes on in a new one. */
  #write(key: string, before: SignalRow | undefined, row: SignalRow): void {
    const isSame = before === undefined || before.incident_id === null || before.incident_id === row.incident_id;
    if (isSame || this.#isMergedInto(before.incident_id, row.incident_id)) {
      this.#written.set(key, row);
      return;
    }
    this.#leave(key, before);
    const began = row.began_at ?? row.first_at;
    this.#written.set(key, { ...row, id: this.#context.makeId(), count: 1, first_at: began });
  }

  /** What began anew is over where it was, also where nobody has said so. */
  #leave(key: string, before: SignalRow): void {
    if (this.#rows.get(key)?.id !== before.id) return;
    this.#replaced.add(before.id);
    this.#left.push(before.firing ? { ...before, firing: false, end_reason: 'silent' } : before);
    if (before.firing) this.#forgottenEnd(before, { ...before, firing: false });
  }

  #isMergedInto(from: string | null, into: string | null): boolean {
    return from !== null && into !== null && this.#live(from)?.row.id === into;
  }

  /** Each object once, also where so many are affected that the incident names no more of them. */
  async #affect(incident: LockedIncident, object: Signal['object']): Promise<void> {
    if (!isNewTo(incident, object)) return;
    if (!namesAll(incident)) {
      const key = `${incident.row.id} ${objectWords(object)}`;
      if (this.#affected.has(key) || (await hasSignalOf(this.#db, incident.row.id, object))) return;
      this.#affected.add(key);
    }
    affects(incident, object);
  }

  #countFiring(incident: LockedIncident, before: SignalRow | undefined, row: SignalRow): void {
    const wasCounted = before?.firing === true && this.#live(before.incident_id) === incident;
    if (row.firing && !wasCounted) incident.change({ firing: incident.row.firing + 1 });
    if (!row.firing && wasCounted) incident.change({ firing: Math.max(0, incident.row.firing - 1) });
    ends(incident, this.#settings, this.#now);
  }

  /** One that a person has resolved while it fired: what fires of it is still counted. */
  #forgottenEnd(before: SignalRow | undefined, row: SignalRow): void {
    const over = this.#incidents.get(before?.incident_id ?? '');
    if (over !== undefined && before?.firing === true && !row.firing)
      over.change({ firing: Math.max(0, over.row.firing - 1) });
  }

  /** The one it belongs to by now, if that is live. */
  #live(id: string | null | undefined): LockedIncident | undefined {
    const incident = this.#last(id);
    return incident?.isLive === true ? incident : undefined;
  }

  /** Itself, or what it was merged into. */
  #last(id: string | null | undefined): LockedIncident | undefined {
    let incident = this.#incidents.get(id ?? '');
    for (let steps = 0; steps < mostMerged; steps += 1) {
      const into = incident?.row.merged_into ?? undefined;
      if (into === undefined) break;
      incident = this.#incidents.get(into);
    }
    return incident;
  }

  #windowOf({ clusterId, object, namespace, nodes, allOnNodes }: Signal): WindowRow | undefined {
    const place = { object, namespace, nodes: allOnNodes ? nodes : [] };
    return this.#windows.find((window) => window.cluster_id === clusterId && covers(window, place));
  }

  #keepQuiet(incident: LockedIncident): void {
    const { cluster_id, object, namespace } = incident.row;
    for (const window of this.#windows)
      if (window.cluster_id === cluster_id && covers(window, { object, namespace, nodes: [] }))
        incident.keepQuietUntil(window.ends_at);
  }

  /** Its group's, if that is live; the one of its nodes, if all of them are lost; or a new one, if it is bad enough. */
  async #incidentFor(signal: Signal): Promise<LockedIncident | undefined> {
    const { groupKey } = signal;
    const newest = this.#groups.get(groupKey);
    const own = this.#live(newest);
    if (own !== undefined) return own;
    const ofNodes = this.#ofNodes(signal);
    if (ofNodes === undefined && !mayOpen(signal, this.#settings)) return undefined;
    const incident = ofNodes ?? (await this.#open(signal, newest));
    this.#groups.set(groupKey, incident.row.id);
    this.#pointed.set(groupKey, incident.row.id);
    return incident;
  }

  #ofNodes({ clusterId, object, nodes, allOnNodes }: Signal): LockedIncident | undefined {
    if (!allOnNodes || nodes.length === 0 || object?.kind === 'Node') return undefined;
    const found = nodes.map((node) => {
      const key = groupOfObject(clusterId, nodeOf(node));
      return this.#live(this.#groups.get(key) ?? this.#nodeGroups.get(key));
    });
    return found.every((one) => one !== undefined) ? found[0] : undefined;
  }

  async #open(signal: Signal, newest: string | undefined): Promise<LockedIncident> {
    const isVacant = newest !== undefined && this.#vacant.get(signal.groupKey) === newest;
    const previous = this.#last(newest);
    const overSince = previous?.row.resolved_at ?? undefined;
    const isBack = overSince !== undefined && this.#now.getTime() - overSince.getTime() <= recursWithinMs;
    const incident = await openFor(this.#db, signal, {
      id: isVacant ? newest : this.#context.makeId(),
      previous: isBack ? previous?.row : undefined,
      now: this.#now,
    });
    this.#incidents.set(incident.row.id, incident);
    return incident;
  }

  /** All at once: what a batch changes in many incidents takes as few rounds as what it changes in one. */
  async save(): Promise<void> {
    const known = new Set([...this.#rows.values()].map(({ id }) => id));
    const rows = [...this.#written.values(), ...this.#left];
    const pointed = new Map([...this.#pointed].filter(([key, id]) => this.#vacant.get(key) !== id));
    const unused = [...this.#vacant.keys()].filter((key) => !this.#pointed.has(key));
    await Promise.all([...this.#incidents.values()].map((incident) => incident.save(this.#db, this.#context)));
    await Promise.all([
      ...(rows.length > 0 ? [noteTenant(this.#db)] : []),
      writeSignals(this.#db, {
        changed: rows.filter(({ id }) => known.has(id)),
        made: rows.filter(({ id }) => !known.has(id)),
        replaced: [...this.#replaced],
      }),
      pointGroups(this.#db, pointed),
      dropGroups(this.#db, unused),
    ]);
  }
}

/** A chain of merges longer than this is none that people have made. */
const mostMerged = 100;
