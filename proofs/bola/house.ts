import { exampleModule } from '@wheelhouse/example';
import { isEdge, makeLog, modulesOf, openDatabase, type Part, systemClock } from '@wheelhouse/kit';
import { call, caller, startTestProcess } from '@wheelhouse/testkit';
import { modules as shipped } from '../../apps/server/src/modules.ts';
import { startDns } from '../../services/auth/test/sso/dns-server.ts';
import { startHonestProvider } from '../../services/auth/test/sso/honest-provider.ts';
import { tenantsIn } from '../../services/auth/test/start.ts';
import { someAddress } from '../../services/gateway/test/house.ts';
import { secretsSeen } from '../audit/secrets-seen.ts';
import { redirectUri, type World } from '../audit/world.ts';
import { type Ask, asker } from './ask.ts';
import { leakyModule } from './leaky-module.ts';

/** What an installation runs and the example, behind the real gateway; and a module that leaks, as the control. */
export const modules = [...modulesOf(shipped), exampleModule];

/** The world that ready-made calls are made in, and the door that counts. */
export interface House extends World {
  readonly ask: Ask;
}

const externalUrl = new URL(redirectUri).origin;
/** Nobody is refused for asking often: every case is about something else. */
const budgets = Object.fromEntries(
  ['PERSONAL', 'SERVICE_ACCOUNT', 'SESSION', 'REPORTING', 'ANONYMOUS', 'TOKEN_ENDPOINT'].map((whose) => [
    `BUDGET_${whose}`,
    '1000000',
  ]),
);

export async function startHouse(): Promise<House> {
  const parts: readonly Part[] = [...modules, leakyModule, ...shipped.filter(isEdge)];
  const [dns, provider] = await Promise.all([startDns(), startHonestProvider(redirectUri)]);
  const house = await startTestProcess(parts, {
    environment: {
      ...budgets,
      EXTERNAL_URL: externalUrl,
      TRUSTED_PROXIES: '127.0.0.1/32',
      SSO_ALLOWED_PRIVATE_CIDRS: '127.0.0.1/32',
      SSO_DNS_SERVERS: dns.address,
      WEBHOOK_ALLOWED_PRIVATE_CIDRS: '127.0.0.1/32',
    },
  });
  const { database, environment, addresses } = house;
  const log = makeLog({ level: 'error' });
  const db = openDatabase({ url: database.url, connections: 8, applicationName: 'proof', log });
  const prefixes = new Map([...modules, leakyModule].map(({ name, prefix }) => [name, prefix]));
  return {
    database,
    db,
    environment,
    ask: asker({ door: addresses['gateway'] ?? '', origin: externalUrl, address: someAddress(), prefixes }),
    // Past the gateway, with the house's own tokens: only to make what the cases are about.
    call: (who, method, path, { module = 'auth', form, ...given } = {}) =>
      call(addresses[module] ?? '', who, method, path, form === undefined ? given : { ...given, ...formOf(form) }),
    tenant: tenantsIn(db, systemClock),
    moduleCaller: (module, tenant) => caller({ kind: 'module', sub: 'proof', audience: module, tenant, scopes: [] }),
    output: () => '',
    secrets: secretsSeen(),
    dns,
    provider,
    halt: async () => undefined,
    stop: async () => {
      await db.end();
      await house.stop();
      await Promise.all([dns.stop(), provider.stop()]);
    },
  };
}

function formOf(form: Readonly<Record<string, string>>) {
  return {
    body: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  };
}
