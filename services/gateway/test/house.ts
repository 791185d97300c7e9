import { randomBytes } from 'node:crypto';
import { authModule } from '@wheelhouse/auth';
import { exampleModule } from '@wheelhouse/example';
import { type Database, makeLog, type Module, openDatabase, systemClock } from '@wheelhouse/kit';
import {
  type Answer,
  call,
  type CallOptions,
  eventually,
  startTestProcess,
  type TestProcess,
} from '@wheelhouse/testkit';
import { type SignedIn, signedIn } from '../../auth/test/credentials.ts';
import { tenantsIn, type TestTenant } from '../../auth/test/start.ts';
import { gateway } from '../src/module.ts';

/** Auth, the example module and the gateway before them, as an installation on one machine runs them. */
export interface GatewayHouse extends TestProcess {
  readonly db: Database;
  /** Where the gateway listens, with `/api`. */
  readonly base: string;
  readonly tenant: () => Promise<TestTenant>;
  /** Calls through the gateway, from an address of its own. */
  readonly through: (
    credential: string | undefined,
    method: string,
    path: string,
    options?: CallOptions,
  ) => Promise<Answer>;
  readonly signedIn: (tenant: TestTenant) => Promise<SignedIn>;
  /** A personal token, made as a person makes one. */
  readonly token: (tenant: TestTenant, scopes?: readonly string[]) => Promise<string>;
}

/** Callers say where they come from: the anonymous budget is the address's. */
export function someAddress(): string {
  return `10.${[...randomBytes(3)].join('.')}`;
}

export async function startGatewayHouse(
  environment: Readonly<Record<string, string>> = {},
  more: readonly Module[] = [],
): Promise<GatewayHouse> {
  const house = await startTestProcess([authModule, exampleModule, ...more, gateway], {
    environment: { TRUSTED_PROXIES: '127.0.0.1/32', ...environment },
  });
  const db = openDatabase({
    url: house.database.url,
    connections: 4,
    applicationName: 'test',
    log: makeLog({ level: 'fatal' }),
  });
  const address = house.addresses['gateway'] ?? '';
  const usualAddress = someAddress();
  const through: GatewayHouse['through'] = (credential, method, path, { headers, ...options } = {}) =>
    call(address, undefined, method, path, {
      ...options,
      headers: {
        'x-forwarded-for': usualAddress,
        ...(credential === undefined ? {} : { authorization: `Bearer ${credential}` }),
        ...headers,
      },
    });
  const person = (tenant: TestTenant) => signedIn({ db }, tenant);
  return {
    ...house,
    db,
    base: `${address}/api`,
    tenant: tenantsIn(db, systemClock),
    through,
    signedIn: person,
    token: async (tenant, scopes = ['read', 'deploy', 'admin']) => {
      const { who } = await person(tenant);
      // Calls are refused until the revocations are read.
      return eventually(async () => {
        const { status, body } = await house.call(who, 'POST', '/api/v1/tokens', {
          module: 'auth',
          body: { name: 'test', scopes },
        });
        if (status !== 201) throw new Error(`no token was made: ${status} ${JSON.stringify(body)}`);
        return String(body.token);
      });
    },
    stop: async () => {
      await db.end();
      await house.stop();
    },
  };
}
