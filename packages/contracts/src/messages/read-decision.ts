import { uuidPattern } from '../ids.ts';
import { actionKinds, isActionKind } from './action-words.ts';
import { type Decision, decisionSchemas } from './decision.ts';
import { firstFault } from './fault.ts';
import type { MessageReading } from './reading.ts';

/** Some hundred times a decision with much evidence. */
export const largestDecisionBytes = 256 * 1024;

const knownVersion = 1;
const utf8 = new TextDecoder('utf-8', { fatal: true });
const uuid = new RegExp(uuidPattern);

/** Takes only what it understands whole: a reason names the first field that is not as it must be. */
export function readDecision(bytes: Uint8Array): MessageReading<Decision> {
  if (bytes.length > largestDecisionBytes)
    return no(`the message has ${bytes.length} bytes; the maximum is ${largestDecisionBytes}`);
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(bytes));
  } catch {
    return no('the message is not JSON in UTF-8');
  }
  if (!isObject(value)) return no('the message is not a JSON object');
  const named = namesIn(value);
  // First of all: in another version every other field may mean something else.
  const version = value['schema_version'];
  if (version !== knownVersion)
    return no(
      version === undefined
        ? 'schema_version is missing'
        : `schema_version is ${said(version)}; only ${knownVersion} is supported`,
      named,
    );
  const action = value['action'];
  if (action === undefined) return no('action is missing', named);
  if (typeof action !== 'string' || !isActionKind(action))
    return no(`action is ${said(action)}; it must be one of ${actionKinds.join(', ')}`, named);
  const fault = firstFault(decisionSchemas[action], value) ?? unwritable(value, []);
  if (!isWhole(value, fault)) return no(fault ?? '', named);
  return {
    ok: true,
    message: value,
    tenantId: value.tenant_id.toLowerCase(),
    clusterId: value.cluster_id.toLowerCase(),
  };
}

function isWhole(_value: object, fault: string | undefined): _value is Decision {
  return fault === undefined;
}

interface Named {
  readonly tenantId?: string;
  readonly clusterId?: string;
}

function no(reason: string, named: Named = {}): MessageReading<never> {
  return { ok: false, reason, ...named };
}

function namesIn({ tenant_id: tenant, cluster_id: cluster }: Readonly<Record<string, unknown>>): Named {
  return {
    ...(isUuid(tenant) ? { tenantId: tenant.toLowerCase() } : {}),
    ...(isUuid(cluster) ? { clusterId: cluster.toLowerCase() } : {}),
  };
}

function isUuid(value: unknown): value is string {
  return typeof value === 'string' && uuid.test(value);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** JSON can write what no database keeps: a zero character, half of a pair. Asked only of what its schema has bounded. */
function unwritable(value: unknown, path: readonly string[]): string | undefined {
  if (typeof value === 'string')
    return value.includes('\0') || !value.isWellFormed()
      ? `${path.join('.')} contains characters that cannot be stored`
      : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, inside] of Object.entries(value)) {
    const fault = unwritable(inside, [...path, name]);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function said(value: unknown): string {
  if (typeof value === 'object' && value !== null) return 'not a plain value';
  return JSON.stringify(value).slice(0, 60);
}
