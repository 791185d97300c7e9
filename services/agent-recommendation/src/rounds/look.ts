import type { Seen } from '../findings/finding.ts';
import { mayBeSingle, recurring, singleReplicaDays, singleReplicas } from '../findings/from-incidents.ts';
import { fromIssues, reasonsRead } from '../findings/from-issues.ts';
import { autonomyDown, autonomyUp, isWorthAsking, type RuleHere } from '../findings/from-records.ts';
import type { Asking } from '../sources/ask.ts';
import { incidentsSince } from '../sources/incidents.ts';
import { isObserved, openIssues } from '../sources/issues.ts';
import { allRecords } from '../sources/records.ts';
import { standingOf } from '../sources/standing.ts';
import { allWorkloads } from '../sources/workloads.ts';

const dayMs = 24 * 60 * 60_000;

/** All causes there are on a cluster now. What nobody answered for is left out, and stays as it was. */
export async function look(asking: Asking): Promise<Seen> {
  const observed = await isObserved(asking);
  return {
    ...(observed ? await seenIssues(asking) : {}),
    ...(await seenIncidents(asking, observed)),
    ...(await seenRecords(asking)),
  };
}

async function seenIssues(asking: Asking): Promise<Seen> {
  const issues = await openIssues(asking, reasonsRead);
  return issues === undefined ? {} : fromIssues(issues.items, issues.isWhole);
}

async function seenIncidents(asking: Asking, observed: boolean): Promise<Seen> {
  const now = asking.context.clock.now();
  const incidents = await incidentsSince(asking, new Date(now.getTime() - singleReplicaDays * dayMs));
  if (incidents === undefined) return {};
  const { items, isWhole } = incidents;
  const recurringCause = { recurring_cause: { findings: recurring(items, now), isWhole } };
  if (!mayBeSingle(items, now)) return { ...recurringCause, single_replica: { findings: [], isWhole } };
  const workloads = observed ? await allWorkloads(asking) : undefined;
  if (workloads === undefined) return recurringCause;
  const findings = singleReplicas(items, workloads.items, now);
  return { ...recurringCause, single_replica: { findings, isWhole: isWhole && workloads.isWhole } };
}

async function seenRecords(asking: Asking): Promise<Seen> {
  const answer = await allRecords(asking);
  if (answer === undefined) return {};
  const { auto_from: autoFrom, records } = answer;
  const rules: RuleHere[] = [];
  for (const record of records.filter((one) => isWorthAsking(one, autoFrom))) {
    const standing = await standingOf(asking, record.action);
    // Of one rule nobody can say it, and so of none that its recommendation is done.
    if (standing === undefined) return {};
    rules.push({ record, standing });
  }
  return {
    autonomy_up: { findings: autonomyUp(rules, autoFrom), isWhole: true },
    autonomy_down: { findings: autonomyDown(rules), isWhole: true },
  };
}
