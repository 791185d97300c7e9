import type { Principal } from '@wheelhouse/kit';
import { longestMs } from './lifetime.ts';

/**
 * The cookies of one installation. Over https they carry the `__Host-` prefix: the browser itself then
 * refuses one that a subdomain or plain http tries to plant. Plain http is for loopback only, and has none.
 */
export interface Cookies {
  readonly session: Cookie;
  /** Says that somebody has signed in on this browser before; no credential. */
  readonly device: Cookie;
  /** Binds a single sign-on to the browser that began it. */
  readonly sso: Cookie;
  /** Headers of an answer to somebody whose own session may be among those that it ended. */
  readonly clearIfEnded: (
    caller: Pick<Principal, 'credentialId'>,
    ended: readonly string[],
  ) => Readonly<Record<string, string>>;
}

export interface Cookie {
  readonly name: string;
  /** A `Set-Cookie` value. */
  readonly set: (value: string) => string;
  readonly clear: () => string;
  /** What a request's `Cookie` header holds of it; undefined when it is absent or named twice. */
  readonly read: (header: string | undefined) => string | undefined;
}

const ssoSeconds = 10 * 60;
const yearSeconds = 365 * 24 * 60 * 60;

export function cookiesOf(externalUrl: string): Cookies {
  const secure = new URL(externalUrl).protocol === 'https:';
  const session = cookie(secure, 'wh_session', longestMs / 1000);
  return {
    session,
    clearIfEnded: ({ credentialId }, ended) => (ended.includes(credentialId) ? { 'set-cookie': session.clear() } : {}),
    device: cookie(secure, 'wh_device', yearSeconds),
    sso: cookie(secure, 'wh_sso', ssoSeconds),
  };
}

function cookie(secure: boolean, bareName: string, seconds: number): Cookie {
  const name = secure ? `__Host-${bareName}` : bareName;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return {
    name,
    set: (value) => `${name}=${value}; Max-Age=${seconds}; ${attributes}`,
    clear: () => `${name}=; Max-Age=0; ${attributes}`,
    read: (header) => {
      const shown = (header ?? '')
        .split(';')
        .map((pair) => pair.trim())
        .filter((pair) => pair.startsWith(`${name}=`));
      // Of two, one was planted, and nobody can tell which.
      return shown.length === 1 ? shown[0]?.slice(name.length + 1) : undefined;
    },
  };
}
