import type { RecommendationKind } from '@wheelhouse/contracts';
import type { OpenIssue } from '../sources/issues.ts';
import {
  aboutObject,
  dayWords,
  type Finding,
  type Found,
  objectKey,
  type RecommendationSeverity,
  times,
} from './finding.ts';

interface Reading {
  readonly kind: RecommendationKind;
  readonly severity: RecommendationSeverity;
}

/** Which issues of k8s-monitor call for something, the gravest first. */
const readings = {
  oom_killed: { kind: 'memory_limit', severity: 'high' },
  usage_near_limit: { kind: 'memory_limit', severity: 'medium' },
  autoscaler_at_maximum: { kind: 'autoscaler_maximum', severity: 'medium' },
  budget_without_headroom: { kind: 'budget_blocks_drains', severity: 'medium' },
  not_visible: { kind: 'missing_right', severity: 'low' },
} as const satisfies Readonly<Record<string, Reading>>;

type Reason = keyof typeof readings;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table is closed
export const reasonsRead = Object.keys(readings) as readonly Reason[];

type KindOfIssues = (typeof readings)[Reason]['kind'];

export function fromIssues(issues: readonly OpenIssue[], isWhole: boolean): Readonly<Record<KindOfIssues, Found>> {
  const found = (kind: KindOfIssues): Found => ({ findings: findingsOf(kind, issues), isWhole });
  return {
    memory_limit: found('memory_limit'),
    autoscaler_maximum: found('autoscaler_maximum'),
    budget_blocks_drains: found('budget_blocks_drains'),
    missing_right: found('missing_right'),
  };
}

/** One for each object: of two reasons the graver. */
function findingsOf(kind: KindOfIssues, issues: readonly OpenIssue[]): readonly Finding[] {
  const byObject = new Map<string, Finding>();
  for (const reason of reasonsRead.filter((one) => readings[one].kind === kind))
    for (const issue of issues.filter((one) => one.reason === reason && isMeant(one))) {
      const key = objectKey(issue.object);
      if (!byObject.has(key)) byObject.set(key, findingOf(readings[reason], issue));
    }
  return [...byObject.values()];
}

/** A node has no memory limit to be raised; what our own actions cause goes by itself. */
function isMeant({ reason, object, expected }: OpenIssue): boolean {
  return !expected && !(reason === 'usage_near_limit' && object.kind === 'Node');
}

function findingOf({ kind, severity }: Reading, issue: OpenIssue): Finding {
  const { object, message, count, first_seen: since, suggested_action: how } = issue;
  const often = `Seen ${times(count, 'time', 'times')} since ${dayWords(new Date(since))}.`;
  return { kind, subject: aboutObject(object), severity, why: `${message} ${often}`, how };
}
