import { type EdgeContext, type Principal, Refusal, refuse, signAccessToken } from '@wheelhouse/kit';
import { type ErrorCode, isErrorCode, isIngestPurpose, isScope } from '@wheelhouse/contracts';
import type { GatewayTable } from '../config.ts';
import type { ModuleProcess } from '../proxy/module-process.ts';

/** What auth answers, as services/auth/src/exchange/schema.ts has it. */
interface Exchanged {
  readonly access_token: string;
  readonly expires_in: number;
  readonly revocations_seen: number;
  readonly principal: {
    readonly kind: Principal['kind'];
    readonly id: string;
    readonly tenant_id: string;
    readonly credential_id: string;
    readonly scopes: readonly string[];
    readonly purpose: string | null;
    readonly cluster_ids: readonly string[] | null;
    readonly cloudspace_ids: readonly string[] | null;
  };
}

export interface Exchange {
  readonly principal: Principal;
  readonly accessToken: string;
  readonly livesMs: number;
}

const tokenSeconds = 60;
const renewBeforeMs = 20_000;
const timeoutMs = 5_000;

/** Shows auth what a caller has shown us. Refuses as auth does; 503 when it does not answer. */
export function exchanger(
  { accessSecrets, clock, log }: EdgeContext<GatewayTable>,
  auth: () => ModuleProcess,
): (credential: string, address: string) => Promise<Exchange> {
  let own: { readonly token: string; readonly until: number } | undefined;

  return async (credential, address) => {
    const authorization = `Bearer ${await ownToken()}`;
    const process = auth();
    // Auth that stands still must not cost a socket for every credential anybody makes up.
    if (process.isFull) return cannotTell();
    process.underWay += 1;
    const { statusCode, body } = await process.pool
      .request({
        method: 'POST',
        path: '/internal/v1/exchange',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ credential, address }),
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
      })
      .then(async ({ statusCode: status, body: text }) => ({ statusCode: status, body: await text.json() }))
      .catch((error: unknown) => {
        log.warn({ err: error }, 'auth could not be reached to authenticate a caller');
        return cannotTell();
      })
      .finally(() => (process.underWay -= 1));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- told by a module of this installation, over its own internal route
    if (statusCode === 200) return exchangeOf(body as Exchanged);
    throw refusalOf(statusCode, body);
  };

  async function ownToken(): Promise<string> {
    const now = performance.now();
    if (own !== undefined && own.until > now) return own.token;
    const token = await signAccessToken(
      { sub: 'gateway', kind: 'module', cid: 'gateway', scopes: [] },
      { secrets: accessSecrets, audience: 'auth', seconds: tokenSeconds, clock },
    );
    own = { token, until: now + tokenSeconds * 1_000 - renewBeforeMs };
    return token;
  }
}

function cannotTell(): never {
  return refuse('unavailable', {
    message: 'Your credential cannot be checked right now. Try again in a moment.',
    headers: { 'retry-after': '1' },
  });
}

/** Who shows a bad credential is told what auth says of it; that auth failed is our own trouble. */
function refusalOf(status: number, body: unknown): Refusal {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- told by a module of this installation, over its own internal route
  const { code = '', message = '' } = (body as { error?: { code?: string; message?: string } }).error ?? {};
  if (status !== 401 || !isErrorCode(code)) return cannotTell();
  return new Refusal(code satisfies ErrorCode, { message });
}

function exchangeOf({ access_token, expires_in, revocations_seen, principal }: Exchanged): Exchange {
  const { kind, id, tenant_id, credential_id, scopes, purpose, cluster_ids, cloudspace_ids } = principal;
  return {
    accessToken: access_token,
    livesMs: expires_in * 1_000,
    principal: {
      kind,
      id,
      tenantId: tenant_id,
      cell: 'default',
      credentialId: credential_id,
      scopes: new Set(scopes.filter(isScope)),
      purpose: purpose !== null && isIngestPurpose(purpose) ? purpose : undefined,
      clusterIds: cluster_ids === null ? undefined : new Set(cluster_ids),
      cloudspaceIds: cloudspace_ids === null ? undefined : new Set(cloudspace_ids),
      revocationsSeen: revocations_seen,
      longLived: false,
    },
  };
}
