import { setTimeout as wait } from 'node:timers/promises';
import type { Api } from '../engines/clusters/api.ts';
import type { App } from '../seed/app.ts';

/** What the app itself says when it is called, through the cluster's API server. */

const everyMs = 500;
const firstWithinMs = 90_000;

type Called = Pick<App, 'namespace' | 'name' | 'port'>;

/** Its answer, or undefined where nobody or something else answered. */
async function ask(api: Api, { namespace, name, port }: Called): Promise<string | undefined> {
  const path = `/api/v1/namespaces/${namespace}/services/http:${name}:${port}/proxy/`;
  const answer = await api.call('GET', path).catch(() => undefined);
  return answer?.status === 200 ? answer.text.trim() : undefined;
}

/** Pods may have to come back first: those of the real node go when it is stopped. */
export async function firstAnswer(api: Api, app: Called, signal: AbortSignal): Promise<string | undefined> {
  for (const deadline = performance.now() + firstWithinMs; !signal.aborted; ) {
    const answer = await ask(api, app);
    if (answer !== undefined || performance.now() > deadline) return answer;
    await wait(everyMs, undefined, { signal }).catch(() => undefined);
  }
  return undefined;
}

export interface Answers {
  /** How often each was heard, in the order in which they first were. */
  readonly heard: ReadonlyMap<string, number>;
  readonly unanswered: number;
}

/** Calls it again and again until it is told to stop. */
export function askAllTheTime(api: Api, app: Called): () => Promise<Answers> {
  const stopped = new AbortController();
  const heard = new Map<string, number>();
  let unanswered = 0;
  const asking = (async () => {
    while (!stopped.signal.aborted) {
      const answer = await ask(api, app);
      if (answer === undefined) unanswered += 1;
      else heard.set(answer, (heard.get(answer) ?? 0) + 1);
      await wait(everyMs, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
  })();
  return async () => {
    stopped.abort();
    await asking;
    return { heard, unanswered };
  };
}

/** `Called 61 times meanwhile, it answered each time: Version 1 of the shop.` */
export function answersText({ heard, unanswered }: Answers): string {
  const total = unanswered + [...heard.values()].reduce((sum, count) => sum + count, 0);
  const [first, ...others] = heard;
  if (first !== undefined && others.length === 0 && unanswered === 0)
    return `Called ${total} times meanwhile, it answered each time: ${first[0]}`;
  const parts = [...heard].map(([answer, count]) => `  ${String(count).padStart(4)} times: ${answer}`);
  const silent = `  ${String(unanswered).padStart(4)} times nobody answered`;
  return [`Called ${total} times meanwhile, it answered:`, ...parts, ...(unanswered === 0 ? [] : [silent])].join('\n');
}
