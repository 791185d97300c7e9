import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { call, type Caller } from '@wheelhouse/testkit';
import type { Past } from '../crash/lives.ts';
import type { Lane } from './lane.ts';
import { CutShort, until, within } from './patience.ts';
import { underWay } from './rest.ts';
import type { Stage } from './stage.ts';
import type { Target } from './targets.ts';
import { type Fate, type Variant, wordsFor } from './variant.ts';

export interface Conditions extends Fate {
  /** What is done between the death and the next life. */
  readonly meanwhile?: (owner: Lane['owner'], decisionId: string) => Promise<void>;
}

export interface Run {
  readonly conditions: Conditions;
  readonly lane: Lane;
  readonly decisionId: string;
  readonly effects: readonly string[];
  readonly kills: number;
  /** Its death did not come, because its effect did not. */
  readonly isMissed: boolean;
  /** Why it did not come to its end. */
  readonly fault: string | undefined;
}

/** One decision's way to its outcome, with the death on it. */
export async function runOnce(
  stage: Stage,
  lane: Lane,
  conditions: Conditions,
  target: Target,
  patienceMs: () => number,
): Promise<Run> {
  const { lives, owner } = lane;
  const { variant, death, meanwhile } = conditions;
  const decision = decisionOf(stage, variant, target);
  const { decision_id: decisionId } = decision;
  const deaths = death === undefined ? [] : [death];
  let past: Past = { effects: [], kills: 0 };
  let isMissed = false;
  let fault: string | undefined;
  try {
    // Plans for a caller whose connection was lost with the process; nobody waits for them any more.
    await owner.query('DELETE FROM action_agent.plan_requests WHERE action_id IS NULL');
    await within(
      patienceMs(),
      lives.arm(deaths, () => meanwhile?.(owner, decisionId)),
      'no process was ready',
    );
    await publish(lane, decision);
    if (variant.isApproved) await approve(stage.who, lane, decisionId, patienceMs);
    await until(patienceMs(), async () => (await underWay(lane)) ?? 0);
    isMissed = death !== undefined && !(await hasStruck(lane));
    // Whoever died last is followed by one that is ready: what it finds to do belongs to this run.
    past = await within(patienceMs(), lives.arm(), 'no process was ready again');
  } catch (error) {
    fault = `${wordsFor(variant)}: ${error instanceof CutShort ? 'not at rest: ' : ''}${String(error)}`;
  }
  return { conditions, lane, decisionId, ...past, isMissed, fault };
}

async function publish({ broker }: Lane, decision: ReturnType<typeof decisionOf>): Promise<void> {
  const { decision_id: id, cluster_id: key } = decision;
  await broker.publish({ exchange: 'analysis.decisions', key, body: JSON.stringify(decision), id });
}

/** The last effect shows a moment before the process has died of it. */
async function hasStruck({ lives }: Lane): Promise<boolean> {
  for (let waits = 0; waits < 25 && lives.kills() === 0; waits += 1) await wait(20);
  return lives.kills() > 0;
}

function decisionOf({ who, clusterId }: Stage, { kind, isApproved }: Variant, target: Target) {
  return {
    decision_id: randomUUID(),
    tenant_id: who.tenantId,
    cluster_id: clusterId,
    action: kind,
    AutoApprove: !isApproved,
    target,
    reason: 'A proof wants it.',
    confidence: 0.9,
    proposed_by: { type: 'rule', id: randomUUID() },
    evidence: [],
    created_at: new Date().toISOString(),
    schema_version: 1,
  };
}

/** As a person does who looks at the plan first, and tries again when the connection is lost. */
async function approve(who: Caller, lane: Lane, decisionId: string, patienceMs: () => number): Promise<void> {
  const { id, etag } = await until(patienceMs(), async () => {
    const { rows } = await lane.owner.query<{ id: string; etag: string | null }>(
      `SELECT id, plan->>'etag' AS etag FROM action_agent.actions WHERE decision_id = $1`,
      [decisionId],
    );
    const [row] = rows;
    return row?.etag === null || row === undefined ? 'no plan yet' : { id: row.id, etag: row.etag };
  });
  await until(patienceMs(), async () => {
    const answer = await call(lane.address, who, 'POST', `/api/v1/actions/${id}/approve`, {
      headers: { 'if-match': etag },
    }).catch(() => undefined);
    if (answer === undefined) return 'the approval was not answered';
    // Of what was approved already, a repeat is told that it no longer applies.
    if (answer.status === 202 || (answer.status === 409 && answer.body.error.code === 'action_not_pending')) return 0;
    if (answer.status >= 500) return `the approval was answered ${answer.status}`;
    throw new Error(`the approval was answered ${answer.status} ${JSON.stringify(answer.body)}`);
  });
}

export function toldOf({ conditions: { variant, death }, isMissed, fault }: Run): string {
  const place = death === undefined ? 'nobody dies' : `${death.side} ${death.effect} ${death.nth}`;
  return `${wordsFor(variant)}, ${place}${isMissed ? ': did not come' : ''}${fault === undefined ? '' : `: ${fault}`}`;
}
