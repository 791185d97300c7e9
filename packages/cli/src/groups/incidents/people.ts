import type { Actor } from '@wheelhouse/contracts';
import { type Client, isApiError, type Schemas } from '@wheelhouse/sdk';
import { everything, firstPage, largestPage } from '../../declare/pages.ts';
import { uuid } from '../../declare/resource.ts';
import { Failure } from '../../failure.ts';
import type { Entry } from './incident.ts';

type User = Schemas['auth']['User'];

const mePath = '/auth/api/v1/me';
const usersPath = '/auth/api/v1/users';

/** What people are called by their id. */
export type PeopleNames = (id: string) => string;

/** Whoever asks is `you`; others go by their address where the caller may see it, else by their id. */
export async function peopleNames(client: Client): Promise<PeopleNames> {
  const { data: me } = await client.get(mePath);
  const users = me.scopes.includes('admin') ? await usersSeen(client) : [];
  const names = new Map(users.map(({ id, email }) => [id, email]));
  return (id) => (id === me.id ? 'you' : (names.get(id) ?? id));
}

/** An administrator of some clusters only may see nobody. */
async function usersSeen(client: Client): Promise<readonly User[]> {
  try {
    return (await everything(client.list(usersPath, { query: { limit: largestPage } }))).data;
  } catch (error) {
    if (isApiError(error, 'forbidden', 'insufficient_scope')) return [];
    throw error;
  }
}

/** `you`, `ann@example.com`, `agent run 0199…`. */
export function whoText({ type, id }: Actor | NonNullable<Entry['actor']>, nameOf: PeopleNames): string {
  const name = nameOf(id);
  return name === id ? `${type.replaceAll('_', ' ')} ${id}` : name;
}

export const nobody = 'nobody';

/** For completion. */
export async function assigneeChoices(client: Client): Promise<readonly string[]> {
  const { data } = await firstPage(client.list(usersPath, { query: { state: 'active', limit: largestPage } })).catch(
    () => ({ data: [] }),
  );
  return ['me', nobody, ...data.map(({ email }) => email)];
}

/** Whose id is meant by `me`, an address or an id; null for nobody. */
export async function assigneeOf(client: Client, typed: string): Promise<string | null> {
  if (typed === nobody) return null;
  if (uuid.test(typed)) return typed.toLowerCase();
  if (typed === 'me') {
    const { data: me } = await client.get(mePath);
    if (me.kind === 'user') return me.id;
    throw new Failure('usage', `${me.name} is a service account; incidents are assigned to users`, 'name a user');
  }
  if (!typed.includes('@'))
    throw new Failure('usage', `cannot assign it to ${typed}`, 'say me, nobody, or the email address or id of a user');
  return (await userAt(client, typed)).id;
}

async function userAt(client: Client, email: string): Promise<User> {
  try {
    const { data } = await everything(client.list(usersPath, { query: { q: email, limit: largestPage } }));
    const found = data.find((user) => user.email === email.toLowerCase());
    if (found !== undefined) return found;
  } catch (error) {
    if (!isApiError(error, 'insufficient_scope')) throw error;
    throw new Failure(
      'refused',
      'your token may not look up users by email address: that needs the scope admin',
      'name the user by id',
    );
  }
  throw new Failure('error', `there is no user ${email}`, 'the dashboard lists them under Settings, Users');
}
