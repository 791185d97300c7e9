import { type Lease, type ModuleContext, stillHolds, type TenantDb } from '@wheelhouse/kit';
import type { ClusterClient } from '@wheelhouse/kubernetes';
import type { ClusterClients } from '../cluster-clients/cluster-clients.ts';
import { cloudspaceMessage, type CloudspaceReason } from '../cloudspaces/reasons.ts';
import { type CloudspaceRow, postpone, selectCloudspace, updateCloudspace } from '../cloudspaces/store.ts';
import type { PlatformSettings } from '../config.ts';
import { mustBeActive } from '../suspended.ts';
import { lookAgainMs } from './transitions.ts';

type Context = ModuleContext<PlatformSettings>;

/** Another has the CloudSpace by now: whatever this one would write or send is not its business any more. */
export class LeaseLost extends Error {}

/** Somebody has changed or deleted it meanwhile: what was read is worth nothing, begin again. */
export class Changed extends Error {}

/** One CloudSpace at work, under its lease. Every write goes through here and holds the lease while it is made. */
export class CloudspaceWork {
  readonly context: Context;
  readonly tenantId: string;
  readonly signal: AbortSignal;
  readonly #clients: ClusterClients;
  readonly #lease: Lease;
  #row: CloudspaceRow;

  constructor(
    context: Context,
    given: {
      readonly tenantId: string;
      readonly clients: ClusterClients;
      readonly row: CloudspaceRow;
      readonly lease: Lease;
      readonly signal: AbortSignal;
    },
  ) {
    this.context = context;
    this.tenantId = given.tenantId;
    this.signal = given.signal;
    this.#clients = given.clients;
    this.#lease = given.lease;
    this.#row = given.row;
  }

  get row(): CloudspaceRow {
    return this.#row;
  }

  /** In the API server's audit log every request says for which CloudSpace, and under which lease. */
  async client(): Promise<ClusterClient> {
    const { id, cluster_id: clusterId } = this.#row;
    const { client } = await this.#clients.clientOf(this.tenantId, clusterId, this.signal);
    return client.as(`wheelhouse-platform (cloudspace ${id}; lease ${this.#lease.token})`);
  }

  get isLate(): boolean {
    const { deadline_at: deadline } = this.#row;
    return deadline !== null && deadline <= this.context.clock.now();
  }

  /** One step of the row, by a transition. */
  async move(step: (db: TenantDb, row: CloudspaceRow) => Promise<CloudspaceRow>): Promise<void> {
    this.#row = await this.#underLease(step);
  }

  /** The last step: the row is gone afterwards. */
  async end(step: (db: TenantDb, row: CloudspaceRow) => Promise<void>): Promise<void> {
    await this.#underLease(async (db, row) => {
      await step(db, row);
      return row;
    });
  }

  /** After something was read and before a change of it is sent: what was read since another took over is not ours to change. */
  async mustHold(): Promise<void> {
    await this.move(async (db, row) => {
      await mustBeActive(db, this.context);
      return row;
    });
  }

  /** Before the first of all writes: from now on something of it may be in the cluster. */
  async noteSent(): Promise<void> {
    const { clock } = this.context;
    if (this.#row.sent) return;
    await this.move(async (db, row) => {
      await mustBeActive(db, this.context);
      return updateCloudspace(db, row, { sent: true }, clock.now());
    });
  }

  /** Nothing more can be done for now. What it waits for is told if it is news. */
  async wait(
    milliseconds: number,
    waitsFor?: { readonly reason: CloudspaceReason; readonly known?: string | undefined },
  ): Promise<void> {
    const at = new Date(this.context.clock.now().getTime() + milliseconds);
    const message = waitsFor === undefined ? this.#row.message : cloudspaceMessage(waitsFor.reason, waitsFor.known);
    const reason = waitsFor?.reason ?? this.#row.reason;
    await this.move(async (db, row) => {
      if (message !== row.message || reason !== row.reason) return updateCloudspace(db, row, { reason, message }, at);
      await postpone(db, row.id, at);
      return row;
    });
  }

  /** Nothing to do until it changes; one that is Ready is looked at now and then. */
  async rest(): Promise<void> {
    const now = this.context.clock.now().getTime();
    const at = this.#row.phase === 'Ready' ? new Date(now + lookAgainMs) : null;
    await this.move(async (db, row) => {
      await postpone(db, row.id, at);
      return row;
    });
  }

  async #underLease(step: (db: TenantDb, row: CloudspaceRow) => Promise<CloudspaceRow>): Promise<CloudspaceRow> {
    const { database, schema } = this.context;
    this.signal.throwIfAborted();
    return database.tenant(this.tenantId, async (db) => {
      if (!(await stillHolds(db, schema, this.#lease))) throw new LeaseLost('another worker has taken over');
      const row = await selectCloudspace(db, this.#row.id, 'FOR UPDATE');
      const { phase, generation } = this.#row;
      if (row === undefined || row.phase !== phase || row.generation !== generation) throw new Changed('begin again');
      return step(db, row);
    });
  }
}
