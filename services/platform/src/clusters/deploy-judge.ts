import type { DeployReason } from './deploy-reasons.ts';
import { platformRights, type Right } from './needed-rights.ts';
import type { Probed } from './probe.ts';
import { checkEveryMs, inWords, isDue, type KnownRights, nameOfRight } from './rights.ts';
import type { ClusterRow } from './store.ts';

/** The first with admission policies, which keep whoever deploys inside CloudSpaces. */
const leastMinor = 30;
const againEveryMs = 60_000;
const longestKnown = 1_000;

/**
 * What to ask of the credentials that are deployed with: all rights now and then. Where something is in the way, that
 * again, once a minute: what was granted shows soon, and a cluster that is only watched costs little. Undefined: nothing yet.
 */
export function deployRightsToAsk(row: ClusterRow, now: Date): readonly Right[] | undefined {
  if (!isDue(row.deploy_asked_at, againEveryMs, now)) return undefined;
  if (isDue(row.deploy_checked_at, checkEveryMs, now)) return platformRights;
  if (row.deploy_reason === 'ready' && row.phase !== 'Unreachable') return undefined;
  const missing = missingIn(row.deploy_rights);
  return missing.length === 0 ? platformRights : missing;
}

/** Only what was asked for on its behalf. */
export function ofPlatform(found: KnownRights): KnownRights {
  const names = new Set(platformRights.map(nameOfRight));
  return Object.fromEntries(Object.entries(found).filter(([name]) => names.has(name)));
}

/** Whether a cluster, judged as a whole already, can be deployed to after a look with the credentials for that. */
export function judgeDeploy(row: ClusterRow, probed: Probed, now: Date): ClusterRow {
  return probed.reached ? reached(row, probed, now) : notReached(row, probed, now);
}

function reached(row: ClusterRow, { version, rights }: Extract<Probed, { reached: true }>, now: Date): ClusterRow {
  const deploy_rights = { ...row.deploy_rights, ...rights };
  const seen = {
    ...row,
    deploy_rights,
    deploy_asked_at: now,
    deploy_checked_at: platformRights.every((right) => nameOfRight(right) in rights) ? now : row.deploy_checked_at,
  };
  const become = (deploy_reason: DeployReason, known: string | null = null) => ({
    ...seen,
    deploy_reason,
    deploy_known: known?.slice(0, longestKnown) ?? null,
  });
  if (isTooOld(version)) return become('version_too_old', `The cluster runs Kubernetes ${version}.`);
  const missing = missingIn(deploy_rights);
  if (missing.length === 0) return become('ready');
  return become('rights_missing', whatIsMissing(missing));
}

const reading: ReadonlySet<string> = new Set(['get', 'list', 'watch']);

/** Of most clusters that are not for deploying all of them: there the list would say less than the sentence. */
function whatIsMissing(missing: readonly Right[]): string {
  const canWrite = platformRights.some((right) => !reading.has(right.verb) && !missing.includes(right));
  if (!canWrite) return 'The credentials only allow this cluster to be watched.';
  return `The credentials are not allowed to ${inWords(missing)}.`;
}

/** What says nothing against the credentials may be over in a moment: it counts when it happens twice. */
const passing: ReadonlySet<string> = new Set([
  'server_error',
  'name_not_found',
  'connection_refused',
  'timeout',
  'protocol',
  'connection_lost',
]);

function notReached(row: ClusterRow, probed: Extract<Probed, { reached: false }>, now: Date): ClusterRow {
  const { deploy_credentials: own, deploy_credential_expires_at: end, deploy_checked_at: checkedAt } = row;
  // The registered credentials are judged by the phase, which has its own patience.
  if (own === null && row.phase !== 'Unreachable' && row.phase !== 'Pending') return row;
  const isPassing = own === null || passing.has(probed.reason);
  // So that it is asked again with the next look: nobody waits a minute for a cluster that is back.
  const asked = { deploy_asked_at: isPassing ? null : now, deploy_checked_at: null };
  if (own !== null && row.deploy_reason === 'ready' && isPassing && checkedAt !== null) return { ...row, ...asked };
  const isOver = probed.reason === 'unauthorized' && end !== null && end <= now;
  const known = isOver ? `The credentials for deploying expired on ${end.toISOString()}.` : probed.known;
  return { ...row, ...asked, deploy_reason: probed.reason, deploy_known: known?.slice(0, longestKnown) ?? null };
}

function missingIn(known: KnownRights): readonly Right[] {
  return platformRights.filter((right) => known[nameOfRight(right)] !== true);
}

/** `v1.29.4-eks-036c24b` is; of what has no such number nothing is known, and nothing is held against it. */
function isTooOld(version: string): boolean {
  const [, major = '', minor = ''] = /^v?(\d+)\.(\d+)/.exec(version) ?? [];
  return major === '1' && Number(minor) < leastMinor;
}
