import type { Ask } from '../../dashboard/world.ts';

/** Health that changes, made from a real answer: scores, nodes, and which issues there are. */
export interface PlayedHealth {
  readonly at: (index: number) => { readonly text: string; readonly shown: string };
}

interface Health {
  readonly issues: readonly { readonly score_impact: number; readonly cluster_id: string }[];
  readonly totalNodes: number;
  readonly clusters?: readonly {
    readonly cluster_id: string;
    readonly healthScore: number | null;
    readonly stale: boolean;
  }[];
}

/** After so many events the same issues are there again. */
export const period = 41;

export async function playedHealth(ask: Ask, query: string): Promise<PlayedHealth> {
  const real = (await ask('GET', `/k8s-monitor/api/health${query}`)) as unknown as Health;
  return {
    at: (index) => {
      const issues = real.issues
        .filter((_, place) => (place * 7 + index) % period < (index * 13) % period)
        .map((issue) => ({
          ...issue,
          message: `Told for the ${index}th time, and nobody has looked at it yet.`,
          count: 1 + (index % 9),
        }));
      const healthScore = 100 - issues.reduce((sum, { score_impact: impact }) => sum + impact, 0);
      // Of every event another, so that it can be told from those around it.
      const readyNodes = real.totalNodes - 1 - (index % (real.totalNodes - 1));
      const health = {
        ...real,
        healthScore,
        readyNodes,
        issues,
        issues_total: issues.length,
        observed_at: new Date().toISOString(),
        stale: false,
        ...(real.clusters && { clusters: real.clusters.map((one) => ({ ...one, healthScore, stale: false })) }),
      };
      return { text: JSON.stringify(health), shown: `${readyNodes}/${real.totalNodes}` };
    },
  };
}
