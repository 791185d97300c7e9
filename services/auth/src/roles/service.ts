import { type Clock, type MakeId, type Principal, refuse, type TenantDb } from '@wheelhouse/kit';
import { revoke } from '../revocations/store.ts';
import { type BuiltinRole, builtinRoleNames, builtinRoles } from './builtin.ts';
import { lockPeople, powerOfCaller, refuseBeyond, refuseWider } from './caller.ts';
import { beyond, powerFrom } from './power.ts';
import type { ChangeRole, CreateRole } from './schema.ts';
import {
  deleteRole,
  holdersOf,
  insertRole,
  otherRoleNamed,
  type RoleContent,
  type RoleRow,
  selectBuiltinRole,
  selectRole,
  updateRole,
} from './store.ts';

/** Beyond so many holders the whole tenant's tokens are made anew, in one entry. */
const mostRevokedOneByOne = 1_000;

interface Context {
  readonly makeId: MakeId;
  readonly clock: Clock;
}

/** Of a tenant that comes to be. */
export async function addBuiltinRoles(
  db: TenantDb,
  { makeId, clock }: Context,
): Promise<Readonly<Record<BuiltinRole, string>>> {
  const ids = { owner: makeId(), admin: makeId(), operator: makeId(), developer: makeId(), viewer: makeId() };
  for (const name of builtinRoleNames) {
    const limits = { clusterIds: undefined, cloudspaceIds: undefined };
    await insertRole(db, ids[name], { name, builtin: name, ...builtinRoles[name], ...limits }, clock.now());
  }
  return ids;
}

export function roleById(db: TenantDb, id: string): Promise<RoleRow | undefined> {
  return selectRole(db, id);
}

export async function ownerRole(db: TenantDb): Promise<string> {
  return (
    (await selectBuiltinRole(db, 'owner'))?.id ?? refuse('not_found', { message: 'This tenant has no roles yet.' })
  );
}

export async function existingRole(db: TenantDb, id: string): Promise<RoleRow> {
  return (await selectRole(db, id)) ?? refuse('not_found');
}

export async function addRole(
  db: TenantDb,
  { makeId, clock }: Context,
  principal: Principal,
  wanted: CreateRole,
): Promise<RoleRow> {
  await lockPeople(db);
  const content = withChanges(empty, wanted);
  refuseBeyond(await powerOfCaller(db, principal), content, 'This role');
  const id = makeId();
  if (!(await insertRole(db, id, content, clock.now()))) refuseName(content.name);
  return existingRole(db, id);
}

export async function changeRole(
  db: TenantDb,
  { clock }: Context,
  principal: Principal,
  id: string,
  wanted: ChangeRole,
  check: (row: RoleRow) => void,
): Promise<{ readonly before: RoleRow; readonly after: RoleRow }> {
  const before = await customRole(db, id);
  check(before);
  const { name, description } = before;
  const power = powerFrom(before);
  const held = await powerOfCaller(db, principal);
  refuseWider(held, power, `The role ${name}`);
  const content = withChanges({ name, description, ...power }, wanted);
  if (beyond(power, content).length > 0) refuseBeyond(held, content, 'The changed role');
  if (await otherRoleNamed(db, id, content.name)) refuseName(content.name);
  await updateRole(db, id, content, clock.now());
  if (beyond(content, power).length > 0) await revokeHolders(db, clock, id);
  return { before, after: await existingRole(db, id) };
}

export async function removeRole(db: TenantDb, id: string, check: (row: RoleRow) => void): Promise<RoleRow> {
  const role = await customRole(db, id);
  check(role);
  if ((await holdersOf(db, id, 1)).length > 0)
    refuse('conflict', {
      message: `Users still have the role ${role.name}. Give them another one first (users?role_id=${id}).`,
    });
  await deleteRole(db, id).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === foreignKeyViolation)) throw error;
    refuse('conflict', { message: `The role ${role.name} is still in use. Give its users another one first.` });
  });
  return role;
}

const foreignKeyViolation = '23503';

/** Locked, so that nobody is given the role while it changes. */
async function customRole(db: TenantDb, id: string): Promise<RoleRow> {
  await lockPeople(db);
  const role = (await selectRole(db, id, 'FOR UPDATE')) ?? refuse('not_found');
  if (role.builtin !== null)
    refuse('invalid_state', {
      message: `The role ${role.name} is built in and cannot be changed. Create your own role instead.`,
    });
  return role;
}

async function revokeHolders(db: TenantDb, clock: Clock, roleId: string): Promise<void> {
  const holders = await holdersOf(db, roleId, mostRevokedOneByOne + 1);
  if (holders.length === 0) return;
  if (holders.length > mostRevokedOneByOne) return revoke(db, clock, {});
  await revoke(db, clock, ...holders.map((subjectId) => ({ subjectId })));
}

const empty: RoleContent = {
  name: '',
  description: '',
  scopes: [],
  clusterIds: undefined,
  cloudspaceIds: undefined,
};

function withChanges(role: RoleContent, wanted: ChangeRole): RoleContent {
  return {
    name: wanted.name?.trim() ?? role.name,
    description: wanted.description ?? role.description,
    scopes: wanted.scopes ?? role.scopes,
    clusterIds: limitOf(wanted.cluster_ids, role.clusterIds),
    cloudspaceIds: limitOf(wanted.cloudspace_ids, role.cloudspaceIds),
  };
}

/** Left out: as it was; null: none. Ids are compared as text, and PostgreSQL writes them in lower case. */
function limitOf(
  wanted: readonly string[] | null | undefined,
  before: readonly string[] | undefined,
): readonly string[] | undefined {
  return wanted === undefined ? before : wanted?.map((id) => id.toLowerCase());
}

function refuseName(name: string): never {
  return refuse('already_exists', { message: `There is already a role named ${name}. Choose another name.` });
}
