import type { ClusterClient } from '@wheelhouse/kubernetes';

/** There may be no more calls; what they were for is named as not looked at. */
export class NoCallsLeft extends Error {
  override readonly name = 'NoCallsLeft';
}

/** The same client for so many calls of the API: each page of a list is one, each right that is asked about, each log. */
export function withCalls(client: ClusterClient, most: number): ClusterClient {
  let left = most;
  const take = (calls = 1) => {
    if (calls > left) throw new NoCallsLeft(`this would have taken more than ${most} calls of the cluster's API`);
    left -= calls;
  };
  return {
    ...client,
    get: async (...given) => {
      take();
      return client.get(...given);
    },
    list: async function* <T>(...[path, options]: Parameters<ClusterClient['list']>) {
      take();
      const { limit = 500 } = options ?? {};
      for await (const page of client.list<T>(path, options)) {
        yield page;
        // A page that is not full is the last.
        if (page.items.length >= limit) take();
      }
    },
    can: async (rights, signal) => {
      take(rights.length);
      return client.can(rights, signal);
    },
    whoAmI: async (signal) => {
      take();
      return client.whoAmI(signal);
    },
    logs: async function* (...given) {
      take();
      yield* client.logs(...given);
    },
  };
}
