import { auditWriter, type Bell, type ModuleContext, pause, type TenantDb } from '@wheelhouse/kit';
import { attemptsTotal } from '../metrics.ts';
import type { WebhookSettings } from '../config.ts';
import { endTurns, type Outcome, type TurnEnd, writeOutcomes } from './outcomes.ts';
import { disableGone } from './unsent.ts';

/** What is to be written of one tenant. */
interface Page {
  outcomes: Outcome[];
  ends: TurnEnd[];
  /** Attempts of it that have not ended. */
  underWay: number;
  writing: Promise<void> | undefined;
  timer: NodeJS.Timeout | undefined;
}

/** How long an outcome waits for others of its tenant: so many attempts at most are made again after a crash. */
const gatherMs = 25;
/** Tenants written for at once: what comes in while one waits for its turn is written with it. */
const mostAtOnce = 4;
const againAfterMs = 250;
/** After that the leases are over, and others have taken the lanes. */
const tryForMs = 30_000;
/** It outlives the worker's signal: what was sent is written down. */
const never = new AbortController().signal;

/** Outcomes and ends of turns are gathered by tenant and written together, each tenant's in a transaction of its own. */
export class OutcomeWriter {
  readonly #context: ModuleContext<WebhookSettings>;
  readonly #bell: Bell;
  readonly #pages = new Map<string, Page>();
  /** Those that wait for their turn to be written. */
  readonly #waiting = new Set<string>();
  #underWay = 0;

  constructor(context: ModuleContext<WebhookSettings>, bell: Bell) {
    this.#context = context;
    this.#bell = bell;
  }

  begin(tenantId: string, attempts: number): void {
    this.#page(tenantId).underWay += attempts;
  }

  /** One that was begun and has no outcome. */
  forget(tenantId: string, end: TurnEnd | undefined): void {
    this.#page(tenantId).underWay -= 1;
    if (end !== undefined) this.end(end);
  }

  /** The outcome of an attempt that was begun; with the last of its turn comes the turn's end. */
  outcome(outcome: Outcome, end: TurnEnd | undefined): void {
    const { tenantId } = outcome.lane;
    const page = this.#page(tenantId);
    page.outcomes.push(outcome);
    page.underWay -= 1;
    if (end !== undefined) page.ends.push(end);
    this.#writeSoon(tenantId, page);
  }

  end(end: TurnEnd): void {
    const { tenantId } = end.lane;
    const page = this.#page(tenantId);
    page.ends.push(end);
    this.#writeSoon(tenantId, page);
  }

  /** Resolves when everything that has come in is written; it does not wait for what is still under way. */
  async written(): Promise<void> {
    for (;;) {
      for (const [tenantId, page] of this.#pages) this.#write(tenantId, page);
      const writing = [...this.#pages.values()].flatMap((page) => page.writing ?? []);
      if (writing.length === 0) return;
      await Promise.all(writing);
    }
  }

  #page(tenantId: string): Page {
    let page = this.#pages.get(tenantId);
    if (page === undefined) {
      page = { outcomes: [], ends: [], underWay: 0, writing: undefined, timer: undefined };
      this.#pages.set(tenantId, page);
    }
    return page;
  }

  #writeSoon(tenantId: string, page: Page): void {
    if (page.writing !== undefined) return;
    // Nothing else to wait for.
    if (page.underWay === 0) this.#write(tenantId, page);
    else page.timer ??= setTimeout(() => this.#write(tenantId, page), gatherMs);
  }

  #write(tenantId: string, page: Page): void {
    clearTimeout(page.timer);
    page.timer = undefined;
    if (page.writing !== undefined) return;
    const { outcomes, ends } = page;
    if (outcomes.length === 0 && ends.length === 0) {
      if (page.underWay === 0) this.#pages.delete(tenantId);
      return;
    }
    if (this.#underWay >= mostAtOnce) {
      this.#waiting.add(tenantId);
      return;
    }
    this.#waiting.delete(tenantId);
    this.#underWay += 1;
    page.outcomes = [];
    page.ends = [];
    page.writing = this.#keepTrying(tenantId, outcomes, ends).finally(() => {
      this.#underWay -= 1;
      page.writing = undefined;
      if (page.outcomes.length > 0 || page.ends.length > 0) this.#writeSoon(tenantId, page);
      else if (page.underWay === 0) this.#pages.delete(tenantId);
      this.#writeNext();
    });
  }

  #writeNext(): void {
    for (const tenantId of this.#waiting) {
      if (this.#underWay >= mostAtOnce) return;
      this.#waiting.delete(tenantId);
      this.#write(tenantId, this.#page(tenantId));
    }
  }

  async #keepTrying(tenantId: string, outcomes: readonly Outcome[], ends: readonly TurnEnd[]): Promise<void> {
    const { database, clock, log } = this.#context;
    const began = performance.now();
    for (;;) {
      try {
        const now = clock.now();
        const isDue = await database.tenant(tenantId, (db) => this.#enter(db, outcomes, ends, now));
        count(outcomes);
        if (isDue) this.#bell.ring();
        return;
      } catch (error) {
        log.warn({ err: error, outcomes: outcomes.length }, 'delivery outcomes could not be written');
        if (performance.now() - began > tryForMs) return;
        await pause(againAfterMs, never);
      }
    }
  }

  async #enter(db: TenantDb, outcomes: readonly Outcome[], ends: readonly TurnEnd[], now: Date): Promise<boolean> {
    for (const { attempt, lane } of outcomes)
      if (attempt.failure === 'gone') await this.#disable(db, lane.subscriptionId, attempt.url, now);
    // Asked in this order and at once: the look for what is due next sees what was just written.
    return db.last(async () => {
      const [, isDue] = await Promise.all([writeOutcomes(db, outcomes, now), endTurns(db, ends, now)]);
      return isDue;
    });
  }

  async #disable(db: TenantDb, subscriptionId: string, url: string, now: Date): Promise<void> {
    if (!(await disableGone(db, subscriptionId, url, now))) return;
    const { emit, clock, module } = this.#context;
    await auditWriter(emit, clock)(db, {
      action: 'webhook.disable',
      route: '',
      actor: { kind: 'module', id: module, credential_id: null },
      object_id: subscriptionId,
      request_id: null,
      address: null,
      result: 'done',
      count: 1,
      details: { reason: 'gone', url },
    });
  }
}

function count(outcomes: readonly Outcome[]): void {
  const ends = Map.groupBy(outcomes, ({ attempt }) => attempt.failure ?? 'succeeded');
  for (const [outcome, those] of ends) attemptsTotal.inc({ outcome }, those.length);
}
