/** What the program's end says to whoever started it. 78 is EX_CONFIG: starting again without a change is no use. */
export const exitCodes = { ok: 0, failed: 1, usage: 2, configuration: 78 } as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
