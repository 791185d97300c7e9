/** What `wheelhouse login` writes into the address it opens. */
export interface Asked {
  readonly port: number;
  readonly name: string;
  readonly challenge: string;
  readonly state: string;
}

interface Address {
  readonly port?: string | undefined;
  readonly name?: string | undefined;
  readonly challenge?: string | undefined;
  readonly state?: string | undefined;
}

/** Undefined when no terminal can have written it so. */
export function askedIn({ port = '', name = '', challenge = '', state = '' }: Address): Asked | undefined {
  const number = /^\d{4,5}$/.test(port) ? Number(port) : 0;
  const isRight = number >= 1024 && number <= 65_535 && /^[\w-]{43}$/.test(challenge) && /^[\w-]{16,200}$/.test(state);
  return isRight ? { port: number, name: name.slice(0, 63), challenge, state } : undefined;
}

/** Only ever this machine. */
export function terminalAddress(
  { port, state }: Asked,
  answer: { readonly code: string } | { readonly error: string },
): string {
  return `http://127.0.0.1:${port}/?${new URLSearchParams({ ...answer, state }).toString()}`;
}
