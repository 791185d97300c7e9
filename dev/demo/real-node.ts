import { whyImpossible } from '../engines/node/machine.ts';
import { messageOf } from '../engines/runtime/health.ts';
import { clusterGroups, engines } from '../house/engines.ts';
import type { House } from '../house/house.ts';

/** Kubernetes, and where it can be a node on which pods truly run; answers why there is none. */
export async function bringNodes(
  house: House,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<string | undefined> {
  const why = house.home.isComposed ? 'dev/compose.yml does not have one' : await whyImpossible();
  if (why === undefined) {
    try {
      await engines('up', [...clusterGroups, 'node'], say, signal);
      return undefined;
    } catch (error) {
      // Whatever is wrong with Kubernetes itself is told by the second try.
      await engines('up', clusterGroups, say, signal);
      return messageOf(error).split('\n')[0];
    }
  }
  await engines('up', clusterGroups, say, signal);
  return why;
}
