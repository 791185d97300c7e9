import { setTimeout as wait } from 'node:timers/promises';
import { type Api, type ApiAnswer, mustHave } from '../../dev/engines/clusters/api.ts';
import { changed, collections, fresh, type Kind, keyOf } from './kinds.ts';
import type { Ledger } from './ledger.ts';

const lanes = 6;
/** Of each lane; pods come and go most. */
const most: Readonly<Record<Kind, number>> = { nodes: 3, pods: 12, deployments: 4 };
const turns: readonly Kind[] = ['pods', 'deployments', 'pods', 'nodes', 'pods', 'pods', 'deployments', 'pods'];

interface Written {
  readonly kind: Kind;
  readonly name: string;
}

/** Creates, patches and deletes at a steady pace, each object in one lane, so that its changes have an order. */
export class Writer {
  readonly #api: Api;
  readonly #ledger: Ledger;
  readonly #laneMs: number;
  readonly #running: Promise<void>[];
  #isOver = false;
  #gate: { readonly opened: Promise<void>; readonly open: () => void } | undefined;
  #underWay = 0;
  /** Answers that no change should get. */
  readonly faults: string[] = [];

  constructor(api: Api, ledger: Ledger, perSecond: number) {
    this.#api = api;
    this.#ledger = ledger;
    this.#laneMs = (lanes * 1_000) / perSecond;
    this.#running = Array.from({ length: lanes }, (_, lane) => this.#run(lane));
  }

  /** Holds still, with nothing under way. */
  async pause(): Promise<void> {
    let open: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    this.#gate = { opened, open };
    while (this.#underWay > 0) await wait(5);
  }

  resume(): void {
    this.#gate?.open();
    this.#gate = undefined;
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    this.resume();
    await Promise.all(this.#running);
  }

  async #run(lane: number): Promise<void> {
    const there: Written[] = [];
    for (let count = 0; ; count += 1) {
      // Looked at again after each wait: nothing may begin between the look and the beginning.
      while (this.#gate !== undefined) await this.#gate.opened;
      if (this.#isOver) return;
      this.#underWay += 1;
      const sent = await this.#change(lane, count, there).catch((error: unknown) => {
        this.faults.push(String(error));
        return false;
      });
      this.#underWay -= 1;
      // Nobody answers: a change is worth nothing until somebody does.
      if (!sent) await this.#answering();
      await wait(this.#laneMs);
    }
  }

  async #answering(): Promise<void> {
    while (!this.#isOver) {
      const answer = await this.#api.call('GET', '/readyz').catch(() => undefined);
      if (answer?.status === 200) return;
      await wait(50);
    }
  }

  /** One change; false if nobody knows whether it was made. */
  async #change(lane: number, count: number, there: Written[]): Promise<boolean> {
    const kind = turns[(count + lane) % turns.length] ?? 'pods';
    const mine = there.filter((one) => one.kind === kind);
    // The oldest goes when there are enough; one in three is new.
    const [oldest] = mine;
    if (oldest !== undefined && mine.length >= most[kind]) return this.#delete(oldest, there);
    if (oldest === undefined || count % 3 === 0) return this.#create({ kind, name: `lane-${lane}-${count}` }, there);
    return this.#patch(mine[count % mine.length] ?? oldest, count, there);
  }

  async #create(one: Written, there: Written[]): Promise<boolean> {
    const { kind, name } = one;
    const answer = await this.#api.call('POST', collections[kind], fresh[kind](name)).catch(() => undefined);
    if (!this.#confirmed(answer, one, there)) return false;
    there.push(one);
    return true;
  }

  async #patch(one: Written, count: number, there: Written[]): Promise<boolean> {
    const path = `${collections[one.kind]}/${one.name}`;
    const answer = await this.#api.call('PATCH', path, changed[one.kind](count)).catch(() => undefined);
    return this.#confirmed(answer, one, there);
  }

  async #delete(one: Written, there: Written[]): Promise<boolean> {
    const path = `${collections[one.kind]}/${one.name}?gracePeriodSeconds=0`;
    const answer = await this.#api.call('DELETE', path).catch(() => undefined);
    if (!this.#isSure(answer, one, there)) return false;
    this.#ledger.deleted(one.kind, keyOf(one.kind, one.name));
    there.splice(there.indexOf(one), 1);
    return true;
  }

  #confirmed(answer: ApiAnswer | undefined, one: Written, there: Written[]): boolean {
    if (!this.#isSure(answer, one, there)) return false;
    const { metadata } = JSON.parse(answer.text) as { metadata: { resourceVersion: string } };
    this.#ledger.written(one.kind, keyOf(one.kind, one.name), metadata.resourceVersion);
    return true;
  }

  /** Without an answer, or with the server's own trouble as one, the object is left alone from now on. */
  #isSure(answer: ApiAnswer | undefined, one: Written, there: Written[]): answer is ApiAnswer {
    if (answer === undefined || answer.status >= 500 || answer.status === 429) {
      this.#ledger.doubtful(one.kind, keyOf(one.kind, one.name));
      if (there.includes(one)) there.splice(there.indexOf(one), 1);
      return false;
    }
    mustHave(answer, `${one.kind} ${one.name}`);
    return true;
  }
}
