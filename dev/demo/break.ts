import { type Api, mustHave } from '../engines/clusters/api.ts';
import { type Asking, breakFault, fixAll, fixFault } from './change.ts';
import { faultKinds, isFaultKind } from './fault.ts';
import { faultsIn } from './faults.ts';

/** From another terminal, on the running demo. */
export interface RunningDemo extends Asking {
  readonly openApi: () => Promise<Api>;
  /** What people type to start it, and before `break` and `fix`. */
  readonly start: string;
  readonly command: string;
  readonly say: (line: string) => void;
}

export async function breakIt(demo: RunningDemo, word: string | undefined): Promise<number> {
  if (word === undefined || !isFaultKind(word)) return unknownKind(demo, 'break', word);
  const fault = faultsIn()[word];
  await withApi(demo, (api) => breakFault(api, fault, demo));
  demo.say(fault.did);
  demo.say(`${fault.lookFor} Undo: ${demo.command} fix ${word}`);
  return 0;
}

export async function fixIt(demo: RunningDemo, word: string | undefined): Promise<number> {
  if (word !== undefined && !isFaultKind(word)) return unknownKind(demo, 'fix', word);
  const fault = word === undefined ? undefined : faultsIn()[word];
  await withApi(demo, (api) => (fault === undefined ? fixAll(api) : fixFault(api, fault)));
  demo.say(fault?.undid ?? 'Everything that break can break is whole again.');
  demo.say('Within seconds the score is back where it was; its incident resolves after five quiet minutes.');
  return 0;
}

async function withApi<T>(demo: RunningDemo, work: (api: Api) => Promise<T>): Promise<T> {
  let api: Api | undefined;
  try {
    api = await demo.openApi();
    mustHave(await api.call('GET', '/readyz'), '/readyz');
  } catch (error) {
    api?.close();
    throw new Error(`the demo's cluster does not answer. Next step: ${demo.start}, and wait until it is ready`, {
      cause: error,
    });
  }
  try {
    return await work(api);
  } finally {
    api.close();
  }
}

function unknownKind({ command, say }: RunningDemo, verb: string, word: string | undefined): number {
  const what = word === undefined ? `${verb} what?` : `There is nothing called "${word}" to ${verb}.`;
  say(`${what} There are ${faultKinds.join(', ')}. Next step: ${command} ${verb} ${faultKinds[0]}`);
  return 2;
}
