import type { IncidentChanged } from '@wheelhouse/contracts';
import type { TenantDb } from '@wheelhouse/kit';
import { selectLast, selectLive, setDue } from '../records/analyses-store.ts';
import { decisionsOf } from '../records/decisions-store.ts';
import { hearOf, type IncidentState, type KnownIncident } from '../records/incidents-store.ts';
import { begin, recovered } from './begin.ts';
import { conclude } from './conclude.ts';
import type { Writing } from './given.ts';
import { withdrawAll } from './withdraw.ts';

const states: Readonly<Record<IncidentChanged['change'], IncidentState>> = {
  opened: 'firing',
  rule_added: 'firing',
  returned: 'firing',
  quiet: 'quiet',
  ended: 'ended',
};

/** What incidents says, in whatever order it comes. */
export async function hearIncident(db: TenantDb, given: Writing, told: IncidentChanged): Promise<void> {
  const { change, object, previous_incident_id, rules } = told;
  const at = new Date(told.at);
  const known = {
    id: told.incident_id.toLowerCase(),
    cluster_id: told.cluster_id.toLowerCase(),
    object,
    previous_incident_id,
    state: states[change],
    state_at: at,
  };
  const incident = await hearOf(db, known, given.clock.now());
  switch (change) {
    case 'opened':
      await begin(db, given, incident, { because: change, key: change, at });
      return;
    case 'rule_added':
      await begin(db, given, incident, { because: change, key: `${change} ${rules.length}`, at });
      return;
    case 'returned':
      if (incident.state === 'firing') await lookAgain(db, given, incident, at);
      return;
    case 'quiet':
    case 'ended':
      // By now it may fire again: then this came late.
      if (incident.state !== 'firing') await over(db, given, incident);
      return;
    default:
      throw new RangeError(`No such change: ${JSON.stringify(change satisfies never)}`);
  }
}

/** Whatever was not concluded is not needed any more, and what was proposed is taken back while nobody has decided. */
async function over(db: TenantDb, given: Writing, { id, state }: KnownIncident): Promise<void> {
  if (state === 'firing') return;
  for (const row of await selectLive(db, id)) await conclude(db, given, row, recovered(state));
  const last = await selectLast(db, id);
  // What would have been looked at again is looked at if it comes back.
  if (last !== undefined) await setDue(db, last.id, null);
  await withdrawAll(db, given, id, state === 'ended' ? 'The incident is over.' : 'The trouble went away by itself.');
}

/** It came back: only what its going away had stopped is done again. */
async function lookAgain(db: TenantDb, given: Writing, incident: KnownIncident, at: Date): Promise<void> {
  const last = await selectLast(db, incident.id);
  const decisions = await decisionsOf(db, incident.id);
  const wasStopped = last?.conclusion === 'recovered' || (last !== undefined && last.again_at !== null);
  const wasWithdrawn = decisions.at(-1)?.state === 'withdrawn';
  if (!wasStopped && !wasWithdrawn) return;
  await begin(db, given, incident, { because: 'returned', key: `returned ${at.toISOString()}`, at });
}
