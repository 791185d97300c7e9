import { randomBytes } from 'node:crypto';
import { eventually } from '@wheelhouse/testkit';
import type { GuardHouse } from './house.ts';
import type { HostileCase } from './hostile-case.ts';

/** How a hostile registration was answered. */
export interface Judged {
  readonly name: string;
  /** Undefined when it was refused as it must be. */
  readonly fault: string | undefined;
  /** Of a cluster that was made, because only a connection can tell. */
  readonly clusterId: string | undefined;
  /** Everything that was said about it. */
  readonly told: string;
}

interface Detail {
  readonly field?: string;
  readonly code?: string;
}

const path = '/api/v1/clusters';
/** For connecting and for one request, each with its time-out; probes run beside each other. */
const verdictWithin = 120_000;

export async function judge(house: GuardHouse, hostile: HostileCase): Promise<Judged> {
  const { name, body, known } = hostile;
  const made = await house.ask('POST', path, { name: `hostile-${randomBytes(4).toString('hex')}`, ...body });
  const told = JSON.stringify(made.body ?? null);
  if (made.status === 422) return { name, fault: faultOfRefusal(made.body, hostile), clusterId: undefined, told };
  if (made.status !== 201 || known === 'at once')
    return { name, fault: `answered ${made.status} ${told.slice(0, 200)}`, clusterId: made.body?.id, told };
  const found = await settled(house, String(made.body.id));
  return { name, fault: faultOfPhase(found, hostile), clusterId: found.id, told: `${told}${JSON.stringify(found)}` };
}

/** The same for a cluster that is there already: what is refused changes nothing. */
export async function judgeChange(house: GuardHouse, clusterId: string, hostile: HostileCase): Promise<Judged> {
  const changed = await house.ask('PATCH', `${path}/${clusterId}`, hostile.body);
  const told = JSON.stringify(changed.body ?? null);
  const fault =
    changed.status === 422 ? faultOfRefusal(changed.body, hostile) : `answered ${changed.status} ${told.slice(0, 200)}`;
  return { name: `${hostile.name}, by PATCH`, fault, clusterId: undefined, told };
}

/** And as the credentials that a cluster is deployed to with. */
export async function judgeDeployAccess(house: GuardHouse, clusterId: string, hostile: HostileCase): Promise<Judged> {
  const { name: _name, ...form } = hostile.body;
  const judged = await judgeChange(house, clusterId, { ...hostile, body: { deploy_access: form } });
  return { ...judged, name: `${hostile.name}, as deploy_access` };
}

function faultOfRefusal(body: unknown, { codes }: HostileCase): string | undefined {
  const { code, details = [] } = (body as { error: { code: string; details?: readonly Detail[] } }).error;
  if (code !== 'validation_failed') return `refused with ${code}`;
  const isNamed = details.some((detail) => (detail.field ?? '') !== '' && codes.includes(detail.code ?? ''));
  return isNamed ? undefined : `refused with ${JSON.stringify(details)}, not with a field and ${codes.join(' or ')}`;
}

export interface Found {
  readonly id: string;
  readonly phase: string;
  readonly reason: string;
}

/** What is known of a cluster once it was called. */
export function settled(house: GuardHouse, id: string): Promise<Found> {
  return eventually(async () => {
    const { body } = await house.ask('GET', `${path}/${id}`);
    const found = body as Found;
    if (found.reason === 'not_contacted') throw new Error(`${id} was not called within ${verdictWithin / 1000} s`);
    return found;
  }, verdictWithin);
}

function faultOfPhase({ phase, reason }: Found, { codes }: HostileCase): string | undefined {
  if (phase === 'Ready') return 'became Ready';
  return codes.includes(reason) ? undefined : `is ${phase} for ${reason}, not for ${codes.join(' or ')}`;
}
