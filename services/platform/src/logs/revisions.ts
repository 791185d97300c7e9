import {
  type ClusterClient,
  ClusterUnreachable,
  KubernetesError,
  type LiveObject,
  templateHash,
} from '@wheelhouse/kubernetes';
import type { Revisions } from '@wheelhouse/pod-logs';
import { paths, revisionAnnotation, selectorOf } from '../engine/names.ts';

/** An app has few: three that are kept, and those of a rollout. */
const mostSets = 100;
const limitMs = 5_000;

/** Which revision of an app a pod runs. Pods do not say; their ReplicaSet has it from the Deployment. */
export class AppRevisions implements Revisions {
  readonly #app: { readonly id: string; readonly name: string; readonly namespace: string };
  #known: ReadonlyMap<string, number> = new Map();

  constructor(app: { readonly id: string; readonly name: string; readonly namespace: string }) {
    this.#app = app;
  }

  /** Null where nobody can tell: whoever reads logs does not wait for it. */
  of(hash: string | undefined): number | null {
    return this.#known.get(hash ?? '') ?? null;
  }

  async look(client: ClusterClient, hashes: readonly (string | undefined)[]): Promise<void> {
    if (hashes.every((hash) => this.of(hash) !== null)) return;
    try {
      const { id, name, namespace } = this.#app;
      const { items = [] } = await client.get<{ readonly items?: readonly LiveObject[] }>(
        paths(namespace, name).replicaSets,
        { labelSelector: selectorOf(id), limit: mostSets },
        AbortSignal.timeout(limitMs),
      );
      this.#known = new Map(items.flatMap(entryOf));
    } catch (error) {
      if (!(error instanceof KubernetesError) && !(error instanceof ClusterUnreachable)) throw error;
    }
  }
}

function entryOf({ metadata: { labels, annotations } }: LiveObject): readonly (readonly [string, number])[] {
  const revision = Number(annotations?.[revisionAnnotation]);
  const hash = labels?.[templateHash];
  return hash === undefined || !Number.isInteger(revision) ? [] : [[hash, revision]];
}
