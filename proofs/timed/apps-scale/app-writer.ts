import { setTimeout as wait } from 'node:timers/promises';
import { type Api, type ApiAnswer, mustHave } from '../../../dev/engines/clusters/api.ts';

/** What an app was last made to be by somebody who came by kubectl. */
export interface Made {
  readonly id: string;
  readonly namespace: string;
  readonly name: string;
  replicas: number;
  isEdited: boolean;
  isDeleted: boolean;
  /** A change of it was not answered: nobody knows what it is. */
  isDoubtful: boolean;
}

const lanes = 4;
/** Of twenty changes: eleven counts, five edits, three pods deleted, one Deployment. */
const turns = 'cecpcecpcecpcecececd';

/** Changes apps past Wheelhouse, each confirmed change on the record. */
export class AppWriter {
  readonly #api: Api;
  readonly #apps: readonly Made[];
  #next = 0;
  confirmed = 0;

  constructor(api: Api, apps: readonly Made[]) {
    this.#api = api;
    this.#apps = apps;
  }

  /** Until so many more are confirmed, or the signal ends. */
  async write(most: number, signal?: AbortSignal): Promise<void> {
    const end = this.confirmed + most;
    await Promise.all(
      Array.from({ length: lanes }, async () => {
        while (this.confirmed < end && signal?.aborted !== true) await this.#one();
      }),
    );
  }

  async #one(): Promise<void> {
    const turn = this.#next;
    this.#next += 1;
    // Neighbours in the list are changed in turn, and all of them before the first is changed again.
    const app = this.#apps[turn % this.#apps.length];
    if (app === undefined || app.isDeleted || app.isDoubtful) return wait(1);
    const kind = turns[(turn + Math.floor(turn / this.#apps.length)) % turns.length];
    const answer = await this.#change(kind ?? 'c', app, turn).catch(() => undefined);
    if (answer === undefined || answer.status >= 500 || answer.status === 429) {
      app.isDoubtful = true;
      return this.#answering();
    }
    mustHave(answer, `a change of ${app.name}`);
    this.confirmed += 1;
  }

  async #change(kind: string, app: Made, turn: number): Promise<ApiAnswer> {
    const path = `/apis/apps/v1/namespaces/${app.namespace}/deployments/${app.name}`;
    if (kind === 'd') {
      const answer = await this.#api.call('DELETE', path);
      app.isDeleted = true;
      return answer;
    }
    if (kind === 'e') {
      const annotations = { 'example.com/edited': String(turn) };
      const change = { spec: { template: { metadata: { annotations } } } };
      const answer = await this.#api.call('PATCH', `${path}?fieldManager=kubectl-edit`, change);
      app.isEdited = true;
      return answer;
    }
    if (kind === 'p') {
      const pods = `/api/v1/namespaces/${app.namespace}/pods?labelSelector=wheelhouse.dev/app=${app.id}`;
      return this.#api.call('DELETE', pods);
    }
    const replicas = (app.replicas % 3) + 1;
    const answer = await this.#api.call('PATCH', `${path}/scale?fieldManager=kubectl-scale`, { spec: { replicas } });
    app.replicas = replicas;
    return answer;
  }

  async #answering(): Promise<void> {
    for (;;) {
      const answer = await this.#api.call('GET', '/readyz').catch(() => undefined);
      if (answer?.status === 200) return;
      await wait(50);
    }
  }
}
