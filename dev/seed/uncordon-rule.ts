import { setTimeout as wait } from 'node:timers/promises';
import type { Decision } from '@wheelhouse/contracts';
import { type Client, isApiError, type Schemas } from '@wheelhouse/sdk';
import { decisionOf, openSpeaker, ruleId } from './propose.ts';

/** Stands in for the analysis agent: where a node is cordoned it proposes to uncordon it, and a person decides. */
export interface UncordonRule {
  readonly client: Client;
  readonly tenantId: string;
  readonly clusterId: string;
  /** Of the house's vhost. */
  readonly brokerUrl: string;
  readonly signal: AbortSignal;
  /** Told why it does not follow, once for each reason; it tries again. */
  readonly failed: (why: string) => void;
}

type Issue = Schemas['k8s-monitor']['Issue'];
type Action = Schemas['action-agent']['Action'];

const againAfterMs = 2_000;

/** Until the signal ends, whatever goes wrong meanwhile. */
export async function followCordons(rule: UncordonRule): Promise<void> {
  const { signal, brokerUrl } = rule;
  const { publish, close } = openSpeaker(brokerUrl);
  const proposed = new Set<string>();
  const told = new Set<string>();
  while (!signal.aborted) {
    await follow(rule, proposed, publish).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      if (!signal.aborted && !told.has(why)) rule.failed(why);
      told.add(why);
    });
    await wait(againAfterMs, undefined, { signal }).catch(() => undefined);
  }
  await close();
}

type Publish = (decision: Decision) => Promise<void>;

async function follow(rule: UncordonRule, proposed: Set<string>, publish: Publish): Promise<void> {
  const { client, clusterId, signal } = rule;
  const news = client.stream('/k8s-monitor/api/health/stream', { query: { cluster_id: clusterId }, signal });
  for await (const { event } of news) {
    if (event === 'removed') return;
    await look(rule, proposed, publish);
  }
}

async function look(rule: UncordonRule, proposed: Set<string>, publish: Publish): Promise<void> {
  const { client, clusterId } = rule;
  const { data: issues } = await client.get('/k8s-monitor/api/v1/issues', {
    query: { cluster_id: clusterId, reason: 'node_cordoned', limit: 200 },
  });
  const { data: waiting } = await client.get('/agents/action/api/v1/actions', {
    query: { cluster_id: clusterId, action: 'uncordon_node', status: 'pending_approval,executing', limit: 200 },
  });
  const cordoned = issues.data.filter(({ expected }) => !expected);
  for (const issue of cordoned) {
    // Told once for each time it came: who has rejected it is not asked again.
    const key = `${issue.id} ${issue.count}`;
    if (proposed.has(key) || waiting.data.some((action) => nodeOf(action) === issue.object.name)) continue;
    await publish(decisionFor(rule, issue));
    proposed.add(key);
  }
  for (const action of waiting.data)
    if (isOurs(action) && !issues.data.some(({ object }) => object.name === nodeOf(action)))
      await withdraw(client, action);
}

/** What has mended itself needs nobody's decision. */
async function withdraw(client: Client, { id }: Action): Promise<void> {
  const body = { reason: 'The node takes pods again.' };
  await client.post('/agents/action/api/v1/actions/{id}/cancel', { params: { id }, body }).catch((error: unknown) => {
    // Somebody was faster; or the account was made before it could do this.
    if (!isApiError(error, 'invalid_state', 'insufficient_scope')) throw error;
  });
}

function isOurs({ status, proposed_by }: Action): boolean {
  return status === 'pending_approval' && proposed_by?.id === ruleId;
}

function nodeOf({ target }: Action): string | undefined {
  return 'node_name' in target ? target.node_name : undefined;
}

function decisionFor({ tenantId, clusterId }: UncordonRule, { object, message, first_seen }: Issue): Decision {
  return decisionOf(tenantId, clusterId, {
    action: 'uncordon_node',
    AutoApprove: false,
    target: { node_name: object.name },
    reason: `The node ${object.name} is cordoned, and nothing says that it is being worked on.`,
    confidence: 0.8,
    evidence: [{ source: 'k8s-monitor', summary: `${message} Since ${first_seen}.` }],
  });
}
