import type { AppRow } from '../apps/app-store.ts';
import { type Gitops, type Health, isRunning } from '../apps/phases.ts';
import type { AppState } from '../apps/state-store.ts';
import type { KeptDeployment, KeptPod, KeptService } from './kept.ts';

/** What is seen of one app in its cluster. */
export interface AppSeen {
  readonly deployment: KeptDeployment | undefined;
  readonly service: KeptService | undefined;
  readonly pods: readonly KeptPod[];
  /** Whether it answered when it was asked last; undefined: it has not been asked. */
  readonly reachable: boolean | undefined;
  readonly reachableMessage: string | undefined;
}

const mostPods = 20;

/** How an app stands, from its row and what is seen of it. Nothing here knows a clock, a database or a cluster. */
export function stateOf(app: AppRow, seen: AppSeen): Partial<Omit<AppState, 'id'>> {
  const { deployment, pods } = seen;
  const { health, reason, message } = healthOf(app, seen);
  return {
    ready_replicas: deployment?.ready ?? 0,
    running_replicas: deployment?.replicas ?? null,
    replicas_by:
      deployment === undefined || deployment.replicas === app.desired_replicas ? null : (deployment.replicasBy ?? null),
    health,
    gitops: gitopsOf(app, seen),
    reason,
    message,
    pods: pods
      .map(({ state }) => state)
      .toSorted((one, other) => Number(one.ready) - Number(other.ready) || (one.name < other.name ? -1 : 1))
      .slice(0, mostPods),
  };
}

interface Judged {
  readonly health: Health;
  readonly reason: string | null;
  readonly message: string | null;
}

const healthy: Judged = { health: 'Healthy', reason: null, message: null };

function healthOf(app: AppRow, { deployment, pods, reachable, reachableMessage }: AppSeen): Judged {
  if (isRunning(app.phase)) return { health: 'Progressing', reason: null, message: null };
  if (deployment === undefined)
    return app.current_revision === null
      ? { health: 'Missing', reason: null, message: null }
      : {
          health: 'Missing',
          reason: 'deployment_missing',
          message: 'Its Deployment is not in the cluster any more. Redeploy the app.',
        };
  const { replicas, updated, available, isStalled, isObserved } = deployment;
  if (replicas === 0) return { health: 'Suspended', reason: null, message: 'Scaled to 0: nothing runs.' };
  if (available < replicas || updated < replicas) return shortfall(deployment, pods, isStalled || isObserved);
  if (reachable === false)
    return { health: 'Degraded', reason: 'not_reachable', message: reachableMessage ?? 'It does not answer.' };
  return healthy;
}

function shortfall(deployment: KeptDeployment, pods: readonly KeptPod[], isSettled: boolean): Judged {
  const { replicas, available, isStalled } = deployment;
  const troubles = [deployment.trouble, ...pods.map(({ trouble }) => trouble)].filter((one) => one !== undefined);
  const [worst] = troubles;
  const count = `${available} of ${replicas} ${replicas === 1 ? 'replica is' : 'replicas are'} available`;
  if (worst === undefined || !isSettled)
    return { health: isStalled ? 'Degraded' : 'Progressing', reason: null, message: `${count}.` };
  const alike = troubles.filter(({ reason }) => reason === worst.reason).length;
  const who = `${alike} ${alike === 1 ? 'pod' : 'pods'}`;
  return { health: 'Degraded', reason: worst.reason, message: `${count}; ${who} ${worst.text}.` };
}

/** Until drift is told apart, what somebody else changed is not known to be as deployed. */
function gitopsOf({ content }: AppRow, { deployment, service }: AppSeen): Gitops {
  if (deployment === undefined || deployment.changedBy !== undefined) return 'Unknown';
  if (content.port !== null && (service === undefined || service.changedBy !== undefined)) return 'Unknown';
  return 'Synced';
}
