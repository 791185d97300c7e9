import type { IncidentResolution } from '@wheelhouse/contracts';
import { durationWords, timeWords } from './durations.ts';
import type { EndedAction, Ending, Windows } from './facts.ts';
import type { ClusterHealth, Weighed } from './health.ts';

export interface Told {
  readonly action: EndedAction;
  readonly windows: Windows;
  readonly health: ClusterHealth;
}

const longest = 500;

/** A verdict in a sentence or two, with its figures. It claims nothing that was not measured. */
export function summaryOf(finding: Weighed, told: Told): string {
  const words = `${sentence(finding, told)}${isMeasured(finding) ? scoreWords(told.health) : ''}`;
  return words.length <= longest ? words : `${words.slice(0, longest - 1)}…`;
}

function sentence(finding: Weighed, { action, windows, health }: Told): string {
  const { endedAt, startedAt, ending } = action;
  switch (finding.verdict) {
    case 'cured': {
      const stays = durationWords(windows.staysMs);
      if (startedAt !== null && finding.quietAt < startedAt)
        return `The incident was quiet before the action began, and stayed so for ${stays} after its end.`;
      return `The incident ${becameQuiet(finding.quietAt, endedAt)} and stayed so for ${stays}.`;
    }
    case 'relapsed': {
      const since = Math.max(finding.quietAt.getTime(), endedAt.getTime());
      const after = durationWords(finding.backAt.getTime() - since);
      const back = finding.how === 'opened_again' ? 'was back as another one' : 'came back';
      return `The incident ${becameQuiet(finding.quietAt, endedAt)} and ${back} ${after} later.`;
    }
    case 'not_cured':
      return `The incident was not quiet ${durationWords(windows.curedWithinMs)} after the action ended.`;
    case 'worse':
      return ending.result === 'reverted' ? revertedWords(ending) : fallenWords(health);
    case 'failed':
      return because('The action failed', ending);
    case 'not_run':
      return notRunWords(action);
    case 'unknown':
    default:
      return unknownWords(finding, health);
  }
}

function becameQuiet(quietAt: Date, endedAt: Date): string {
  const after = quietAt.getTime() - endedAt.getTime();
  return after <= 0 ? 'was quiet when the action ended' : `became quiet ${durationWords(after)} after the action ended`;
}

function revertedWords(ending: Ending): string {
  const { before, after } = ending.canary ?? { before: null, after: null };
  if (before === null || after === null) return because('The action was taken back', ending);
  return `The action was taken back: the health score fell from ${before} to ${after}.`;
}

function fallenWords({ before, after, new_issues: issues }: ClusterHealth): string {
  const count = issues.length === 1 ? 'a new issue' : `${issues.length} new issues`;
  return `The health score fell from ${before} to ${after} since the action began, with ${count} on its target: ${issues.join(', ')}.`;
}

function notRunWords({ ending, startedAt }: EndedAction): string {
  const { status, result } = ending;
  if (status === 'rejected') return 'A person rejected the action.';
  if (status === 'expired') return 'The action expired because nobody decided about it.';
  if (status === 'canceled')
    return `The action was canceled ${startedAt === null ? 'before it began' : 'after it had begun'}.`;
  if (result === 'refused') return because('The action was refused', ending);
  return result === 'dry_run' ? 'Dry mode was on: nothing was changed.' : 'The action never began.';
}

const notFollowed: Readonly<Partial<Record<IncidentResolution, string>>> = {
  merged: 'The incident was merged into another before it could be seen whether the action helped.',
  cluster_removed: 'The cluster was removed before it could be seen whether the action helped.',
  not_an_incident: 'It turned out that nothing was wrong.',
};

function unknownWords(finding: Weighed & { readonly verdict: 'unknown' }, health: ClusterHealth): string {
  switch (finding.why) {
    case 'no_incident':
      return 'The decision named no incident by which to see whether it helped.';
    case 'not_observed': {
      const { from, until } = finding.outage;
      const span = until === null ? `since ${timeWords(from)}` : `from ${timeWords(from)} to ${timeWords(until)}`;
      return `The cluster was not observed ${span}, so nobody can say whether the action helped.`;
    }
    case 'stale': {
      const last =
        health.observed_at === null ? '' : `; its last sign of life was at ${timeWords(new Date(health.observed_at))}`;
      return `The cluster was not observed any more at the end of the window${last}.`;
    }
    case 'not_followed':
    default:
      return notFollowed[finding.resolution] ?? 'Nothing was heard of the incident any more.';
  }
}

function because(what: string, { error }: Ending): string {
  return error === null ? `${what}.` : `${what}: ${error.message}`;
}

function isMeasured({ verdict }: Weighed): boolean {
  return verdict === 'cured' || verdict === 'relapsed' || verdict === 'not_cured';
}

function scoreWords({ before, after }: ClusterHealth): string {
  if (before === null || after === null) return '';
  if (before === after) return ` The health score stayed at ${after}.`;
  return ` The health score went from ${before} to ${after}.`;
}
