import { type Fact, factLines } from '../../output/facts.ts';
import type { Output } from '../../output/output.ts';
import { plain } from '../../output/plain.ts';
import { titleOf } from '../actions/action.ts';
import { type PeopleNames, whoText } from '../incidents/people.ts';
import { ruleNameOf } from './rule-names.ts';
import { meaningOf, type Verdict, verdictStyle } from './verdict.ts';

interface Known {
  readonly clusterName: (id: string) => string;
  readonly nameOf: PeopleNames;
}

/** All there is to say about one: what became of an action, how that was measured, and who says otherwise. */
export function verdictLines(out: Output, verdict: Verdict, { clusterName, nameOf }: Known): readonly string[] {
  const { measured, overruled_by: by, note, rule_id: rule, proposed_by: proposer, final_by: finalBy } = verdict;
  return [
    out.paint('bold', plain(titleOf(verdict))),
    ...factLines(out, [
      ['verdict', meaningOf(verdict), verdictStyle(verdict)],
      ...(verdict.summary === null ? [] : [['because', verdict.summary] satisfies Fact]),
      ...(finalBy === null ? [] : [['final by', out.time(finalBy)] satisfies Fact]),
      ...(by === null ? [] : [['said by', whoText(by, nameOf)] satisfies Fact]),
      ...(note === null ? [] : [['note', note] satisfies Fact]),
      ...(by === null || measured === null
        ? []
        : [['measured', `${measured.verdict}: ${measured.summary}`] satisfies Fact]),
      ...(measured === null ? [] : scoreFacts(measured)),
      ['cluster', clusterName(verdict.cluster_id)],
      ['proposed', proposerText(rule, proposer, nameOf)],
      ['approved', verdict.automatic ? 'nobody had to' : 'by a person'],
      ...(verdict.ended_at === null ? [] : [['ended', out.time(verdict.ended_at)] satisfies Fact]),
      ['action', verdict.action_id],
      ...(verdict.incident_id === null ? [] : [['incident', verdict.incident_id] satisfies Fact]),
      ['id', verdict.id],
    ]),
  ];
}

function scoreFacts({ score_before, score_after, new_issues }: NonNullable<Verdict['measured']>): readonly Fact[] {
  const scores = score_before === null || score_after === null ? [] : [`${score_before} before, ${score_after} after`];
  return [
    ...scores.map((text): Fact => ['score', text]),
    ...(new_issues.length === 0 ? [] : [['new issues', new_issues.join(', '), 'red'] satisfies Fact]),
  ];
}

function proposerText(rule: string | null, proposer: Verdict['proposed_by'], nameOf: PeopleNames): string {
  if (rule !== null) return `by the rule ${ruleNameOf(rule)}`;
  if (proposer === null) return 'by nobody: it was asked for';
  return `by ${whoText(proposer, nameOf)}`;
}
