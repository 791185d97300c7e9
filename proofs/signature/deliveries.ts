import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { eventTypes, exampleEnvelope } from '@wheelhouse/contracts';
import { systemClock } from '@wheelhouse/kit';
import { makeAuthority } from '../../services/webhooks/test/authority.ts';
import { startReceiver } from '../../services/webhooks/test/receiver.ts';
import { Sender } from '../../services/webhooks/src/wire/send.ts';
import { accepts, type Given } from './receiver.ts';

/** What came over the wire, as it came, and how many of them the receiver did not believe. */
export interface Delivered {
  readonly arrived: readonly Given[];
  readonly refused: number;
}

const subscriptions = 20;
const texts = ['naïve', 'größe', '名前', 'שלום', '🚢🛞', '\u0000', '\u2028', '"quoted\\"', '</script>', ' \t\r\n'];

/** Real deliveries: events of every type, sent over HTTPS by the sender the workers use. */
export async function deliverAll(count: number): Promise<Delivered> {
  const authority = await makeAuthority();
  const secrets = Array.from({ length: subscriptions }, () => `whsec_${randomBytes(32).toString('base64')}`);
  const arrived: Given[] = [];
  const receiver = await startReceiver(
    await authority.certificate('IP:127.0.0.1'),
    (response, { headers, url = '' }) => {
      const { body = '' } = receiver.received.at(-1) ?? {};
      const header = String(headers['service-signature']);
      const secret = secrets[Number(new URL(url, 'https://receiver').searchParams.get('to'))] ?? '';
      const given = { body, header, secret, now: Math.floor(Date.now() / 1_000) };
      arrived.push(given);
      response.writeHead(accepts(given) ? 204 : 400).end();
    },
  );
  const allowedPrivateCidrs = ['127.0.0.0/8'];
  const sender = new Sender({ allowedPrivateCidrs, extraCa: authority.ca, clock: systemClock });
  let [next, refused] = [0, 0];
  const sendOn = async (): Promise<void> => {
    while (next < count) {
      const number = next;
      next += 1;
      const to = number % subscriptions;
      const { body, eventId, eventType } = eventOf(number);
      const attempt = await sender.send(
        { subscriptionId: String(to), url: `${receiver.url}&to=${to}`, secrets: [secrets[to] ?? ''] },
        { deliveryId: randomUUID(), eventId, eventType, body, attempt: 1 },
      );
      if (attempt.status !== 204) refused += 1;
    }
  };
  try {
    await Promise.all(Array.from({ length: 32 }, sendOn));
    return { arrived, refused };
  } finally {
    await sender.close();
    await receiver.close();
    await authority.remove();
  }
}

function eventOf(number: number): { readonly body: string; readonly eventId: string; readonly eventType: string } {
  const eventType = eventTypes[number % eventTypes.length] ?? 'app.deployed';
  const eventId = `evt_${randomUUID().replaceAll('-', '')}`;
  const envelope = exampleEnvelope(eventType);
  const note = Array.from({ length: randomInt(30) }, () => texts[randomInt(texts.length)]).join('');
  return { eventId, eventType, body: JSON.stringify({ ...envelope, id: eventId, data: { ...envelope.data, note } }) };
}
