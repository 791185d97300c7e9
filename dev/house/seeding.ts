import { type Client, createClient, isApiError } from '@wheelhouse/sdk';
import { environmentOf } from '../engines/commands/env.ts';
import type { Proposer } from '../seed/propose.ts';
import { keepScopes, makeSeeder, seedTenant, type Seeder } from '../seed/tenant.ts';
import { type House, keep, kept } from './house.ts';
import { whatRuns } from './running.ts';
import { brokerUrlOf } from './settings.ts';
import type { Environment } from './settings.ts';

export const tenant = { slug: 'acme', name: 'Acme' } as const;

/** Before the server's first start: an installation that has a tenant makes no link for a first one. */
export async function seed(house: House, environment: Environment): Promise<string> {
  const tenantId = await seedTenant(environment, tenant);
  const { seeder } = await kept(house);
  if (seeder === undefined) await keep(house, { seeder: await makeSeeder(environment, tenantId) });
  else await keepScopes(environment, tenantId, seeder.clientId);
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

/** From another terminal than the demo's own: where it is, and as whom one comes in. */
export async function runningDemo(
  house: House,
): Promise<{ readonly url: string; readonly seeder: Seeder; readonly client: Client }> {
  const [running, { seeder }] = [await whatRuns(house), await kept(house)];
  if (running === undefined || seeder === undefined)
    throw new Error('the demo does not run. Next step: npm run demo, and wait until its cluster is ready');
  const { url } = running;
  return { url, seeder, client: createClient({ baseUrl: `${url}/api`, clientCredentials: seeder }) };
}

export async function proposerOf(house: House): Promise<Proposer> {
  const { client } = await runningDemo(house);
  return { client, brokerUrl: brokerUrlOf(house, await environmentOf(house.home)) };
}
