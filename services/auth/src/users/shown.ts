import type { User } from './schema.ts';
import type { UserRow } from './store.ts';

export function shown({ role_builtin: _, last_login_at, created_at, updated_at, ...rest }: UserRow): User {
  return {
    ...rest,
    last_login_at: last_login_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}
