import type { Output } from './output/output.ts';

/** The client tries again by itself; whoever watches is told since when nothing new can come. */
export function noticing(out: Output): typeof globalThis.fetch {
  let lostAt: Date | undefined;
  return async (input, init) => {
    try {
      const answer = await fetch(input, init);
      if (lostAt !== undefined && answer.ok) {
        out.note(`reconnected; data was stale since ${lostAt.toISOString()}`);
        lostAt = undefined;
      }
      return answer;
    } catch (error) {
      if (lostAt === undefined && init?.signal?.aborted !== true) {
        lostAt = new Date();
        out.note(`stale since ${lostAt.toISOString()}: the server does not respond; retrying`);
      }
      throw error;
    }
  };
}
