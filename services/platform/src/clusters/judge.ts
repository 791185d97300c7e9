import type { Probed } from './probe.ts';
import { messageOf } from './reasons.ts';
import { areAll, inWords, missingRights } from './rights.ts';
import type { ClusterRow } from './store.ts';

/** So long a cluster may be silent before it counts as unreachable; one lost packet is no news. */
const patienceMs = 30_000;
const longestMessage = 1_000;

/** A cluster as it is after a look at it. Nothing here knows a database, a network or a clock. */
export function judge(row: ClusterRow, probed: Probed, now: Date, pendingMs: number): ClusterRow {
  if (probed.reached) return reached(row, probed, now);
  const message = messageOf(probed.reason, known(row, probed, now)).slice(0, longestMessage);
  const failed: ClusterRow = { ...row, reason: probed.reason, message };
  const silentMs = now.getTime() - (row.last_seen_at ?? row.created_at).getTime();
  if (silentMs >= (row.last_seen_at === null ? pendingMs : patienceMs)) return { ...failed, phase: 'Unreachable' };
  // Who has just registered it is told at once what is wrong; one that was there may be back in a moment.
  return row.phase === 'Pending' ? failed : row;
}

function reached(
  row: ClusterRow,
  { version, rights: found }: Extract<Probed, { reached: true }>,
  now: Date,
): ClusterRow {
  const rights = { ...row.rights, ...found };
  const seen = {
    ...row,
    rights,
    rights_checked_at: areAll(found) ? now : row.rights_checked_at,
    version,
    last_seen_at: now,
  };
  const missing = missingRights(rights);
  if (missing.length === 0 && row.watch_fault !== null)
    return { ...seen, phase: 'Degraded', reason: 'too_large', message: messageOf('too_large', row.watch_fault) };
  if (missing.length === 0) return { ...seen, phase: 'Ready', reason: 'ready', message: messageOf('ready') };
  const words = `The API server responds, but the credentials are not allowed to ${inWords(missing)}.`;
  return { ...seen, phase: 'Degraded', reason: 'rights_missing', message: messageOf('rights_missing', words) };
}

/** Credentials say themselves when they end, and that is the likeliest reason why they are refused. */
function known(
  { credential_expires_at: end }: ClusterRow,
  probed: Extract<Probed, { reached: false }>,
  now: Date,
): string | undefined {
  if (probed.reason !== 'unauthorized' || end === null || end > now) return probed.known;
  return `The credentials expired on ${end.toISOString()}.`;
}
