import { analysisReasons, conclusions } from '@wheelhouse/contracts';
import { type Fact, factLines } from '../../output/facts.ts';
import type { Output } from '../../output/output.ts';
import { plain } from '../../output/plain.ts';
import { titleOf } from '../actions/action.ts';
import { objectText } from '../incidents/incident.ts';
import { type Analysis, conclusionStyle, conclusionText } from './analysis.ts';

/** All there is to say about one: what was concluded and from what, and who has to decide. */
export function analysisLines(out: Output, analysis: Analysis, clusterName: (id: string) => string): readonly string[] {
  const { object, evidence, conditions, tried, conclusion } = analysis;
  return [
    out.paint('bold', plain(object === null ? 'No object of a cluster' : objectText(object))),
    ...factLines(out, [
      ...conclusionFacts(out, analysis),
      ...conditions.map(({ holds, words }): Fact => ['may run', `${holds ? 'yes' : 'no '}  ${words}`]),
      ...evidence.map(({ n, source, summary }): Fact => ['seen', `${n}  ${source}: ${summary}`]),
      // Why none fits is what somebody wants to know then.
      ...(conclusion === 'no_rule' ? tried.map(({ rule, words }): Fact => ['tried', `${rule}: ${words}`]) : []),
      ['cluster', clusterName(analysis.cluster_id)],
      ['created', out.time(analysis.created_at)],
      ['incident', analysis.incident_id],
      ['id', analysis.id],
    ]),
  ];
}

/** What it came to, as an incident tells it too. */
export function conclusionFacts({ time }: Pick<Output, 'time'>, analysis: Analysis): readonly Fact[] {
  const { conclusion, rule, summary, advice, reason, asked_because: asks, again_at: again, automatic } = analysis;
  const meaning = conclusion === null ? conclusionText(analysis) : conclusions[conclusion];
  return [
    ['conclusion', `${meaning}${rule === null ? '' : ` (${rule})`}`, conclusionStyle(analysis)],
    ...text('because', summary ?? (reason === null ? null : analysisReasons[reason])),
    ...text('advice', advice),
    ...text('action', actionText(analysis)),
    ...(automatic ? text('asks you', 'no: it may run by itself') : text('asks you', asks)),
    ...text('again', again === null ? null : `it is looked at again ${time(again)}`),
  ];
}

function actionText({ action, target }: Analysis): string | null {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- action and target go together
  return action === null || target === null ? null : titleOf({ action, target });
}

function text(title: string, words: string | null): readonly Fact[] {
  return words === null ? [] : [[title, words]];
}
