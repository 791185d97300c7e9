import { builtInRuleId, builtInRuleNames } from '@wheelhouse/contracts';

const names = new Map<string, string>(builtInRuleNames.map((name) => [builtInRuleId(name), name]));

/** What people know it by; of one that is none of ours, its id. */
export function ruleNameOf(id: string): string {
  return names.get(id) ?? id;
}
