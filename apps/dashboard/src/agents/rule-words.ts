import { builtInRuleId, type BuiltInRuleName, builtInRuleNames } from '@wheelhouse/contracts';

const byId: ReadonlyMap<string, BuiltInRuleName> = new Map(builtInRuleNames.map((name) => [builtInRuleId(name), name]));

/** Of a rule that ships with every installation; of any other there is only its id. */
export const ruleNameOf = (id: string | null): BuiltInRuleName | undefined => (id === null ? undefined : byId.get(id));
