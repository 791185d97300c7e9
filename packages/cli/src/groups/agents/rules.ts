import { list } from '../../declare/list.ts';
import { show } from '../../declare/show.ts';
import { step } from '../../declare/step.ts';
import {
  autonomyText,
  confidenceText,
  recordText,
  type Rule,
  ruleItems,
  rulePath,
  rules,
  standingOf,
  standingStyle,
} from './rule.ts';
import { ruleLines } from './tell-rule.ts';

export const commands = [
  list({
    about: 'list rules in the order in which they count, with how often each helped (default)',
    items: ruleItems,
    columns: () => [
      { title: 'RULE', of: ({ name }) => name, style: () => 'bold', whole: true },
      { title: 'STATE', of: standingOf, style: standingStyle, whole: true },
      { title: 'PROPOSES', of: ({ action }) => action ?? '-', whole: true },
      { title: 'AUTONOMY', of: autonomyText, whole: true },
      { title: 'RECORD', of: recordText, whole: true },
      { title: 'CONFIDENCE', of: confidenceText, whole: true },
      { title: 'WHAT IT SEES', of: ({ title }) => title },
    ],
    empty: 'there are no rules',
  }),
  show(rules, {
    about: 'show a rule: what has to be seen, what follows, its record',
    lines: (out, rule) => ruleLines(out, rule),
  }),
  switching('enable', true, 'have a rule conclude again'),
  switching('disable', false, 'have a rule conclude nothing (needs the admin scope)'),
  step(rules, 'resume', {
    about: 'let a paused rule act by itself again (needs the admin scope)',
    call: (client, { name }) => client.post(`${rulePath}/resume`, { params: { name } }),
    done: ({ name }) => `${name} is resumed; what it did before no longer counts for pausing it`,
  }),
];

function switching(verb: string, enabled: boolean, about: string) {
  return step<Rule, Rule>(rules, verb, {
    about,
    call: (client, { name }) => client.patch(rulePath, { params: { name }, body: { enabled } }),
    done: (rule) =>
      rule.enabled
        ? `${rule.name} is on`
        : `${rule.name} is off: it concludes nothing, and what it would say is told in each analysis`,
  });
}
