import { randomUUID } from 'node:crypto';
import { builtInRuleId, type Decision, type Facts, type Verdict, type VerdictReached } from '@wheelhouse/contracts';
import { ended, ofDeployment, ofNode, pod } from './facts.ts';
import { minutes } from './house.ts';

/** What a test has seen at a moment. */

const before = (now: Date, ms: number) => new Date(now.getTime() - ms).toISOString();

/** A pod that hangs: wedged_pod would restart it. */
export function hung(now: Date, name = 'checkout-a', ms = 4 * minutes): Facts {
  const pods = [pod(name, { ready: false, ready_since: before(now, ms) }), pod('checkout-x'), pod('checkout-y')];
  return ofDeployment({ at: now.toISOString(), pods });
}

/** One that crashes while the others are well: stale_crash_loop would restart it. */
export function crashing(now: Date, name = 'checkout-a'): Facts {
  const last_end = ended('Error', before(now, 3 * minutes));
  const crashed = pod(name, { ready: false, restarts: 4, waiting: 'CrashLoopBackOff', last_end });
  return ofDeployment({ at: now.toISOString(), pods: [crashed, pod('checkout-x'), pod('checkout-y')] });
}

/** No rule proposes anything, one suggests. */
export function outOfMemory(now: Date): Facts {
  const killed = pod('checkout-a', { restarts: 4, last_end: ended('OOMKilled', before(now, minutes)) });
  return ofDeployment({ at: now.toISOString(), pods: [killed, pod('checkout-x')] });
}

export function nothingWrong(now: Date): Facts {
  return ofDeployment({ at: now.toISOString() });
}

export function deadNode(now: Date, ms = 6 * minutes): Facts {
  return ofNode({ ready: 'Unknown', ready_since: before(now, ms) }, { at: now.toISOString() });
}

/** What agent-feedback says of a decision. */
export function verdictOf(
  { decision_id, incident_id, cluster_id, action }: Decision,
  verdict: Verdict,
  at: Date,
  more: Partial<VerdictReached> = {},
): VerdictReached {
  return {
    verdict_id: randomUUID(),
    decision_id,
    action_id: randomUUID(),
    incident_id: incident_id ?? null,
    cluster_id,
    rule_id: builtInRuleId('wedged_pod'),
    action,
    target_key: `another ${randomUUID()}`,
    verdict,
    automatic: false,
    overruled: false,
    summary: 'It was measured.',
    reached_at: at.toISOString(),
    ...more,
  };
}

/** On a decision of another incident that nobody here has made. */
export function pastVerdict(
  clusterId: string,
  verdict: Verdict,
  at: Date,
  more: Partial<VerdictReached> = {},
): VerdictReached {
  return {
    verdict_id: randomUUID(),
    decision_id: randomUUID(),
    action_id: randomUUID(),
    incident_id: randomUUID(),
    cluster_id: clusterId,
    rule_id: builtInRuleId('wedged_pod'),
    action: 'restart_pod',
    target_key: `another ${randomUUID()}`,
    verdict,
    automatic: false,
    overruled: false,
    summary: 'It was measured.',
    reached_at: at.toISOString(),
    ...more,
  };
}
