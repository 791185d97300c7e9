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
  readonly addressOf: (module: string) => string;
}

export function moduleCaller({ module, secrets, clock, addressOf }: CallerOptions): CallModule {
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
    const limit = AbortSignal.timeout(timeoutMs);
    const answer = await fetch(`${addressOf(callee)}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
  };
}

/** `<MODULE>_URL`, else loopback for a module of this process, else its name on its port. */
export function peerAddresses(
  environment: Environment,
  inThisProcess: readonly Peer[],
  peers: readonly Peer[],
): (module: string) => string {
  return (module) => {
    const given = environment[environmentName(module, 'URL')];
    if (given !== undefined && given !== '') return given.replace(/\/$/, '');
    const port = environment[environmentName(module, 'PORT')];
    const here = inThisProcess.find(({ name }) => name === module);
    if (here !== undefined) return `http://127.0.0.1:${port ?? here.port}`;
    const peer = peers.find(({ name }) => name === module);
    if (peer === undefined) throw new Error(`there is no module "${module}"`);
    return `http://${module}:${port ?? peer.port}`;
  };
}
