import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { freePort } from '@wheelhouse/testkit';
import { type Receiver, type ReceiverKind, receiverKinds, startReceiver } from '../../dev/receivers/start.ts';
import { mustBe } from '../first-ten-minutes/steps.ts';
import type { StoryHouse } from './house.ts';

/** A receiver of the guide and the webhook that tells it. */
export interface Listening extends Receiver {
  readonly webhookId: string;
}

const events = ['action.pending', 'action.executed'] as const;

export interface Place {
  readonly port: number;
  readonly url: string;
}

export async function somewhere(): Promise<Place> {
  const port = await freePort();
  return { port, url: `https://127.0.0.1:${port}/wheelhouse` };
}

export async function listen(house: StoryHouse, kind: ReceiverKind, { port }: Place, secret: string) {
  const { tls, folder } = house;
  return startReceiver({ kind, secret, port, folder: join(folder, `receiver-${randomUUID()}`), tls });
}

/** Those that are not made in the browser: one in a terminal, which shows its secret once, the others by a program. */
export async function listenElsewhere(house: StoryHouse): Promise<readonly Listening[]> {
  const [, byTerminal, ...byProgram] = receiverKinds;
  return Promise.all([
    listening(house, byTerminal, madeInTerminal),
    ...byProgram.map((kind) => listening(house, kind, madeByProgram)),
  ]);
}

interface Made {
  readonly webhookId: string;
  readonly secret: string;
}

type Make = (house: StoryHouse, url: string) => Promise<Made>;

async function listening(house: StoryHouse, kind: ReceiverKind, make: Make): Promise<Listening> {
  const place = await somewhere();
  const { webhookId, secret } = await make(house, place.url);
  return { ...(await listen(house, kind, place, secret)), webhookId };
}

const madeInTerminal: Make = async ({ terminals }, url) => {
  const said = await terminals.run(`npx wheelhouse webhooks create ${url} --events ${events.join(',')}`);
  const secret = /^secret +(whsec_\S+)$/m.exec(said)?.[1] ?? '';
  const webhookId = /^id +(\S+)$/m.exec(said)?.[1] ?? '';
  mustBe(secret !== '' && webhookId !== '', said);
  return { webhookId, secret };
};

const madeByProgram: Make = async ({ client }, url) => {
  const { data } = await client.post('/platform/api/v1/webhooks', { body: { url, events } });
  return { webhookId: data.id, secret: data.signing_secret };
};
