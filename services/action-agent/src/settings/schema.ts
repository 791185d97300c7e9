import { closed, guardWords, namespaceSchema } from '@wheelhouse/contracts';
import { type TProperties, Type } from 'typebox';
import { defaultSettings, type TenantSettings } from './store.ts';

const aDay = 24 * 60 * 60;

/** With its default, which is the safe one. */
function words(name: keyof TenantSettings & string, what: string): { readonly description: string } {
  const usual = defaultSettings[name];
  return { description: `${what}; ${Array.isArray(usual) ? usual.join(', ') : String(usual)} by default` };
}

const fields = {
  self_approval: Type.Boolean(words('self_approval', 'Whether users may approve their own proposals')),
  plan_must_be_named: Type.Boolean(
    words('plan_must_be_named', 'Whether an approval must name the plan it approves in If-Match'),
  ),
  pending_seconds: Type.Integer({
    minimum: 60,
    maximum: 7 * aDay,
    ...words('pending_seconds', 'How many seconds a new action waits for approval before it expires'),
  }),
  cooldown_seconds: Type.Integer({
    minimum: 0,
    maximum: aDay,
    ...words('cooldown_seconds', guardWords.cooldown_seconds),
  }),
  max_drains_per_cluster: Type.Integer({
    minimum: 0,
    maximum: 100,
    ...words('max_drains_per_cluster', guardWords.max_drains_per_cluster),
  }),
  max_automated_per_hour: Type.Integer({
    minimum: 0,
    maximum: 10_000,
    ...words('max_automated_per_hour', guardWords.max_automated_per_hour),
  }),
  max_cordoned_percent: Type.Integer({
    minimum: 0,
    maximum: 100,
    ...words('max_cordoned_percent', guardWords.max_cordoned_percent),
  }),
  protected_namespaces: Type.Array(namespaceSchema, {
    maxItems: 200,
    uniqueItems: true,
    ...words('protected_namespaces', guardWords.protected_namespaces),
  }),
  protected_node_labels: Type.Array(
    Type.String({ minLength: 1, maxLength: 381, pattern: '^[A-Za-z0-9._/-]+(=[A-Za-z0-9._-]*)?$' }),
    {
      maxItems: 50,
      uniqueItems: true,
      ...words('protected_node_labels', `${guardWords.protected_node_labels}, each a key or key=value`),
    },
  ),
  automated_scale_to_zero: Type.Boolean(words('automated_scale_to_zero', guardWords.automated_scale_to_zero)),
  automated_unmanaged_pods: Type.Boolean(words('automated_unmanaged_pods', guardWords.automated_unmanaged_pods)),
  dry_mode: Type.Boolean(words('dry_mode', guardWords.dry_mode)),
};

export const settingsSchema = closed(fields);

export const settingsChange = closed(optional(fields));

function optional<Fields extends TProperties>(given: Fields) {
  const entries = Object.entries(given).map(([name, schema]) => [name, Type.Optional(schema)]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same fields, each of which may be left out
  return Object.fromEntries(entries) as { [Name in keyof Fields]: ReturnType<typeof Type.Optional<Fields[Name]>> };
}
