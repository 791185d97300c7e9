import type { Clock } from '../clock.ts';
import { type Environment, environmentName } from '../settings.ts';
import { signAccessToken } from './access-token.ts';

/** A module of the installation, whichever process runs it. */
export interface Peer {
  readonly name: string;
  readonly port: number;
}

export interface ModuleRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  /** The one tenant the call is for; none only for routes above tenants. */
  readonly tenantId?: string;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

export interface ModuleAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Calls another module's internal routes, with a token of this module's own for that module alone. */
export type CallModule = (module: string, request: ModuleRequest) => Promise<ModuleAnswer>;

const usualTimeout = 30_000;
const tokenSeconds = 60;

export interface CallerOptions {
  readonly module: string;
  readonly secrets: readonly Uint8Array[];
  readonly clock: Clock;
  readonly addressesOf: AddressesOf;
}

/** Where the processes of a module are; never empty. */
export type AddressesOf = (module: string) => readonly string[];

export function moduleCaller({ module, secrets, clock, addressesOf }: CallerOptions): CallModule {
  let turn = 0;
  return async (callee, { method = 'GET', path, body, tenantId, timeoutMs = usualTimeout, signal }) => {
    const token = await signAccessToken(
      {
        sub: module,
        kind: 'module',
        cid: module,
        scopes: [],
        ...(tenantId === undefined ? {} : { tenant: tenantId }),
      },
      { secrets, audience: callee, seconds: tokenSeconds, clock },
    );
    const addresses = addressesOf(callee);
    turn += 1;
    return within(timeoutMs, signal, async (limit) => {
      const answer = await fetch(`${addresses[turn % addresses.length] ?? ''}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: limit,
      });
      const text = await answer.text();
      return { status: answer.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
    });
  };
}

/** Not AbortSignal.timeout and any: those go off, and cost, long after the answer has come. */
async function within<T>(
  timeoutMs: number,
  signal: AbortSignal | undefined,
  work: (limit: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const stop = () => limit.abort(signal?.reason);
  const timer = setTimeout(() => limit.abort(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  signal?.addEventListener('abort', stop);
  if (signal?.aborted === true) stop();
  try {
    return await work(limit.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

/** `<MODULE>_URL`, else loopback for a module of this process, else its name on its port. */
export function peerAddresses(
  environment: Environment,
  inThisProcess: readonly Peer[],
  peers: readonly Peer[],
): AddressesOf {
  return (module) => {
    const given = (environment[environmentName(module, 'URL')] ?? '').split(',').filter((url) => url.trim() !== '');
    if (given.length > 0) return given.map((url) => url.trim().replace(/\/$/, ''));
    const port = environment[environmentName(module, 'PORT')];
    const here = inThisProcess.find(({ name }) => name === module);
    if (here !== undefined) return [`http://127.0.0.1:${port ?? here.port}`];
    const peer = peers.find(({ name }) => name === module);
    if (peer === undefined) throw new Error(`there is no module "${module}"`);
    return [`http://${module}:${port ?? peer.port}`];
  };
}
