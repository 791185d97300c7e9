import { KubernetesError } from '@wheelhouse/kubernetes';
import type { DrainCase } from '../plans/asked.ts';
import type { BudgetRead, DeploymentRead, NodeRead, PodRead } from '../plans/objects.ts';
import { listOfBudgets, listOfDeployments, podsOnNode, type Read, rightName } from '../plans/what-to-read.ts';
import { listed, readTarget } from '../worker/read.ts';
import type { RunningAction } from '../worker/running-action.ts';

/** What a drain reads of its cluster. Undefined: there was no answer, and it may be asked again. */

export async function lookAtPods(running: RunningAction, node: string): Promise<readonly PodRead[] | undefined> {
  return list<PodRead>(running, podsOnNode(node));
}

export async function lookAtNode(running: RunningAction): Promise<{ readonly node: NodeRead | null } | undefined> {
  const { workerCluster, asked, signal } = running;
  const right = { verb: 'get', resource: 'nodes' };
  const read = await allowed(running, rightName(right), () => readTarget(workerCluster.client, asked, signal));
  return read !== undefined && 'node' in read ? { node: read.node } : undefined;
}

/** What tells pods apart: who covers them, and who owns them. */
export async function lookAtOthers(
  running: RunningAction,
  pods: readonly PodRead[],
): Promise<Pick<DrainCase, 'budgets' | 'deployments'> | undefined> {
  const isOwned = pods.some(({ metadata }) => metadata.ownerReferences?.some(({ kind }) => kind === 'ReplicaSet'));
  const budgets = await list<BudgetRead>(running, listOfBudgets());
  const deployments = isOwned ? await list<DeploymentRead>(running, listOfDeployments()) : [];
  return budgets === undefined || deployments === undefined ? undefined : { budgets, deployments };
}

function list<T>(running: RunningAction, read: Read): Promise<readonly T[] | undefined> {
  const { workerCluster, signal } = running;
  return allowed(running, rightName(read.right), () => listed<T>(workerCluster.client, read, signal));
}

/** A right that was withdrawn ends the drain: without it nobody knows how far it is. */
async function allowed<T>(running: RunningAction, right: string, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await running.ask(work, 'accepted');
  } catch (error) {
    if (!(error instanceof KubernetesError)) throw error;
    // The moment that the pages of a list are of was forgotten.
    if (error.status === 410) return undefined;
    if (error.status !== 401 && error.status !== 403) throw error;
    return running.end({
      status: 'failed',
      error: {
        code: 'right_missing',
        message: `The agent is no longer allowed to ${right}: ${error.message}. Next step: grant it, as deploy/rbac/action-agent.yaml does, then drain the node again.`,
      },
    });
  }
}
