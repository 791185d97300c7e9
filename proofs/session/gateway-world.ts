import { randomBytes } from 'node:crypto';
import { gateway } from '@wheelhouse/gateway';
import { environmentName, makeIds, makeLog, startProcess, systemClock } from '@wheelhouse/kit';
import { type Answer, call, type Caller, engineSetting, freePort } from '@wheelhouse/testkit';
import { startSession } from '../../services/auth/src/sessions/service.ts';
import { claimsOf } from '../../services/auth/test/credentials.ts';
import { startWorld, type World } from '../audit/world.ts';
import { modules } from '../fixtures/shipped-table.ts';

/** An installation with the gateway before it, and browsers that call through it. */
export interface GatewayWorld {
  readonly world: World;
  /** The cookie of a new session of whoever this access token was made for. */
  readonly cookieOf: (who: Caller) => Promise<string>;
  readonly through: (
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body?: unknown,
  ) => Promise<Answer>;
  readonly stop: () => Promise<void>;
}

export async function startGatewayWorld(): Promise<GatewayWorld> {
  const world = await startWorld();
  const places = modules.map(({ name }) => [
    environmentName(name, 'URL'),
    `http://127.0.0.1:${world.environment[environmentName(name, 'PORT')]}`,
  ]);
  const running = await startProcess({
    modules: [gateway],
    peers: [...modules, gateway],
    role: 'http',
    environment: {
      ...world.environment,
      ...Object.fromEntries(places),
      VALKEY_URL: engineSetting('VALKEY_URL'),
      GATEWAY_PORT: String(await freePort()),
      ADMIN_PORT: '0',
      TRUSTED_PROXIES: '127.0.0.1/32',
    },
    version: 'proof',
    log: makeLog({ level: 'fatal' }),
  }).catch(async (error: unknown) => {
    await world.stop();
    throw error;
  });
  const base = running.addresses['gateway'] ?? '';
  return {
    world,
    cookieOf: async ({ token }) => {
      const { sub: userId, tenant = '' } = claimsOf(token);
      const session = { userId, method: 'password', address: '192.0.2.7', userAgent: 'proof' } as const;
      const maker = { makeId: makeIds(systemClock), clock: systemClock };
      const { secret } = await world.db.tenant(tenant, (db) => startSession(db, maker, session));
      return `wh_session=${secret}`;
    },
    // Each from an address of its own: who is refused is counted by address.
    through: (method, path, headers, body) =>
      call(base, undefined, method, path, {
        ...(body === undefined ? {} : { body }),
        headers: { 'x-forwarded-for': `10.${[...randomBytes(3)].join('.')}`, ...headers },
      }),
    stop: async () => {
      await running.stop();
      await world.stop();
    },
  };
}
