/** Valkey is away for these seconds of a run, counted from the beginning of its first window or of itself. */
export interface Outage {
  readonly how: 'killed' | 'stopped';
  readonly from: number;
  /** Undefined: it does not come back. */
  readonly to?: number;
}

export interface Run {
  readonly name: string;
  /** Whole windows from an edge on, or so many volleys of each token within one. */
  readonly windows?: number;
  readonly volleys?: number;
  readonly outage?: Outage;
  /** How many windows each token must have that Valkey counted. */
  readonly counted: number;
}

export interface Size {
  readonly tokens: number;
  readonly limit: number;
  /** Between volleys of a token; two requests to each of four gateways are one. */
  readonly everyMs: number;
  readonly runs: readonly Run[];
  /** How often one may be run until nothing but its outage has come between the gateways and Valkey. */
  readonly tries: number;
}

export const sizes: Readonly<Record<'quick' | 'full', Size>> = {
  quick: {
    tokens: 4,
    limit: 120,
    // Slowly: what is let in too much at the moment of an outage hangs on the rate, and must stay small beside the limit.
    everyMs: 100,
    runs: [
      { name: 'plain', volleys: 30, counted: 1 },
      { name: 'stopped', volleys: 30, outage: { how: 'stopped', from: 0.8, to: 2 }, counted: 0 },
      { name: 'back', volleys: 30, counted: 1 },
      { name: 'killed', volleys: 30, outage: { how: 'killed', from: 0.8 }, counted: 0 },
    ],
    tries: 30,
  },
  full: {
    tokens: 50,
    limit: 600,
    everyMs: 400,
    runs: [
      { name: 'plain', windows: 2, counted: 2 },
      { name: 'killed, back in the same window', windows: 2, outage: { how: 'killed', from: 15, to: 22 }, counted: 1 },
      { name: 'killed over an edge', windows: 3, outage: { how: 'killed', from: 45, to: 70 }, counted: 1 },
      {
        name: 'stopped, back in the same window',
        windows: 2,
        outage: { how: 'stopped', from: 15, to: 22 },
        counted: 1,
      },
      { name: 'stopped over an edge', windows: 3, outage: { how: 'stopped', from: 45, to: 70 }, counted: 1 },
    ],
    tries: 3,
  },
};
