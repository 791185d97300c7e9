import type { Installation } from './start.ts';

/** The one secret that is printed on purpose. */
export function printedSetupToken(installation: Installation): string {
  const [, token] = /\/setup#(whl_\w{36})/.exec(installation.output()) ?? [];
  if (token === undefined) throw new Error('no setup link was printed');
  return token;
}
