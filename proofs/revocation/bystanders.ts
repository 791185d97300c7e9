import { setTimeout as wait } from 'node:timers/promises';
import { caller, eventually } from '@wheelhouse/testkit';
import type { Scene } from './causes.ts';
import { changeNote, readNote, streamOf } from './gateway-call.ts';
import { type Held, personalToken, serviceAccount, signedIn } from './holders.ts';
import { openStream, type OpenStream } from './open-stream.ts';
import { statusOf } from './refusal.ts';

/** Some whom nothing of this concerns; they must never be refused, and their streams never end. */
export interface Bystanders {
  /** Ends them; answers how many requests were sent and refused, how many streams were open and how many ended. */
  readonly end: () => Promise<BystandersTold>;
}

export interface BystandersTold {
  readonly sent: number;
  readonly refused: number;
  /** Told 503, that it cannot be told right now: on a busy machine auth may not be heard of for a while. */
  readonly unsure: number;
  readonly streams: number;
  /** Those that ended, or did not tell of the last change. */
  readonly cut: number;
}

const pauseMs = 40;
/** One request in so many changes something, and so is told by the streams. */
const changesEvery = 5;
const lastWord = 'the last word';

interface Bystander extends Held {
  readonly note: string;
  readonly streams: readonly OpenStream[];
}

/** One of each kind of credential of the same tenant, with a stream through every gateway; some others at the modules. */
export async function bringBystanders(scene: Scene, atModules: number): Promise<Bystanders> {
  const { gateways, followers, own, owner } = scene;
  const holders: readonly Held[] = [
    await personalToken(scene, own),
    await signedIn(scene, own),
    await serviceAccount(scene, owner),
  ];
  const bystanders: readonly Bystander[] = await Promise.all(
    holders.map(async (held) => {
      const note = await scene.note(held.token);
      const streams = await Promise.all(gateways.map((gateway) => openStream(gateway + streamOf(note), held.shown)));
      return { ...held, note, streams };
    }),
  );
  const ending = new AbortController();
  let [sent, refused, unsure] = [0, 0, 0];
  const going = async (ask: (turn: number) => Promise<number>) => {
    for (let turn = 0; !ending.signal.aborted; turn += 1) {
      const status = await ask(turn).catch(() => 0);
      sent += 1;
      if (status === 503) unsure += 1;
      else if (status !== 200) refused += 1;
      await wait(pauseMs);
    }
  };
  const at = (places: readonly string[], turn: number) => places[turn % places.length] ?? '';
  const loops = [
    ...bystanders.map(({ shown, note }) =>
      going((turn) => {
        const gateway = at(gateways, turn);
        return turn % changesEvery === 0
          ? changeNote(gateway, shown, note, `turn ${turn}`)
          : readNote(gateway, shown, note);
      }),
    ),
    ...(await Promise.all(Array.from({ length: atModules }, () => caller()))).map(({ token }) =>
      going((turn) => statusOf(at(followers, turn), token)),
    ),
  ];
  return {
    end: async () => {
      ending.abort();
      await Promise.all(loops);
      const first = at(gateways, 0);
      await Promise.all(bystanders.map(({ shown, note }) => changeNote(first, shown, note, lastWord)));
      const streams = bystanders.flatMap((bystander) => bystander.streams);
      const lost = () => streams.filter((stream) => stream.endedAt() !== undefined || !stream.hasTold(lastWord)).length;
      await eventually(() => {
        if (lost() > 0) throw new Error('not all have told of it yet');
      }).catch(() => undefined);
      const cut = lost();
      for (const stream of streams) stream.close();
      return { sent, refused, unsure, streams: streams.length, cut };
    },
  };
}
