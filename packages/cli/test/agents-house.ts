import { randomUUID } from 'node:crypto';
import {
  builtInRuleId,
  type BuiltInRuleName,
  type Facts,
  ruleActions,
  type Verdict as VerdictWord,
} from '@wheelhouse/contracts';
import { makeIds, systemClock } from '@wheelhouse/kit';
import { eventually } from '@wheelhouse/testkit';
import { expect } from 'vitest';
import { actionAgentModule } from '../../../services/action-agent/src/module.ts';
import { agentAnalysisModule } from '../../../services/agent-analysis/src/module.ts';
import { insertAnalysis } from '../../../services/agent-analysis/src/records/analyses-store.ts';
import { type AnalysisRow, blank } from '../../../services/agent-analysis/src/records/analysis.ts';
import { ruleNamed } from '../../../services/agent-analysis/src/rules/table.ts';
import { approvalOf } from '../../../services/agent-analysis/src/trust/approve.ts';
import { ago, hour, issue, ofNode } from '../../../services/agent-analysis/test/facts.ts';
import { agentFeedbackModule } from '../../../services/agent-feedback/src/module.ts';
import type { VerdictRow } from '../../../services/agent-feedback/src/verdicts/row.ts';
import { writeVerdict } from '../../../services/agent-feedback/test/write-verdict.ts';
import { agentObservabilityModule } from '../../../services/agent-observability/src/module.ts';
import { agentRecommendationModule } from '../../../services/agent-recommendation/src/module.ts';
import { writeRecommendation } from '../../../services/agent-recommendation/test/write-recommendation.ts';
import type { TestTenant } from '../../../services/auth/test/start.ts';
import { incidentsModule } from '../../../services/incidents/src/module.ts';
import { type CliHouse, openCliHouse } from './house.ts';
import type { Environment } from './running.ts';

/**
 * The house with all agents, a cluster `prod-eu` that nobody reaches, and what they would have made of one that
 * somebody does: their rows are written as they write them.
 */
export interface AgentsHouse extends CliHouse {
  readonly tenant: TestTenant;
  readonly clusterId: string;
  readonly admin: Environment;
  /** The number of an incident about the cordoned node `node-7`. */
  readonly number: string;
  /** What was concluded of it; an action is proposed. */
  readonly analysisId: string;
  readonly decisionId: string;
  /** That decisions of the rule helped, or did not; answers their ids. All have heard it when it resolves. */
  readonly judged: (
    rule: BuiltInRuleName,
    verdict: VerdictWord,
    given: readonly Partial<VerdictRow>[],
  ) => Promise<readonly string[]>;
  readonly recommendationId: string;
}

const verdicts = '/api/agents/feedback/api/v1/verdicts';
const incidents = '/api/incidents/api/v1';

/** Nobody acts here: what the settings say is all that is asked. */
const { workers: _, ...withoutWorkers } = actionAgentModule;

/** What it makes of incidents is written by the test: only what is judged is heard. */
const analysis: typeof agentAnalysisModule = {
  ...agentAnalysisModule,
  tasks: [],
  consumers: (context) =>
    agentAnalysisModule.consumers?.(context).filter(({ source }) => source === 'agent-feedback') ?? [],
};

/** What it would find each hour is written by the test too. */
const recommendation: typeof agentRecommendationModule = { ...agentRecommendationModule, tasks: [] };

export async function openAgentsHouse(): Promise<AgentsHouse> {
  const agents = [agentObservabilityModule, analysis, agentFeedbackModule, recommendation];
  const cli = await openCliHouse({}, [incidentsModule, withoutWorkers, ...agents]);
  const { house } = cli;
  const tenant = await house.tenant();
  const admin = await cli.withToken(['read', 'actions', 'admin', 'agents'], tenant);
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await house.through(admin['WHEELHOUSE_TOKEN'], method, path, body === undefined ? {} : { body });
    expect(answer.status).toBeLessThan(300);
    return answer.body;
  };
  const clusterId = await cli.unreached(admin, 'prod-eu');
  // That nobody reaches it is the first.
  await eventually(async () => expect(await ask('GET', `${incidents}/incidents?q=1`)).toMatchObject({ total: 1 }));
  const signal = {
    key: randomUUID(),
    cluster_id: clusterId,
    rule: 'node_cordoned',
    severity: 'medium',
    message: 'The node accepts no new pods.',
    object: { kind: 'Node', namespace: null, name: 'node-7' },
  };
  await ask('POST', `${incidents}/signals`, { signals: [signal] });
  const [incident] = (await ask('GET', `${incidents}/incidents?q=2`)).data;
  const row = proposed(clusterId, incident.id);
  await house.db.tenant(tenant.id, (db) => insertAnalysis(db, row));
  const heard = async (ids: readonly string[]) => {
    const sql = 'SELECT 1 FROM agent_analysis.records WHERE verdict_id = ANY($1)';
    expect(await house.db.tenant(tenant.id, (db) => db.query(sql, [ids]))).toHaveLength(ids.length);
  };
  return {
    ...cli,
    tenant,
    clusterId,
    admin,
    number: String(incident.number),
    analysisId: row.id,
    decisionId: row.decision_id ?? '',
    judged: async (rule, verdict, given) => {
      const ids: string[] = [];
      for (const more of given) {
        const action = ruleActions[rule] ?? 'restart_pod';
        const own = {
          cluster_id: clusterId,
          rule_id: builtInRuleId(rule),
          action,
          verdict: 'unknown',
          ...more,
        } as const;
        const id = await writeVerdict(house.db, tenant.id, own);
        await ask('POST', `${verdicts}/${id}/overrule`, { verdict, note: 'seen by the test' });
        ids.push(id);
      }
      await eventually(() => heard(ids));
      return ids;
    },
    recommendationId: await writeRecommendation(house.db, tenant.id, {
      cluster_id: clusterId,
      subject_key: 'Deployment/shop/ledger',
      subject: { object: { kind: 'Deployment', namespace: 'shop', name: 'ledger' }, rule: null },
      why: 'It was killed for want of memory 4 times within 7 days.',
    }),
  };
}

const seen: Facts = ofNode(
  { cordoned: true, cordoned_since: ago(26 * hour), cordoned_by: 'kubectl' },
  { issues: [issue('node_cordoned')] },
);

/** As the rule judges it, and as is decided who has to agree. */
function proposed(clusterId: string, incidentId: string): AnalysisRow {
  const rule = ruleNamed('forgotten_cordon');
  const judged = rule.judge(seen, { proposed: new Set() });
  if (judged.verdict !== 'matched') throw new Error(`the rule does not match: ${JSON.stringify(judged)}`);
  const now = systemClock.now();
  const approval = approvalOf({
    proposedBy: 'rule',
    autonomy: null,
    killSwitch: false,
    worker: 'acting',
    window: null,
    now,
    past: [],
    prior: rule.prior,
    autoFrom: 0.8,
    pausedSince: null,
    resumedAt: null,
    earlierAutomatic: false,
    lastOnTarget: null,
  });
  return {
    ...blank,
    id: makeIds(systemClock)(),
    incident_id: incidentId,
    cluster_id: clusterId,
    object: seen.object,
    because: 'opened',
    asks: false,
    since: now,
    status: 'concluded',
    conclusion: 'action_proposed',
    rule: rule.name,
    summary: `${rule.title}: ${judged.reason}`,
    evidence: [
      { n: 1, source: 'node', summary: `node-7 is cordoned since ${seen.node?.cordoned_since}.`, at: null, url: null },
    ],
    conditions: approval.lines,
    confidence: approval.confidence.value,
    decision_id: randomUUID(),
    ...judged.proposes,
    asked_because: approval.askedBecause,
    created_at: now,
    due_at: now,
    concluded_at: now,
  };
}
