import type { ClusterClient } from '@wheelhouse/kubernetes';
import { setTimeout as wait } from 'node:timers/promises';

interface Versioned {
  readonly metadata: { readonly namespace?: string; readonly name: string; readonly resourceVersion: string };
}

const again = 200;

/**
 * A watch as it is easily written: it lists once, and whenever the watch ends it begins a new one from now. What
 * happened in between it never hears of.
 */
export async function watchNaively(
  client: ClusterClient,
  path: string,
  seen: Map<string, string>,
  signal: AbortSignal,
): Promise<void> {
  const put = ({ metadata: { namespace, name, resourceVersion } }: Versioned, isGone = false) => {
    const key = namespace === undefined ? name : `${namespace}/${name}`;
    if (isGone) seen.delete(key);
    else seen.set(key, resourceVersion);
  };
  for (let isFirst = true; !signal.aborted; ) {
    try {
      let now = '';
      for await (const page of client.list<Versioned>(path)) {
        if (isFirst) for (const object of page.items) put(object);
        now = page.resourceVersion;
      }
      isFirst = false;
      for await (const event of client.watch<Versioned>(path, { resourceVersion: now, signal })) {
        if (event.type !== 'BOOKMARK') put(event.object, event.type === 'DELETED');
      }
    } catch {
      // It begins anew.
    }
    await wait(again);
  }
}
