import { type Bell, clusterGuard, pause } from '@wheelhouse/kit';
import { KeptLimit, type ClusterAccess, openCluster } from '@wheelhouse/kubernetes';
import type { RunningActions } from '../actions/running-actions.ts';
import { ClusterState } from '../state/cluster-state.ts';
import { runRounds } from './rounds.ts';
import { faultOf, follow, type Followed, observedAt } from './followed.ts';
import { Judge, type MonitorContext } from './round.ts';
import { type Hold, TakenOver } from './store.ts';
import type { TenantShare } from './tenant-shares.ts';
import { UsagePoll } from './usage.ts';

interface SessionOptions {
  readonly context: MonitorContext;
  readonly tenantId: string;
  readonly hold: Hold;
  readonly access: ClusterAccess;
  /** Also rung from outside, when something of the running actions has changed. */
  readonly bell: Bell;
  readonly running: RunningActions;
  readonly share: TenantShare;
  /** Why the cluster is not observed; undefined: it is. Told again and again. */
  readonly tellFault: (fault: string | undefined) => Promise<void>;
  /** Up to when what is written is true; undefined: nothing of this session is written yet. */
  readonly tellObserved: (at: number | undefined) => void;
  readonly signal: AbortSignal;
}

const lookEveryMs = 50;
const tellEveryMs = 1_000;
/** What can be done without is waited for this long, so that a new watcher does not take its issues for resolved. */
const optionalWithinMs = 5_000;
const againAfterMs = 1_000;
const staleAfterMs = 10_000;

/** Follows a cluster with one set of credentials, until the signal ends. Throws only when somebody else has taken over. */
export async function followCluster(options: SessionOptions): Promise<void> {
  const { context, tenantId, hold, access, bell, running, share, signal: outer } = options;
  const { clock, log, settings } = context;
  const over = new AbortController();
  const signal = AbortSignal.any([outer, over.signal]);
  const { lookup, whyNotHost } = clusterGuard(settings);
  const client = openCluster(access, {
    userAgent: 'wheelhouse-k8s-monitor',
    lookup,
    whyNotHost,
    reading: share.reading,
  });
  const state = new ClusterState();
  const usage = new UsagePoll(client, state);
  const keptLimit = new KeptLimit(
    { objects: settings.CLUSTER_MAX_OBJECTS, bytes: settings.CLUSTER_MAX_MEBIBYTES * 1024 * 1024 },
    share.kept,
  );
  const followed = follow({
    client,
    state,
    keptLimit,
    changed: () => bell.ring(),
    podChanged: (key, now, before) => usage.podChanged(key, now, before),
    log: (text, error) => log.warn({ err: error, cluster_id: hold.clusterId }, text),
    clock: () => clock.now().getTime(),
  });
  const required = followed.filter((one) => one.required);
  const judge = new Judge(context, tenantId, hold, { state, running });
  let isWritten = false;
  let unwritten: string | undefined;

  async function judging(): Promise<void> {
    await until(() => required.every(({ reflector }) => reflector.isSynced), signal);
    const patience = performance.now() + optionalWithinMs;
    await until(() => performance.now() > patience || (usage.hasAsked && followed.every(isSettled)), signal);
    await runRounds(bell, round, signal);
  }

  async function round(): Promise<number> {
    const at = observedAt(followed);
    // Time alone judges nothing that was not seen lately: what is told is what was last known.
    if (at === undefined || clock.now().getTime() - at > staleAfterMs) return againAfterMs;
    try {
      const metrics = { resource: 'metrics.k8s.io', category: 'capacity', fault: usage.fault } as const;
      const waitMs = await judge.round([...followed.filter((one) => !one.required).map(looked), metrics], at);
      isWritten = true;
      unwritten = undefined;
      options.tellObserved(observedAt(followed));
      return waitMs;
    } catch (error) {
      if (error instanceof TakenOver) throw error;
      isWritten = false;
      unwritten = `observations could not be written: ${wordsOf(error)}`;
      if (!signal.aborted)
        log.warn({ err: error, cluster_id: hold.clusterId }, 'observations of a cluster could not be written');
      return againAfterMs;
    }
  }

  async function telling(): Promise<void> {
    while (!signal.aborted) {
      options.tellObserved(isWritten ? observedAt(followed) : undefined);
      const fault = faultOf(followed) ?? unwritten;
      // That nothing is wrong is known only once everything was read: until then what was wrong before stays told.
      if (fault !== undefined || followed.every(isSettled)) await options.tellFault(fault);
      await pause(tellEveryMs, signal);
    }
  }

  async function polling(): Promise<void> {
    await until(() => required.every(({ reflector }) => reflector.isSynced), signal);
    await usage.run(settings.METRICS_EVERY_SECONDS * 1_000, () => bell.ring(), signal);
  }

  try {
    const work = [judging(), telling(), polling(), ...followed.map(({ reflector }) => reflector.run(signal))];
    const ends = await Promise.allSettled(work.map((one) => one.finally(() => over.abort())));
    const failed = ends.find((end) => end.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  } finally {
    options.tellObserved(undefined);
    keptLimit.release();
    await client.close();
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function looked({ resource, category, reflector }: Followed) {
  return { resource, category, fault: reflector.fault };
}

function isSettled({ reflector }: Followed): boolean {
  return reflector.isSynced || reflector.fault !== undefined;
}

async function until(isSo: () => boolean, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && !isSo()) await pause(lookEveryMs, signal);
}
