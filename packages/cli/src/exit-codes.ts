/** How the program ends; docs/guides/cli.md and the help say the same. */
export const exitCodes = {
  ok: 0,
  error: 1,
  usage: 2,
  auth: 4,
  refused: 5,
  operationFailed: 6,
  stillRunning: 7,
  notDone: 8,
  settings: 78,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export const exitMeanings: Readonly<Record<ExitCode, string>> = {
  0: 'ok',
  1: 'an error, or something is wrong or pending',
  2: 'incorrect usage',
  4: 'not signed in, or the session has ended',
  5: 'refused: forbidden, in conflict, or changed in the meantime',
  6: 'the operation failed',
  7: 'timed out; still running',
  8: 'not done: rejected, expired or canceled',
  78: 'invalid settings',
};
