import type { ClusterHealth, Health, Issue } from '../health.ts';
import type { Output } from './output.ts';
import { plain } from './plain.ts';
import type { Style } from './terminal.ts';

/** A line for each cluster; below it, what costs it points and what to do about it. */
export function healthLines(out: Output, all: readonly ClusterHealth[]): readonly string[] {
  return all.flatMap((one) => {
    const name = all.length > 1 ? `${out.paint('bold', plain(one.cluster.name))}: ` : '';
    if (one.health === undefined) return [`${name}${out.paint('blue', one.cluster.phase)}, ${plain(one.why)}`];
    const { health } = one;
    return [
      `${name}${out.paint(scoreStyle(health), headOf(health))}`,
      ...staleLines(out, health),
      ...issueLines(out, health),
    ];
  });
}

function headOf({ healthScore, readyNodes, totalNodes, issues_total: count }: Health): string {
  const issues = count === 0 ? 'no issues' : count === 1 ? '1 issue' : `${count} issues`;
  return `healthScore ${healthScore}, nodes ${readyNodes}/${totalNodes}, ${issues}`;
}

function staleLines(out: Output, { stale, observed_at }: Health): readonly string[] {
  if (!stale) return [];
  const since = out.isTerminal ? `${observed_at} (${out.time(observed_at)})` : observed_at;
  return [out.paint('yellow', `  stale: last seen ${since}; showing the last known state`)];
}

function issueLines(out: Output, { issues, issues_total }: Health): readonly string[] {
  const rest = issues_total - issues.length;
  return [
    ...issues.flatMap((issue) => [lineOf(out, issue), `          ${nextOf(issue)}`]),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ];
}

/** Nothing is to be done about what an action of ours is meant to cause. */
function nextOf({ action_id: action, suggested_action: next }: Issue): string {
  return action === null ? plain(next) : `Expected while action ${action} runs.`;
}

const styles = { critical: 'red', warning: 'yellow', info: 'blue' } as const satisfies Record<Issue['severity'], Style>;

function lineOf(out: Output, issue: Issue): string {
  const { object, reason, score_impact: impact, capped, expected, severity, first_seen } = issue;
  const points = impact === 0 ? '0' : `-${impact}`;
  const where = `${object.kind} ${object.namespace === null ? '' : `${object.namespace}/`}${object.name}`;
  const title = plain(titleOf(reason));
  return `  ${out.paint(styles[severity], points.padStart(5))}   ${out.paint('bold', title)}${expected ? ' (expected)' : capped ? ' (capped)' : ''}, ${plain(where)}, since ${out.time(first_seen)}`;
}

/** `node_cordoned` is what programs call "Node cordoned". */
function titleOf(reason: string): string {
  const words = reason.replaceAll('_', ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

function scoreStyle({ healthScore, stale }: Health): Style {
  if (stale) return 'dim';
  if (healthScore === 100) return 'green';
  return healthScore >= 80 ? 'yellow' : 'red';
}
