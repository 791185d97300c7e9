/** How far a pod's log has been read: the time of the last line, and how many of that very time there were. */
export interface Position {
  readonly at: bigint;
  readonly count: number;
}

/** Before the first line. */
export const beginning: Position = { at: 0n, count: 0 };

export function after({ at, count }: Position, lineAt: bigint): Position {
  return { at: lineAt, count: lineAt === at ? count + 1 : 1 };
}
