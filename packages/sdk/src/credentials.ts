/** What a call shows. */
export interface Credentials {
  /** The token to show now. */
  readonly token: () => Promise<string | undefined>;
  /** The token was refused. True if another can be had. */
  readonly refused: (token: string | undefined) => boolean;
}

export interface Granted {
  readonly access_token: string;
  readonly expires_in: number;
}

/** A token is renewed when this part of its life is left, or this many seconds of it. */
const renewBefore = { part: 0.2, seconds: 60 };

export function fixedToken(given: string | undefined): Credentials {
  const token = given?.trim();
  // Here, and not as a header's fault later: that message would show the token.
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token))
    throw new TypeError(
      'token is empty or contains characters no token has, such as a space or a line break: copy it again',
    );
  return { token: () => Promise.resolve(token), refused: () => false };
}

/** Asks for access tokens as they are needed, once for all calls that wait for the same one. */
export function renewedToken(ask: () => Promise<Granted>): Credentials {
  let held: { readonly token: string; readonly renewAt: number; readonly endsAt: number } | undefined;
  let asking: Promise<string> | undefined;

  async function fresh(): Promise<string> {
    const asked = performance.now();
    const { access_token: token, expires_in: seconds } = await ask();
    const endsAt = asked + seconds * 1_000;
    const early = Math.min(renewBefore.seconds, seconds * renewBefore.part) * 1_000;
    held = { token, endsAt, renewAt: endsAt - early };
    return token;
  }

  function renewed(): Promise<string> {
    asking ??= fresh().finally(() => {
      asking = undefined;
    });
    return asking;
  }

  return {
    token: async () => {
      const now = performance.now();
      const old = held;
      if (old === undefined || now >= old.endsAt) return renewed();
      // The old one still serves while the new one cannot be had.
      return now < old.renewAt ? old.token : renewed().catch(() => old.token);
    },
    // A change of the account's rights revokes its tokens too; the next one has what is left.
    refused: (token) => {
      if (held?.token === token) held = undefined;
      return true;
    },
  };
}
