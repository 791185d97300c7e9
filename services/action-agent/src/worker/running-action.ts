import { type Lease, type ModuleContext, stillHolds, type TenantDb } from '@wheelhouse/kit';
import { ClusterUnreachable, KubernetesError } from '@wheelhouse/kubernetes';
import type { AgentSettings } from '../config.ts';
import { afterSilence, type Silence } from '../plans/done-when.ts';
import { type Asked, askedBy } from '../plans/asked.ts';
import type { ActionRow } from '../records/row.ts';
import { type ActionChange, updateAction } from '../records/store.ts';
import { endAction, type Ending, lockedAction } from '../records/transitions.ts';
import type { WorkerCluster } from './worker-cluster.ts';

/** Another has the target by now: whatever this one would write or send is not its business any more. */
export class LeaseLost extends Error {}

/** The action is over, must wait, or its target is another's: there is nothing more to do here. */
export class Over extends Error {}

/** One action at work, under the lease of its target. Every write goes through here and holds the lease while it is made. */
export class RunningAction {
  readonly workerCluster: WorkerCluster;
  readonly asked: Asked;
  readonly signal: AbortSignal;
  readonly context: ModuleContext<AgentSettings>;
  readonly #lease: Lease;
  #row: ActionRow;
  #silentSince: number | undefined;

  constructor(
    context: ModuleContext<AgentSettings>,
    given: {
      readonly workerCluster: WorkerCluster;
      readonly row: ActionRow;
      readonly lease: Lease;
      readonly signal: AbortSignal;
    },
  ) {
    const { workerCluster, row, lease, signal } = given;
    this.context = context;
    // In the API server's audit log every request says for which action, and under which lease.
    const client = workerCluster.client.as(`wheelhouse-action-agent (action ${row.id}; lease ${lease.token})`);
    this.workerCluster = { ...workerCluster, client };
    this.asked = askedBy(row);
    this.signal = signal;
    this.#lease = lease;
    this.#row = row;
  }

  get row(): ActionRow {
    return this.#row;
  }

  /** What the restart of a Deployment is dated; the row's, once it has one. */
  get restartedAt(): string {
    return this.#row.restarted_at ?? this.context.clock.now().toISOString();
  }

  /** Writes under the lease, and only while the action executes: it may have been canceled a moment ago. */
  async write(change: ActionChange, also: (db: TenantDb) => Promise<void> = async () => undefined): Promise<void> {
    this.#row = await this.#underLease(async (db, row) => {
      await also(db);
      return updateAction(db, row, change);
    });
  }

  /** After the target was read and before a change of it is sent: what was read since another took over is not ours to change. */
  async mustHold(also: (db: TenantDb) => Promise<void> = async () => undefined): Promise<void> {
    this.#row = await this.#underLease(async (db, row) => {
      await also(db);
      return row;
    });
  }

  async end(ending: Ending): Promise<never> {
    await this.#underLease((db, row) => endAction(db, this.context, row, ending, this.context.clock.now()));
    throw new Over(ending.status);
  }

  async #underLease(work: (db: TenantDb, row: ActionRow) => Promise<ActionRow>): Promise<ActionRow> {
    const { database, schema } = this.context;
    this.signal.throwIfAborted();
    return database.tenant(this.workerCluster.tenantId, async (db) => {
      if (!(await stillHolds(db, schema, this.#lease))) throw new LeaseLost('another worker has taken over');
      const row = await lockedAction(db, this.#row.id);
      if (row?.status !== 'executing') throw new Over(row?.status ?? 'gone');
      return work(db, row);
    });
  }

  /** Asks the cluster. Undefined: it did not answer, and may be asked again; the action ends when it has been silent for too long. */
  async ask<T>(work: () => Promise<T>, effect: Silence['effect']): Promise<T | undefined> {
    try {
      const answer = await work();
      this.#silentSince = undefined;
      return answer;
    } catch (error) {
      this.signal.throwIfAborted();
      if (!isSilence(error)) {
        this.#silentSince = undefined;
        throw error;
      }
      const now = this.context.clock.now().getTime();
      this.#silentSince ??= now;
      const verdict = afterSilence({ of: 'api_server', since: this.#silentSince, now, effect });
      if (verdict.verdict === 'failed')
        await this.end({ status: 'failed', result: verdict.result, error: verdict.error });
      return undefined;
    }
  }
}

/** Also an API server that answers that it cannot answer right now. */
function isSilence(error: unknown): boolean {
  if (error instanceof ClusterUnreachable) return true;
  return error instanceof KubernetesError && (error.status === 429 || error.status >= 500);
}
