import {
  type ClusterClient,
  KeptLimit,
  type KeptLimits,
  type LiveDeployment,
  type LiveObject,
  type LivePod,
  Reflector,
  resources,
} from '@wheelhouse/kubernetes';
import { appLabel } from '../engine/names.ts';
import { type KeptDeployment, keptDeployment, type KeptPod, keptPod, type KeptService, keptService } from './kept.ts';

interface Given {
  readonly client: ClusterClient;
  readonly limits: KeptLimits;
  readonly clock: () => number;
  readonly log: (text: string, error: unknown) => void;
  /** Something of this app is another. */
  readonly changed: (appId: string) => void;
}

/** An app, and the namespace of its CloudSpace. */
interface PlacedApp {
  readonly appId: string;
  readonly namespace: string;
}

/** A reflector, whatever it follows. */
interface Followed {
  readonly isSynced: boolean;
  readonly observedAt: number | undefined;
  readonly run: (signal: AbortSignal) => Promise<void>;
}

/** All objects of apps in one cluster, followed by label: one list and one watch a kind. */
export class AppObjects {
  readonly deployments: Reflector<LiveDeployment, KeptDeployment>;
  readonly services: Reflector<LiveObject, KeptService>;
  readonly #pods: Reflector<LivePod, KeptPod>;
  readonly #deploymentByApp = new Map<string, KeptDeployment>();
  readonly #serviceByApp = new Map<string, KeptService>();
  readonly #podsByApp = new Map<string, Map<string, KeptPod>>();
  readonly #limit: KeptLimit;

  constructor({ client, limits, clock, log, changed }: Given) {
    this.#limit = new KeptLimit(limits);
    const shared = { client, labelSelector: appLabel, clock, log, keptLimit: this.#limit };
    const tell = (now: { readonly appId: string } | undefined, before: { readonly appId: string } | undefined) => {
      if (before !== undefined) changed(before.appId);
      if (now !== undefined && now.appId !== before?.appId) changed(now.appId);
    };
    this.deployments = new Reflector({
      ...shared,
      path: resources.deployments,
      keep: keptDeployment,
      onChange: (_key, now, before) => {
        index(this.#deploymentByApp, now, before);
        tell(now, before);
      },
    });
    this.services = new Reflector({
      ...shared,
      path: '/api/v1/services',
      keep: keptService,
      onChange: (_key, now, before) => {
        index(this.#serviceByApp, now, before);
        tell(now, before);
      },
    });
    this.#pods = new Reflector({
      ...shared,
      path: resources.pods,
      keep: keptPod,
      onChange: (key, now, before) => {
        this.#index(key, now, before);
        tell(now, before);
      },
    });
  }

  get isSynced(): boolean {
    return this.#all().every(({ isSynced }) => isSynced);
  }

  /** Up to when all of it is known; undefined until it is whole. */
  get observedAt(): number | undefined {
    const times = this.#all().map(({ observedAt }) => observedAt);
    return times.some((time) => time === undefined)
      ? undefined
      : Math.min(...times.filter((time) => time !== undefined));
  }

  deploymentOf(app: PlacedApp): KeptDeployment | undefined {
    return this.#deploymentByApp.get(placeOf(app));
  }

  serviceOf(app: PlacedApp): KeptService | undefined {
    return this.#serviceByApp.get(placeOf(app));
  }

  podsOf(app: PlacedApp): readonly KeptPod[] {
    return [...(this.#podsByApp.get(placeOf(app))?.values() ?? [])];
  }

  /** Until the signal ends; throws where there is more than may be kept. */
  async run(signal: AbortSignal): Promise<void> {
    try {
      await Promise.all(this.#all().map((one) => one.run(signal)));
    } finally {
      this.#limit.release();
    }
  }

  #all(): readonly Followed[] {
    return [this.deployments, this.services, this.#pods];
  }

  #index(key: string, now: KeptPod | undefined, before: KeptPod | undefined): void {
    if (before !== undefined && before.appId !== now?.appId) {
      const pods = this.#podsByApp.get(placeOf(before));
      pods?.delete(key);
      if (pods?.size === 0) this.#podsByApp.delete(placeOf(before));
    }
    if (now === undefined) return;
    const pods = this.#podsByApp.get(placeOf(now)) ?? new Map<string, KeptPod>();
    pods.set(key, now);
    this.#podsByApp.set(placeOf(now), pods);
  }
}

/**
 * A label is written by whoever may write the object: what says in another namespace that it belongs to an app is not
 * of that app.
 */
function placeOf({ appId, namespace }: PlacedApp): string {
  return `${namespace} ${appId}`;
}

/** An app has one of each. */
function index<Kept extends PlacedApp & { readonly uid: string }>(
  byApp: Map<string, Kept>,
  now: Kept | undefined,
  before: Kept | undefined,
): void {
  if (before !== undefined && byApp.get(placeOf(before))?.uid === before.uid) byApp.delete(placeOf(before));
  if (now !== undefined) byApp.set(placeOf(now), now);
}
