import { makeIds, systemClock } from '@wheelhouse/kit';
import { type Answer, call, type Caller } from '@wheelhouse/testkit';
import { startSession } from '../../services/auth/src/sessions/service.ts';
import { claimsOf } from '../../services/auth/test/credentials.ts';
import { someAddress } from '../../services/gateway/test/house.ts';
import { type Installation, startInstallation } from '../installation/start.ts';

/** An installation of its own, since one case claims it, and browsers that call through its gateway. */
export interface GatewayWorld {
  readonly installation: Installation;
  /** The cookie of a new session of whoever this access token was made for. */
  readonly cookieOf: (who: Caller) => Promise<string>;
  readonly through: (
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body?: unknown,
  ) => Promise<Answer>;
}

export async function startGatewayWorld(): Promise<GatewayWorld> {
  const installation = await startInstallation();
  const base = `http://127.0.0.1:${installation.environment['GATEWAY_PORT']}`;
  return {
    installation,
    cookieOf: async ({ token }) => {
      const { sub: userId, tenant = '' } = claimsOf(token);
      const session = { userId, method: 'password', address: '192.0.2.7', userAgent: 'proof' } as const;
      const maker = { makeId: makeIds(systemClock), clock: systemClock };
      const { secret } = await installation.db.tenant(tenant, (db) => startSession(db, maker, session));
      return `wh_session=${secret}`;
    },
    // Each from an address of its own: who is refused is counted by address.
    through: (method, path, headers, body) =>
      call(base, undefined, method, path, {
        ...(body === undefined ? {} : { body }),
        headers: { 'x-forwarded-for': someAddress(), ...headers },
      }),
  };
}
