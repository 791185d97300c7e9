import { type Clock, type Handle, refuse, type TenantDb } from '@wheelhouse/kit';
import { revoke } from '../revocations/store.ts';
import { tenantMachine, type TenantStep } from './state.ts';
import {
  selectKnownTenants,
  selectTenant,
  selectTenantBySlug,
  type TenantRow,
  updateTenantName,
  updateTenantState,
} from './store.ts';

const keepMs = 30 * 24 * 60 * 60_000;

export function tenantById(db: Handle, id: string): Promise<TenantRow | undefined> {
  return selectTenant(db, id);
}

export function tenantBySlug(db: Handle, slug: string): Promise<TenantRow | undefined> {
  return selectTenantBySlug(db, slug);
}

/** Undefined until somebody has used the setup link. */
export async function operatorTenant(db: Handle): Promise<{ readonly id: string } | undefined> {
  return (await selectKnownTenants(db, [])).find(({ operator }) => operator);
}

export async function existingTenant(db: Handle, id: string): Promise<TenantRow> {
  return (await selectTenant(db, id)) ?? refuse('not_found');
}

/** Whether the tenant is that of the people who run the installation. */
export async function isOperator(db: TenantDb): Promise<boolean> {
  const own = await selectTenant(db, db.tenantId);
  return own?.operator === true;
}

/** Tenants are there for the operator's administrators; to everybody else they are not. */
export async function operatorOnly(db: TenantDb): Promise<void> {
  if (!(await isOperator(db))) refuse('not_found');
}

type Check = (row: TenantRow) => void;

export async function renameTenant(db: TenantDb, clock: Clock, id: string, name: string, check: Check) {
  const before = (await selectTenant(db, id, 'FOR NO KEY UPDATE')) ?? refuse('not_found');
  check(before);
  await updateTenantName(db, id, name.trim(), clock.now());
  return { before, after: await existingTenant(db, id) };
}

/** In the operator's transaction: what it says of a tenant stands above tenants, and the operator's trail tells of it. */
export async function step(db: TenantDb, clock: Clock, id: string, how: TenantStep, check: Check = () => undefined) {
  const before = (await selectTenant(db, id, 'FOR NO KEY UPDATE')) ?? refuse('not_found');
  check(before);
  const now = clock.now();
  const state = tenantMachine.next(before.state, how);
  if (before.operator)
    refuse('conflict', {
      message: "The operator's own tenant cannot be suspended or deleted, because no one could undo it.",
    });
  if (how === 'restore') refuseTooLate(before, now);
  const deleteAfter = how === 'delete' ? new Date(now.getTime() + keepMs) : null;
  await updateTenantState(db, id, { state, deleteAfter }, now);
  if (state !== 'active') await revoke(db, clock, { tenantId: id });
  return { before, after: await existingTenant(db, id) };
}

function refuseTooLate({ delete_after, purging_since }: TenantRow, now: Date): void {
  if (purging_since === null && delete_after !== null && delete_after > now) return;
  refuse('gone', { message: 'It is too late to restore this tenant; its data is being deleted.' });
}
