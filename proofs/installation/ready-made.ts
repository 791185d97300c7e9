import { schemaOf } from '@wheelhouse/kit';
import { owner } from './people.ts';
import type { Calls } from './ready-call.ts';
import type { Recipe } from './recipe.ts';

/** The call that the audit trail is proven by: it succeeds, and its object is fresh. */
export function readyMade(calls: Calls, name: string): Recipe['call'] {
  const call = calls[name];
  if (call === undefined) throw new Error(`there is no ready-made call of ${name}`);
  return call;
}

/** Every module that hears events has this list, and none lets anybody add to it. */
export function deadLetters(module: string, path = '/api/v1/dead-letters'): Recipe {
  return {
    call: async (installation) => {
      const { who, tenant } = await owner(installation);
      await installation.db.tenant(tenant.id, (db) =>
        db.query(
          `INSERT INTO ${schemaOf(module)}.dead_letters (tenant_id, event_id, consumer, source, type, seq, body, reason, created_at)
           SELECT kit.tenant(), kit.make_id(), 'proof', 'proof', 'internal.proof', n, '{}', 'none', now() FROM generate_series(1, 2) AS n`,
        ),
      );
      return { who, path };
    },
  };
}
