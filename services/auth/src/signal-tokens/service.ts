import { ingestPurposes } from '@wheelhouse/contracts';
import { type Principal, type Reach, refuse, type TenantDb } from '@wheelhouse/kit';
import {
  dayMs,
  issueCredential,
  liveCredentialsOf,
  type Maker,
  shown as shownCredential,
  type ShownCredential,
} from '../credentials/service.ts';
import { refuseBeyond } from '../roles/caller.ts';
import type { NewSignalToken } from './schema.ts';

const purpose = 'signals';
/** Who sends alerts is a program that nobody looks after: it gets the longest time there is. */
const longestDays = 365;
/** A bound on what a leaked admin token can leave behind unseen. */
const mostLiveTokens = 50;

/** It opens what the scope opens on the same clusters, as far as signals go: whoever lacks that cannot give it. */
export async function createSignalToken(
  db: TenantDb,
  maker: Maker,
  { principal, reach }: { readonly principal: Principal; readonly reach: Reach },
  { name, cluster_id, expires_at }: NewSignalToken,
) {
  const clusterId = cluster_id?.toLowerCase() ?? null;
  const limits = reach.limits();
  refuseBeyond(
    { scopes: [...principal.scopes], clusterIds: limits?.clusterIds, cloudspaceIds: limits?.cloudspaceIds },
    {
      scopes: [ingestPurposes[purpose]],
      clusterIds: clusterId === null ? undefined : [clusterId],
      cloudspaceIds: undefined,
    },
    'This token',
  );
  const expiresAt = endOf(expires_at, maker.clock.now());
  if ((await liveCredentialsOf(db, 'ingest', db.tenantId, maker.clock.now())) >= mostLiveTokens)
    refuse('conflict', {
      message: `There are ${mostLiveTokens} live signal tokens, which is the limit. Revoke one that is no longer used.`,
    });
  const issued = await issueCredential(db, maker, {
    kind: 'ingest',
    ownerId: db.tenantId,
    name,
    // It opens what is `signals`, and no scope opens it anything.
    scopes: [],
    expiresAt,
    createdBy: principal.id,
    ingest: { purpose, clusterId },
  });
  return { made: forCluster(issued.shown, clusterId), secret: issued.secret };
}

export function shown(row: Parameters<typeof shownCredential>[0]) {
  return forCluster(shownCredential(row), row.cluster_id);
}

function forCluster({ scopes: _, ...rest }: ShownCredential, clusterId: string | null) {
  return { ...rest, cluster_id: clusterId };
}

function endOf(wanted: string | undefined, now: Date): Date {
  const latest = new Date(now.getTime() + longestDays * dayMs);
  if (wanted === undefined) return latest;
  const end = new Date(wanted);
  if (end > now && end <= latest) return end;
  const message = `must be in the future, and at most ${longestDays} days from now`;
  return refuse('validation_failed', {
    message: `expires_at ${message}.`,
    details: [{ field: 'expires_at', code: end > now ? 'too_far' : 'in_the_past', message }],
  });
}
