export interface Probe {
  /** Answers what stands in the way, or undefined. */
  readonly ask: () => Promise<string | undefined>;
  /** Without it the process can still serve requests; it is named all the same. */
  readonly optional?: boolean;
}

/** Where a process is in its life. One that starts or stops answers, but is sent nothing by whoever has a choice. */
export type Stage = 'starting' | 'serving' | 'stopping';
