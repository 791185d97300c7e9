import { builtInRuleNames } from '@wheelhouse/contracts';
import type { Client, Schemas } from '@wheelhouse/sdk';
import { argument } from '../../completion/choices.ts';
import { everything } from '../../declare/pages.ts';
import type { Resource } from '../../declare/resource.ts';
import { unknownWord } from '../../known-words.ts';
import type { Style } from '../../output/terminal.ts';

export type Rule = Schemas['agent-analysis']['BuiltInRule'];

export const rulesPath = '/agents/analysis/api/v1/rules';
export const rulePath = '/agents/analysis/api/v1/rules/{name}';

/** All of them: there is no page but the first. */
export const ruleItems = (client: Client) => client.list(rulesPath);

export const rules: Resource<Rule> = {
  arguments: [argument('<rule>', 'its name, for example wedged_pod', builtInRuleNames)],
  find: async (client, [typed = '']) => {
    const all = await everything(ruleItems(client));
    const found = all.data.find(({ name, id }) => name === typed || id === typed);
    if (found !== undefined) return found;
    throw unknownWord('rule', typed, builtInRuleNames);
  },
};

/** Whether it says anything, and whether it may do so without asking. */
export function standingOf({ enabled, paused }: Rule): 'on' | 'off' | 'paused' {
  if (!enabled) return 'off';
  return paused === null ? 'on' : 'paused';
}

export function standingStyle(rule: Rule): Style {
  return ({ on: 'green', off: 'dim', paused: 'yellow' } as const)[standingOf(rule)];
}

/** `7 of 7 cured`. */
export function recordText({ record }: Rule): string {
  if (record === null) return '-';
  return record.judged === 0 ? 'none judged' : `${record.cured} of ${record.judged} cured`;
}

/** `0.81`, or `0.70 assumed` while too few were judged to measure it. */
export function confidenceText({ record }: Rule): string {
  if (record === null) return '-';
  return `${record.confidence.toFixed(2)}${record.measured ? '' : ' assumed'}`;
}

export function autonomyText({ action, autonomy }: Rule): string {
  return action === null ? '-' : (autonomy ?? 'unset');
}
