import { recommendationKinds } from '@wheelhouse/contracts';
import { type Fact, factLines } from '../../output/facts.ts';
import type { Output } from '../../output/output.ts';
import { plain } from '../../output/plain.ts';
import { type PeopleNames, whoText } from '../incidents/people.ts';
import { type Recommendation, recommendationStyle, subjectText } from './recommendation.ts';

interface Known {
  readonly clusterName: (id: string) => string;
  readonly nameOf: PeopleNames;
}

/** All there is to say about one: what would help, why, how, and who takes care of it. */
export function recommendationLines(
  out: Output,
  one: Recommendation,
  { clusterName, nameOf }: Known,
): readonly string[] {
  const { kind, status, severity, why, how, accepted_by: by, note, dismissed, seen_at: seen } = one;
  return [
    out.paint('bold', plain(`${recommendationKinds[kind]}: ${subjectText(one)}`)),
    ...factLines(out, [
      ['status', status, recommendationStyle(one)],
      ['severity', severity],
      ['why', why],
      ['how', how],
      ...(by === null ? [] : [['accepted', `by ${whoText(by, nameOf)}`] satisfies Fact]),
      ...(note === null ? [] : [['note', note] satisfies Fact]),
      ...(dismissed === null
        ? []
        : [['dismissed', `until ${out.time(dismissed.until)}: ${dismissed.reason}`] satisfies Fact]),
      ['cluster', clusterName(one.cluster_id)],
      ['seen', out.time(seen)],
      ['id', one.id],
    ]),
  ];
}
