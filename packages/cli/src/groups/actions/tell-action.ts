import { type Fact, factLines } from '../../output/facts.ts';
import type { Output } from '../../output/output.ts';
import { plain } from '../../output/plain.ts';
import { type Action, statusStyle, titleOf } from './action.ts';
import { blockedText, endedText, isBlocked, nameOf } from './tell-drain.ts';
import { planFacts } from './tell-plan.ts';

/** All there is to say about one: what it is, why, what it would do or did, and how it stands. */
export function actionLines(out: Output, action: Action, clusterName: (id: string) => string): readonly string[] {
  return [
    out.paint('bold', plain(titleOf(action))),
    ...factLines(out, [
      ['status', statusText(out, action), statusStyle(action)],
      ...outcomeFacts(action),
      ['cluster', clusterName(action.cluster_id)],
      ['why', action.reason],
      ...action.evidence.map(
        ({ source, summary, url }): Fact => ['seen', `${source}: ${summary}${url === undefined ? '' : ` ${url}`}`],
      ),
      ...peopleFacts(action),
      ...(action.plan === null ? [noPlan] : planFacts(action.plan)),
      ['created', out.time(action.created_at)],
      ...(action.started_at === null ? [] : [['started', out.time(action.started_at)] satisfies Fact]),
      ...(action.finished_at === null ? [] : [['ended', out.time(action.finished_at)] satisfies Fact]),
      ['id', action.id],
    ]),
  ];
}

const noPlan: Fact = ['plan', "none yet; its cluster's worker makes it as soon as it is available"];

/** Of a pending one: until when; of one at work: where it is. */
export function statusText(out: Pick<Output, 'time'>, { status, step, progress, expires_at, result }: Action): string {
  if (status === 'pending_approval') return expires_at === null ? status : `${status}, expires ${out.time(expires_at)}`;
  if (status === 'executing') return [status, step?.replaceAll('_', ' '), progress].filter(Boolean).join(', ');
  return result === null ? status : `${status} (${result})`;
}

export function outcomeFacts({ error, details: { canary, drain, pods = [] } }: Action): readonly Fact[] {
  return [
    ...(error === null ? [] : [['error', `${error.message} (${error.code})`, 'red'] satisfies Fact]),
    ...(canary === undefined ? [] : [['canary', canaryText(canary)] satisfies Fact]),
    ...(drain === undefined ? [] : [['drained', endedText(drain)] satisfies Fact]),
    ...pods.filter(isBlocked).map((pod): Fact => ['blocked', blockedText(pod, Date.now()), 'yellow']),
    ...pods
      .filter(({ status }) => status === 'failed')
      .map((pod): Fact => ['not gone', `${nameOf(pod)}: ${pod.reason ?? 'reason unknown'}`, 'red']),
  ];
}

/** `reverted: score 88 before, 71.5 after`; or why there is nothing to compare. */
function canaryText({ verdict, why, score_before, score_after }: NonNullable<Action['details']['canary']>): string {
  const scores =
    score_before === null
      ? ''
      : `: score ${score_before} before${score_after === null ? '' : `, ${score_after} after`}`;
  return `${verdict}${scores}${why === null ? '' : ` (${why})`}`;
}

function peopleFacts(action: Action): readonly Fact[] {
  const { proposed_by, requested_by, approved_by, rejected_by, canceled_by, confidence, note } = action;
  const by = (title: string, who: Who | null, more = ''): readonly Fact[] =>
    who === null ? [] : [[title, `by ${who.type.replaceAll('_', ' ')} ${who.id}${more}`]];
  const onBehalf = proposed_by?.on_behalf_of === undefined ? '' : ` for user ${proposed_by.on_behalf_of}`;
  const sure = confidence === null ? '' : `, ${Math.round(confidence * 100)} % sure`;
  const override = approved_by?.override_reason;
  return [
    ...by('proposed', proposed_by, `${onBehalf}${sure}`),
    ...by('asked for', requested_by),
    ...by('approved', approved_by, override === undefined ? '' : `, who had proposed it: ${override}`),
    ...by('rejected', rejected_by),
    ...by('canceled', canceled_by),
    ...(note === null ? [] : [['note', note] satisfies Fact]),
  ];
}

interface Who {
  readonly type: string;
  readonly id: string;
}
