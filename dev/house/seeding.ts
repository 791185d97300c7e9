import { type Client, createClient, isApiError } from '@wheelhouse/sdk';
import { makeSeeder, seedTenant } from '../seed/tenant.ts';
import { type House, keep, kept } from './house.ts';
import type { Environment } from './settings.ts';

export const tenant = { slug: 'acme', name: 'Acme' } as const;

/** Before the server's first start: an installation that has a tenant makes no link for a first one. */
export async function seed(house: House, environment: Environment): Promise<string> {
  const tenantId = await seedTenant(environment, tenant);
  const { seeder } = await kept(house);
  if (seeder === undefined) await keep(house, { seeder: await makeSeeder(environment, tenantId) });
  return tenantId;
}

/** The public API, as the account that seeds. A secret that is no longer good is replaced. */
export async function seederClient(house: House, environment: Environment, tenantId: string): Promise<Client> {
  const baseUrl = `http://127.0.0.1:${environment['GATEWAY_PORT']}/api`;
  const { seeder } = await kept(house);
  if (seeder !== undefined) {
    const client = createClient({ baseUrl, clientCredentials: seeder });
    const works = await client.get('/platform/api/v1/clusters', { query: { limit: 1 } }).then(
      () => true,
      (error: unknown) => {
        if (isApiError(error, 'invalid_client')) return false;
        throw error;
      },
    );
    if (works) return client;
  }
  const renewed = await makeSeeder(environment, tenantId, seeder?.clientId);
  await keep(house, { seeder: renewed });
  return createClient({ baseUrl, clientCredentials: renewed });
}
