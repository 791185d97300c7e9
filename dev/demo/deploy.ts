import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from '@wheelhouse/sdk';
import type { Api } from '../engines/clusters/api.ts';
import { type App, findApp, titleOf } from '../seed/app.ts';
import { type DeployKind, deployKinds, imageOf, type Stage, variablesOf } from '../seed/app-stage.ts';
import { answersText, askAllTheTime } from './asking.ts';

/** A new version of the demo's app, from another terminal: by the command line, as anybody would do it. */
export interface DeployingDemo {
  readonly client: () => Promise<Client>;
  readonly openApi: () => Promise<Api>;
  readonly stageOf: (app: App) => Promise<Stage>;
  /** `wheelhouse` with these words, on this terminal; its exit code. */
  readonly wheelhouse: (words: readonly string[]) => Promise<number>;
  /** The CloudSpace of the app, where it is not the usual one. */
  readonly space?: string;
  /** What people type before `deploy`. */
  readonly command: string;
  readonly say: (line: string) => void;
}

type Deployment = App['deployment'];

const notes: Readonly<Record<DeployKind, string>> = {
  good: 'a version that works',
  'bad-image': 'a version whose image nobody has pushed',
  crash: 'a version that crashes as it starts',
  slow: 'a version that does not come up in time',
};
/** As `wheelhouse apps deploy` ends. */
const codes = { live: 0, failed: 6 } as const;
const returnedWithinMs = 30_000;

export async function deployIt(demo: DeployingDemo, word: string | undefined): Promise<number> {
  if (word === undefined || !isDeployKind(word)) return unknownKind(demo, word);
  const client = await demo.client();
  const app = await findApp(client, demo.space);
  if (app === undefined) throw new Error(`the demo has no app yet. Next step: wait until it says that its app is Live`);
  const words = wordsFor(await demo.stageOf(app), app, word);
  demo.say(`$ wheelhouse ${words.map(quoted).join(' ')}`);
  const code = await called(demo, app, () => demo.wheelhouse(words));
  if (code !== codes.live && code !== codes.failed) return code;
  const tried = await ended(client, app.id, app.revision + 1);
  demo.say(toldOf(app, tried));
  demo.say(`In the dashboard: ${tried.url}`);
  return tried.phase === (word === 'good' ? 'Live' : 'RolledBack') ? 0 : 1;
}

/** The app is called all the while, so that it can be told whether anybody would have noticed. */
async function called<T>(demo: DeployingDemo, app: App, work: () => Promise<T>): Promise<T> {
  if (app.port === null) {
    const result = await work();
    demo.say('The app was not called meanwhile: KWOK simulates its pods, so nothing really runs.');
    return result;
  }
  const api = await demo.openApi();
  const stop = askAllTheTime(api, app);
  try {
    return await work();
  } finally {
    const answers = await stop();
    api.close();
    demo.say(answersText(answers));
  }
}

export function wordsFor(stage: Stage, app: App, kind: DeployKind): readonly string[] {
  const version = app.revision + 1;
  const wanted = variablesOf(stage, kind, version);
  return [
    'apps',
    'deploy',
    titleOf(app),
    '--image',
    imageOf(stage, kind, version),
    ...Object.entries(wanted).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
    // What made an earlier version misbehave.
    ...Object.keys(app.env).flatMap((name) => (name in wanted ? [] : ['--unset', name])),
    '--note',
    notes[kind],
  ];
}

/** Once the version before is Live again, a failed one counts as rolled back. */
async function ended(client: Client, id: string, revision: number): Promise<Deployment> {
  for (const deadline = performance.now() + returnedWithinMs; ; await wait(500)) {
    const { data } = await client.get('/platform/api/v1/apps/{id}/deployments/{revision}', {
      params: { id, revision },
    });
    if (data.phase !== 'Failed' || performance.now() > deadline) return data;
  }
}

function toldOf({ current_revision: before }: App, { revision, phase, rolled_back_to: back }: Deployment): string {
  if (phase === 'Live')
    return `Revision ${revision} is Live; ${before === null ? 'nothing ran before it' : `revision ${before} ran before it`}.`;
  if (phase === 'RolledBack')
    return `Revision ${revision} is RolledBack: it failed, and revision ${back} runs again, as revision ${revision + 1}.`;
  return `Revision ${revision} is ${phase}.`;
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word}'`;
}

function isDeployKind(word: string): word is DeployKind {
  return deployKinds.some((kind) => kind === word);
}

function unknownKind({ command, say }: DeployingDemo, word: string | undefined): number {
  const what = word === undefined ? 'deploy what?' : `There is no version called "${word}".`;
  say(`${what} There are ${deployKinds.join(', ')}. Next step: ${command} deploy crash`);
  return 2;
}
