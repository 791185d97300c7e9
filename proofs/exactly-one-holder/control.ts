import { join } from 'node:path';
import type { Decision } from '@wheelhouse/contracts';
import { accessFromFile, KubernetesError, openCluster } from '@wheelhouse/kubernetes';
import { eventually } from '@wheelhouse/testkit';
import { decisionTo } from '../agent-workers/decision.ts';
import type { Fleet } from '../agent-workers/fleet.ts';
import { recordsOf } from '../agent-workers/records.ts';
import type { Stage } from '../crash-actions/stage.ts';
import type { RequestsOf } from './requests.ts';

/** What a sleeper would do, by hand, to a node of its own. */
export interface Sleeper {
  readonly actionIds: ReadonlySet<string>;
  /** Its change was refused as it stands. */
  readonly isRefused: boolean;
}

/** A node is cordoned, and uncordoned by the next holder; then the first change comes again, with its fences and without. */
export async function actAsSleeper(
  fleet: Fleet,
  stage: Stage,
  node: string,
  requests: RequestsOf,
  withinMs: number,
): Promise<Sleeper> {
  const target = { node_name: node };
  const done = async (action: 'cordon_node' | 'uncordon_node') => {
    const decision = decisionTo(stage, { action, target });
    await fleet.decide(decision);
    return ended(fleet, stage, decision, withinMs);
  };
  const [first, second] = [await done('cordon_node'), await done('uncordon_node')];
  const change = await eventually(async () => {
    const found = (await requests(new Set([first]))).find(({ revision }) => revision !== undefined);
    if (found === undefined) throw new Error('the change is not in the audit log');
    return found;
  });
  const client = openCluster(await accessFromFile(join(stage.settings['HOME'] ?? '', '.kube/config')), {
    userAgent: `wheelhouse-action-agent (action ${first}; lease ${change.token})`,
  });
  try {
    const patch = (metadata: object) =>
      client.patch(`/api/v1/nodes/${target.node_name}`, { metadata, spec: { unschedulable: true } });
    const isRefused = await patch(change.asked ?? {}).then(
      () => false,
      (error: unknown) => error instanceof KubernetesError && error.status === 409,
    );
    await patch({});
    return { actionIds: new Set([first, second]), isRefused };
  } finally {
    await client.close();
  }
}

async function ended(fleet: Fleet, stage: Stage, { decision_id }: Decision, withinMs: number): Promise<string> {
  return eventually(async () => {
    const record = (await recordsOf(fleet, stage)).find((one) => one.decision_id === decision_id);
    if (record === undefined || record.finished_at === null) throw new Error('the control has not ended');
    return record.id;
  }, withinMs);
}
