/** Valkey is away for these seconds of a run, counted from the beginning of its first window or of itself. */
export interface Outage {
  readonly how: 'killed' | 'stopped';
  readonly from: number;
  /** Undefined: it does not come back. */
  readonly to?: number;
}

export interface Run {
  readonly name: string;
  /** Whole windows from an edge on, or some seconds within one. */
  readonly windows?: number;
  readonly seconds?: number;
  readonly outage?: Outage;
}

export interface Size {
  readonly tokens: number;
  readonly limit: number;
  /** Between volleys of a token; two requests to each of four gateways are one. */
  readonly everyMs: number;
  readonly runs: readonly Run[];
  /** How many windows a token must have had that Valkey counted from beginning to end; fewer say nothing. */
  readonly wholeWindows: number;
}

export const sizes: Readonly<Record<'quick' | 'full', Size>> = {
  quick: {
    tokens: 10,
    limit: 120,
    everyMs: 200,
    wholeWindows: 2,
    runs: [
      { name: 'plain', seconds: 6.4 },
      { name: 'stopped', seconds: 6.4, outage: { how: 'stopped', from: 1.5, to: 5.8 } },
      { name: 'back', seconds: 6.4 },
      { name: 'killed', seconds: 6.4, outage: { how: 'killed', from: 1.5 } },
    ],
  },
  full: {
    tokens: 50,
    limit: 600,
    everyMs: 400,
    wholeWindows: 6,
    runs: [
      { name: 'plain', windows: 2 },
      { name: 'killed, back in the same window', windows: 2, outage: { how: 'killed', from: 15, to: 22 } },
      { name: 'killed over an edge', windows: 3, outage: { how: 'killed', from: 45, to: 70 } },
      { name: 'stopped, back in the same window', windows: 2, outage: { how: 'stopped', from: 15, to: 22 } },
      { name: 'stopped over an edge', windows: 3, outage: { how: 'stopped', from: 45, to: 70 } },
    ],
  },
};
