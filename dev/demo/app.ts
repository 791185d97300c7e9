import type { Client } from '@wheelhouse/sdk';
import { environmentOf } from '../engines/commands/env.ts';
import { kube } from '../engines/clusters/cluster.ts';
import { withApi } from '../engines/clusters/engine-api.ts';
import type { House } from '../house/house.ts';
import { type App, ensureApp, titleOf } from '../seed/app.ts';
import { onKwok, type Stage } from '../seed/app-stage.ts';
import { onRealNode } from '../seed/real-stage.ts';
import { firstAnswer } from './asking.ts';
import type { Voice } from './voice.ts';

export interface BringingApp {
  readonly house: House;
  readonly client: Client;
  readonly clusterId: string;
  readonly url: string;
  readonly voice: Voice;
  readonly signal: AbortSignal;
  /** Why there is no node on which pods truly run; undefined where there is one. */
  readonly whyPlayed: string | undefined;
}

/** The demo's app, until it is Live and answers; tells how it stands. */
export async function bringApp(bringing: BringingApp): Promise<void> {
  const { house, client, clusterId, url, voice, signal, whyPlayed } = bringing;
  const stage = whyPlayed === undefined ? await realStage(house) : onKwok;
  const app = await ensureApp(client, { clusterId, stage, signal });
  const page = `${url}/apps/${app.id}`;
  const told = app.port === null ? playedText(app, whyPlayed) : await answerText(bringing, app);
  const { phase, revision } = app;
  voice.tell({ at: 'app_ready', app_id: app.id, url: page, phase, revision, is_real: app.port !== null });
  voice.say(`${told}\nIts page: ${page}`);
}

/** The one that runs was made for this, whatever the machine could do today. */
export async function stageOf(house: House, app: App): Promise<Stage> {
  return app.port === null ? onKwok : realStage(house);
}

async function realStage({ home }: House): Promise<Stage> {
  return onRealNode((await environmentOf(home))['TEST_IMAGE'] ?? '');
}

function playedText(app: App, why = 'it was made where there was no real node'): string {
  return `The app ${titleOf(app)} is ${stateOf(app)}, as a worker: KWOK simulates its pods, so nothing really runs and it cannot be called (${why}).`;
}

async function answerText({ house, signal, whyPlayed }: BringingApp, app: App): Promise<string> {
  const answer = await withApi(house.home, kube, (api) => firstAnswer(api, app, signal));
  const why = whyPlayed === undefined ? '' : ` It needs the real node, which is not there: ${whyPlayed}.`;
  return answer === undefined
    ? `The app ${titleOf(app)} is ${stateOf(app)}, but it does not answer.${why}`
    : `The app ${titleOf(app)} is ${stateOf(app)} on a real node, and answers: ${answer}`;
}

function stateOf({ phase, message }: App): string {
  return message === null ? phase : `${phase} (${message})`;
}
