import { pause } from '@wheelhouse/kit';
import type { ClusterClient } from '@wheelhouse/kubernetes';
import type { AppRow } from '../apps/app-store.ts';
import type { Content } from '../apps/content.ts';
import { isRunning } from '../apps/phases.ts';
import { upsertState } from '../apps/state-store.ts';
import { askApp } from '../engine/reachable.ts';
import type { AppObjects } from './app-objects.ts';
import type { AppSeen } from './state-of.ts';
import { TakenOver, underLease, type WatchedCluster } from './watched.ts';

interface Asked {
  readonly content: Content;
  readonly name: string;
  readonly namespace: string;
  /** What was seen of it: it is asked again when that is another. */
  readonly seen: string;
  dueAt: number;
  reachable: boolean | undefined;
  message: string | undefined;
}

const lookEveryMs = 500;
const atOnce = 20;
/** After a change, once it has settled. */
const soonMs = 2_000;

/** Asks every app again and again whether it still answers, so that what is green stays true. */
export class ReachableRounds {
  readonly #watched: WatchedCluster;
  readonly #objects: AppObjects;
  readonly #client: ClusterClient;
  readonly #changed: (appId: string) => void;
  readonly #apps = new Map<string, Asked>();
  readonly #running = new Set<Promise<void>>();

  constructor(watched: WatchedCluster, objects: AppObjects, client: ClusterClient, changed: (appId: string) => void) {
    this.#watched = watched;
    this.#objects = objects;
    this.#client = client;
    this.#changed = changed;
  }

  lastOf(appId: string): { readonly reachable: boolean | undefined; readonly reachableMessage: string | undefined } {
    const { reachable, message } = this.#apps.get(appId) ?? {};
    return { reachable, reachableMessage: message };
  }

  /** Only what is Live and meant to run is asked; while it is deployed, whoever does that asks. */
  heed(app: AppRow, { deployment }: AppSeen): void {
    if (
      deployment === undefined ||
      app.current_revision === null ||
      isRunning(app.phase) ||
      deployment.replicas === 0
    ) {
      this.#apps.delete(app.id);
      return;
    }
    const seen = `${app.revision} ${deployment.uid} ${deployment.ready}/${deployment.replicas}`;
    const before = this.#apps.get(app.id);
    if (before?.seen === seen) return;
    const { name, content } = app;
    const { namespace } = deployment;
    const dueAt = this.#now() + soonMs;
    const { reachable, message } = before ?? { reachable: undefined, message: undefined };
    this.#apps.set(app.id, { content, name, namespace, seen, dueAt, reachable, message });
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const now = this.#now();
      for (const [id, asked] of this.#apps) {
        if (this.#running.size >= atOnce) break;
        if (asked.dueAt > now) continue;
        asked.dueAt = now + this.#watched.context.settings.REACHABLE_SECONDS * 1_000;
        const work = this.#ask(id, asked, signal).finally(() => this.#running.delete(work));
        this.#running.add(work);
      }
      await pause(lookEveryMs, signal);
    }
    await Promise.all(this.#running);
  }

  async #ask(id: string, asked: Asked, signal: AbortSignal): Promise<void> {
    try {
      const { reachable, message } = await this.#answer(id, asked, signal);
      const isNews = asked.reachable !== reachable;
      asked.reachable = reachable;
      asked.message = message;
      const { context } = this.#watched;
      await underLease(this.#watched, (db) =>
        upsertState(db, id, {
          reachable,
          reachable_by: asked.content.port === null ? 'readiness' : 'service_proxy',
          reachable_message: message,
          checked_at: context.clock.now(),
        }),
      );
      if (isNews) this.#changed(id);
    } catch (error) {
      if (signal.aborted || error instanceof TakenOver) return;
      // The cluster did not pass it on: that says nothing about the app, and that it is stale is told otherwise.
      this.#watched.context.log.debug({ err: error, app_id: id }, 'an app could not be asked');
    }
  }

  async #answer(id: string, { content, name, namespace }: Asked, signal: AbortSignal) {
    if (content.port !== null) {
      const { reachable, message } = await askApp(this.#client, { name, namespace }, content, signal);
      return { reachable, message: `It ${message}.` };
    }
    const deployment = this.#objects.deploymentOf({ appId: id, namespace });
    const [ready, wanted] = [deployment?.ready ?? 0, deployment?.replicas ?? 0];
    return { reachable: ready >= wanted, message: `${ready} of ${wanted} replicas are ready.` };
  }

  #now(): number {
    return this.#watched.context.clock.now().getTime();
  }
}
