import { asOwner } from '@wheelhouse/testkit';
import type { House, Tenant } from './house.ts';

/**
 * The product without what keeps the promise, for one tenant alone: the statements are the product's, the table is made
 * to let through what they would stop.
 */

/** As if its groups had no unique key: no row of a group is met again. */
export function withoutKey({ ownerUrl }: House, { person }: Tenant): Promise<void> {
  return asOwner(ownerUrl, async (db) => {
    await db.query(
      `CREATE FUNCTION incidents.proof_another_key() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN NEW.key := NEW.key || ' ' || gen_random_uuid(); RETURN NEW; END $$`,
    );
    await db.query(
      `CREATE TRIGGER proof_another_key BEFORE INSERT ON incidents.groups FOR EACH ROW
       WHEN (NEW.tenant_id = '${person.tenantId}') EXECUTE FUNCTION incidents.proof_another_key()`,
    );
  });
}

/** As if nobody remembered when it was last told of an incident. */
export function withoutPause({ ownerUrl }: House, { person }: Tenant): Promise<void> {
  return asOwner(ownerUrl, async (db) => {
    await db.query(
      `CREATE FUNCTION incidents.proof_never_told() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN NEW.updated_told_at := NULL; RETURN NEW; END $$`,
    );
    await db.query(
      `CREATE TRIGGER proof_never_told BEFORE UPDATE ON incidents.incidents FOR EACH ROW
       WHEN (NEW.tenant_id = '${person.tenantId}') EXECUTE FUNCTION incidents.proof_never_told()`,
    );
  });
}
