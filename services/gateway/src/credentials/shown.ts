/** What a caller shows: a token in the Authorization header, else the session cookie. */
export interface Shown {
  readonly credential: string;
  /** A browser adds it by itself, whoever wrote the page. */
  readonly byCookie: boolean;
}

const bearer = /^bearer +([\w.~+/-]+=*)$/i;

/** Null: something was shown that is no credential of ours. Authorization wins over the cookie. */
export function shownBy(
  authorization: string | undefined,
  cookie: string | undefined,
  sessionCookie: string,
): Shown | null | undefined {
  if (authorization !== undefined) {
    // As nearly all write it; whether it can be a credential at all is looked at when it is not known.
    if (authorization.startsWith('Bearer ')) return { credential: authorization.slice(7), byCookie: false };
    const [, credential] = bearer.exec(authorization) ?? [];
    return credential === undefined ? null : { credential, byCookie: false };
  }
  const credential = cookie === undefined ? undefined : readCookie(cookie, sessionCookie);
  return credential === undefined ? undefined : { credential, byCookie: true };
}

/** Over https the browser itself guards the prefix; plain http is for loopback. Auth sets it under the same name. */
export function sessionCookieOf(externalUrl: string): string {
  return externalUrl.startsWith('https:') ? '__Host-wh_session' : 'wh_session';
}

/** Of two of one name, one was planted, and nobody can tell which. */
function readCookie(header: string, name: string): string | undefined {
  if (!header.includes(name)) return undefined;
  const values = header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`));
  return values.length === 1 ? values[0]?.slice(name.length + 1) : undefined;
}
