import { budgetSeen, type ClusterClient, deploymentSeen, podSeen, type ScaleDownCase } from '@wheelhouse/kubernetes';
import type { ScaleCase } from '../../services/action-agent/src/plans/asked.ts';
import { planAction } from '../../services/action-agent/src/plans/plan-action.ts';
import type { Plan } from '../../services/action-agent/src/plans/plan-schema.ts';
import { whatToRead } from '../../services/action-agent/src/plans/what-to-read.ts';
import { allOf } from './place.ts';

export interface Planned {
  readonly plan: Plan;
  /** What it was planned from, for wrong verdicts. */
  readonly seen: ScaleDownCase;
}

/** The plan of the action agent, from all that it reads of a real cluster for it. */
export async function planScaleDown(client: ClusterClient, namespace: string, replicas: number): Promise<Planned> {
  const asked = { action: 'scale_deployment', target: { namespace, deployment_name: 'web', replicas } } as const;
  const read = Object.fromEntries(
    await Promise.all(
      whatToRead(asked).map(async ({ into, path, right }) => {
        const answer = right.verb === 'get' ? await client.get<unknown>(path) : await allOf<unknown>(client, path);
        return [into, answer] as const;
      }),
    ),
  ) as Pick<ScaleCase, 'deployment' | 'pods' | 'deployments' | 'budgets'>;
  const given: ScaleCase = { ...asked, ...read };
  if (given.deployment === null) throw new Error(`${namespace} has no Deployment "web"`);
  const deployment = deploymentSeen(given.deployment);
  return {
    plan: planAction(given, { clusterId: namespace, consented: true, missingRights: [] }),
    seen: {
      deployment,
      target: replicas,
      budgets: given.budgets.map(budgetSeen),
      pods: given.pods.map(podSeen),
      deployments: given.deployments.map(deploymentSeen).filter(({ uid }) => uid !== deployment.uid),
    },
  };
}
