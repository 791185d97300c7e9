import { randomUUID } from 'node:crypto';
import { type DeploymentMade, eventually } from '@wheelhouse/testkit';
import { decisionIn, type ProofHouse } from '../agent/house.ts';

/** What is wrong with approvals of plans that have changed, and of plans that have not; empty when nothing is. */
export async function planFaults(house: ProofHouse): Promise<readonly string[]> {
  return [...(await changedPlan(house)), ...(await ordinaryChurn(house))];
}

const deployments = ({ namespace, name }: DeploymentMade) =>
  `/apis/apps/v1/namespaces/${namespace}/deployments/${name}`;

interface DeploymentObject {
  readonly metadata: { readonly generation: number };
  readonly spec: { readonly replicas: number };
}

/** Somebody else scales between the look and the approval. */
async function changedPlan(house: ProofHouse): Promise<readonly string[]> {
  const made = await house.kube.deployment(2);
  const { id, etag } = await pendingScale(house, made);
  await house.kube.client.patch(deployments(made), { spec: { replicas: 3 } });
  const before = await house.kube.client.get<DeploymentObject>(deployments(made));
  const answer = await approve(house, id, etag);
  const { body: action } = await house.process.call(house.who, 'GET', `/api/v1/actions/${id}`);
  const faults: string[] = [];
  if (answer.status !== 412 || answer.body.error.code !== 'plan_changed')
    faults.push(`a changed plan: ${answer.status}`);
  if (answer.body.plan?.changes?.[0]?.before !== 3) faults.push('the new plan is not in the answer');
  if (action.status !== 'pending_approval') faults.push(`after a 412 the action is ${action.status}`);
  if (action.plan?.etag !== answer.body.plan?.etag) faults.push('the action does not show the new plan');
  // By now the action has the new plan, and the cluster is as that says: only If-Match tells that another was seen.
  const older = await approve(house, id, etag);
  if (older.status !== 412) faults.push(`a plan older than the action's: ${older.status}`);
  const untouched = await house.kube.client.get<DeploymentObject>(deployments(made));
  if (untouched.metadata.generation !== before.metadata.generation) faults.push('a 412 changed the Deployment');
  const again = await approve(house, id, action.plan?.etag ?? '');
  if (again.status !== 202) faults.push(`the new plan could not be approved: ${again.status}`);
  else if (!(await isScaledTo(house, made, 4))) faults.push('the new plan was approved and not carried out');
  return faults;
}

async function isScaledTo(house: ProofHouse, made: DeploymentMade, replicas: number): Promise<boolean> {
  return eventually(async () => {
    const { spec } = await house.kube.client.get<DeploymentObject>(deployments(made));
    if (spec.replicas !== replicas) throw new Error(`it has ${spec.replicas} replicas`);
    return true;
  }, 60_000).catch(() => false);
}

/** A pod is replaced: what was seen is still what would be done. */
async function ordinaryChurn(house: ProofHouse): Promise<readonly string[]> {
  const made = await house.kube.deployment(3);
  const { id, etag } = await pendingScale(house, made);
  const [pod] = await house.kube.pods(made.namespace);
  if (pod === undefined) return ['there was no pod to replace'];
  const path = `/api/v1/namespaces/${made.namespace}/pods`;
  await house.kube.client.delete(`${path}/${pod.metadata.name}`, { uid: pod.metadata.uid, gracePeriodSeconds: 0 });
  await eventually(async () => {
    const pods = await house.kube.pods(made.namespace);
    if (pods.length < 3 || pods.some(({ metadata }) => metadata.uid === pod.metadata.uid)) throw new Error('not yet');
  });
  const answer = await approve(house, id, etag);
  return answer.status === 202 ? [] : [`after ordinary churn: ${answer.status}`];
}

async function pendingScale(house: ProofHouse, made: DeploymentMade) {
  const decision = {
    ...decisionIn(house),
    action: 'scale_deployment',
    AutoApprove: false,
    target: { namespace: made.namespace, deployment_name: made.name },
    proposed_by: { type: 'rule', id: randomUUID() },
  };
  await house.publish(JSON.stringify(decision), decision.decision_id);
  return eventually(async () => {
    const { body } = await house.process.call(house.who, 'GET', '/api/v1/actions/pending?limit=200');
    const found = body.data.find((one: { decision_id: string }) => one.decision_id === decision.decision_id);
    if (typeof found?.plan?.etag !== 'string') throw new Error('no plan yet');
    return { id: String(found.id), etag: String(found.plan.etag) };
  }, 120_000);
}

function approve({ process, who }: ProofHouse, id: string, etag: string) {
  return process.call(who, 'POST', `/api/v1/actions/${id}/approve`, { body: {}, headers: { 'if-match': etag } });
}
