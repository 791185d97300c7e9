import type { Scope } from '@wheelhouse/contracts';

export type ClientOptions = Settings & (Shown | Machine);

interface Settings {
  /** The address of the installation, with `/api` at its end. */
  readonly baseUrl: string;
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** How often a call is made again where that is right; 3 unless given. */
  readonly retries?: number | undefined;
  /** If Retry-After asks for a longer wait than this, the refusal is thrown at once; a minute unless given. */
  readonly maxRetryAfterMs?: number | undefined;
  /** How long the server may be silent; a minute unless given. */
  readonly timeoutMs?: number | undefined;
  /** Browsers send their own unless one is given. */
  readonly userAgent?: string | undefined;
  /** Sent with every call. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

interface Shown {
  /** A personal access token, or an access token. A browser that is signed in needs none. */
  readonly token?: string | undefined;
  readonly clientCredentials?: never;
}

interface Machine {
  readonly token?: never;
  readonly clientCredentials: ClientCredentials;
}

/** Of a service account. Access tokens are got with them, and renewed in time. */
export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
  /** All that the account has unless given. */
  readonly scopes?: readonly Scope[] | undefined;
}

/** What every call takes besides what its path says. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** In place of the client's. */
  readonly retries?: number | undefined;
}

export interface ChangeOptions extends CallOptions {
  /** The `etag` of what you saw: if it is another by now, nothing is changed and the call is refused (412). */
  readonly ifMatch?: string | undefined;
}

export interface PostOptions extends ChangeOptions {
  /** A new one for every call unless given. Give your own to go on after a crash of your program. */
  readonly idempotencyKey?: string | undefined;
}

export interface StreamOptions extends CallOptions {
  /** Go on after this event. */
  readonly lastEventId?: string | undefined;
}
