import { builtInRuleNames, type BuiltInRuleName } from '@wheelhouse/contracts';
import { defineRoute, type ModuleContext, refuse, type Route, type TenantDb } from '@wheelhouse/kit';
import type { AnalysisSettings } from '../config.ts';
import { autonomyOfTenant } from '../neighbours/action-agent.ts';
import { hurriedMs } from '../neighbours/asking.ts';
import { lockTrust } from '../trust/records-store.ts';
import { type RuleState, ruleState, saveRuleState } from '../trust/rules-store.ts';
import { shownRules, type TenantAutonomy, trackRecordsOf } from './book.ts';
import { changeRule, ruleList, ruleName, ruleShown, trackRecords } from './schema.ts';

const url = '/api/v1/rules';
const one = `${url}/:name`;

/** The rules as a tenant has them: switched on or off, with their record, paused or not. */
export function ruleRoutes({ clock, call }: ModuleContext<AnalysisSettings>): readonly Route[] {
  const answered = async (db: TenantDb, name: BuiltInRuleName, autonomy: TenantAutonomy) => {
    const [body] = await shownRules(db, autonomy, clock.now(), name);
    return { body };
  };
  return [
    defineRoute({
      method: 'GET',
      url,
      access: 'read',
      reach: 'none',
      summary: 'List the rules in the order in which they count, each with its record',
      operation: 'listBuiltInRules',
      response: ruleList,
      handler: async ({ tenantId, read }) => {
        const autonomy = await autonomyOfTenant({ call, tenantId, timeoutMs: hurriedMs });
        const data = await read((db) => shownRules(db, autonomy, clock.now()));
        return { body: { data, next_cursor: null, total: data.length } };
      },
    }),
    defineRoute({
      method: 'PATCH',
      url: one,
      access: 'admin',
      reach: 'tenant',
      summary: 'Switch a rule on or off',
      operation: 'updateBuiltInRule',
      audit: { action: 'built_in_rule.change' },
      params: ruleName,
      body: changeRule,
      response: ruleShown,
      handler: async ({ params, body, tenantId, change }) => {
        const autonomy = await autonomyOfTenant({ call, tenantId, timeoutMs: hurriedMs });
        return change(async (db) => {
          const name = nameOf(params.name);
          const before = await locked(db, name);
          await saveRuleState(db, name, { ...before, enabled: body.enabled });
          const details = { rule: name, before: before.enabled, after: body.enabled };
          return { ...(await answered(db, name, autonomy)), audit: { details } };
        });
      },
    }),
    defineRoute({
      method: 'POST',
      url: `${one}/resume`,
      access: 'admin',
      reach: 'tenant',
      summary: 'Let a paused rule act by itself again; what came before no longer counts for pausing it',
      operation: 'resumeBuiltInRule',
      audit: { action: 'built_in_rule.resume' },
      params: ruleName,
      response: ruleShown,
      errors: ['invalid_state'],
      handler: async ({ params, tenantId, change }) => {
        const autonomy = await autonomyOfTenant({ call, tenantId, timeoutMs: hurriedMs });
        return change(async (db) => {
          const name = nameOf(params.name);
          const before = await locked(db, name);
          if (before.paused_since === null)
            refuse('invalid_state', { message: 'The rule is not paused, so it cannot be resumed.' });
          const resumed = { paused_since: null, paused_because: null, resumed_at: clock.now() };
          await saveRuleState(db, name, { ...before, ...resumed });
          const details = { rule: name, paused_since: before.paused_since, why: before.paused_because };
          return { ...(await answered(db, name, autonomy)), audit: { details } };
        });
      },
    }),
    defineRoute({
      method: 'GET',
      url: '/internal/v1/track-records',
      access: 'internal',
      reach: 'none',
      summary: 'Tell how far each rule that proposes something can be trusted in a tenant',
      response: trackRecords,
      handler: async ({ read }) => ({ body: await read((db) => trackRecordsOf(db, clock.now())) }),
    }),
  ];
}

function nameOf(given: string): BuiltInRuleName {
  return builtInRuleNames.find((name) => name === given) ?? refuse('not_found');
}

/** Whoever decides by the rule at this moment waits, or is waited for. */
async function locked(db: TenantDb, name: BuiltInRuleName): Promise<RuleState> {
  await lockTrust(db, name);
  return ruleState(db, name);
}
