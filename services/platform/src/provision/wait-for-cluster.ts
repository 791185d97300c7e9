import { isDeployable } from '../clusters/deploy-access.ts';
import { deployMessageOf } from '../clusters/deploy-reasons.ts';
import { type ClusterRow, selectCluster } from '../clusters/store.ts';
import type { CloudspaceWork } from './cloudspace-work.ts';
import { beginProvisioning } from './transitions.ts';
import { Stopped, type Trouble } from './trouble.ts';

/** Pending ends when its cluster responds and can be deployed to; whoever probes clusters finds that out. */
export async function waitForCluster(work: CloudspaceWork): Promise<void> {
  const { context, tenantId, row } = work;
  const cluster = await context.database.tenant(tenantId, (db) => selectCluster(db, row.cluster_id));
  const trouble = cluster === undefined ? removed : troubleWith(cluster);
  if (trouble !== undefined) throw new Stopped(trouble);
  await work.move((db, now) => beginProvisioning(db, context, now));
}

const removed: Trouble = { reason: 'cluster_unreachable', known: 'The cluster was removed.', isFinal: true };

export function troubleWith(cluster: ClusterRow): Trouble | undefined {
  const { name, phase, message, deploy_reason: reason, deploy_known: known } = cluster;
  if (phase !== 'Ready' && phase !== 'Degraded')
    return { reason: 'cluster_unreachable', known: `Cluster ${name} is ${phase}: ${message}`, isFinal: false };
  if (isDeployable(cluster)) return undefined;
  return {
    reason: 'rights_missing',
    known: `Cluster ${name} cannot be deployed to: ${deployMessageOf(reason, known)}`,
    isFinal: false,
  };
}
