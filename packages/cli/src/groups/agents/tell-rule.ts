import { type Fact, factLines } from '../../output/facts.ts';
import type { Output } from '../../output/output.ts';
import { plain } from '../../output/plain.ts';
import { autonomyText, confidenceText, recordText, type Rule, standingOf, standingStyle } from './rule.ts';

/** All there is to say about one: what it is for, when it fits, what follows, and how far it is trusted. */
export function ruleLines(out: Output, rule: Rule): readonly string[] {
  const { name, title, about, when, follows, action, paused, id } = rule;
  return [
    out.paint('bold', plain(`${name}: ${title}`)),
    plain(about),
    ...factLines(out, [
      ['state', standingOf(rule), standingStyle(rule)],
      ...when.map((condition): Fact => ['when', condition]),
      ['then', follows],
      ...(action === null ? [] : trustFacts(rule)),
      ...(paused === null
        ? []
        : [['paused', `since ${out.time(paused.since)}: ${paused.why}`, 'yellow'] satisfies Fact]),
      ...(paused === null ? [] : [['next', `wheelhouse agents rules resume ${name}`] satisfies Fact]),
      ['id', id],
    ]),
  ];
}

function trustFacts(rule: Rule): readonly Fact[] {
  return [
    ['autonomy', `${autonomyText(rule)}, in the tenant`],
    ['record', recordText(rule)],
    ['confidence', confidenceText(rule)],
  ];
}
