import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { eventTypes, exampleEnvelope } from '@wheelhouse/contracts';
import { beforeAll, expect, test } from 'vitest';
import { signatureHeader } from '../../src/wire/signature.ts';
import { startReceiver } from '../receiver.ts';
import { mutations } from './signature/mutations.ts';
import { accepts, careless, type Given } from './signature/receiver.ts';
import { letter, stage } from './stage.ts';

const { pem, sender, closing } = stage();
const tolerance = 300;
const texts = ['naïve', 'größe', '名前', 'שלום', '🚢🛞', '\u0000', '\u2028', '"quoted\\"', '</script>', ' \t\r\n'];
const secrets = Array.from({ length: 10 }, () => `whsec_${randomBytes(32).toString('base64')}`);
/** As they arrived: of every type, for several subscriptions. */
let deliveries: readonly Given[];

beforeAll(async () => {
  const receiver = await closing(startReceiver(pem(), (response) => response.writeHead(204).end()));
  const sending = sender();
  const send = (to: number, eventType: (typeof eventTypes)[number]) => {
    const envelope = exampleEnvelope(eventType);
    const note = Array.from({ length: randomInt(30) }, () => texts[randomInt(texts.length)]).join('');
    const id = `evt_${randomUUID().replaceAll('-', '')}`;
    const body = JSON.stringify({ ...envelope, id, data: { ...envelope.data, note } });
    const addressed = { subscriptionId: String(to), url: `${receiver.url}&to=${to}`, secrets: [secrets[to] ?? ''] };
    return sending.send(addressed, letter({ eventId: id, eventType, body }));
  };
  // A few at a time: on a busy machine not all of them would be answered before they are given up.
  for (const type of eventTypes) await Promise.all(secrets.map((_, to) => send(to, type)));
  deliveries = receiver.received.map(({ path, headers, body }) => ({
    body,
    header: String(headers['service-signature']),
    secret: secrets[Number(new URL(path, receiver.url).searchParams.get('to'))] ?? '',
    now: Math.floor(Date.now() / 1_000),
  }));
});

function changed(name: string): readonly Given[] {
  return deliveries.map((one) => {
    const others = deliveries.filter(({ secret }) => secret !== one.secret);
    const mutation = mutations[name]?.(one, others[randomInt(others.length)] ?? one);
    return { ...one, ...mutation };
  });
}

/** Well signed, by so many seconds too early or too late. */
function aged(secondsOff: () => number): readonly Given[] {
  return deliveries.map(({ body, secret, now }, index) => {
    const time = index % 2 === 0 ? now - secondsOff() : now + secondsOff();
    return { body, secret, now, header: signatureHeader([secret], time, body.toString()) };
  });
}

const fresh = () => randomInt(tolerance + 1);
const stale = () => tolerance + 1 + randomInt(10 ** (1 + randomInt(7)));

test('what is sent is believed by the SDK, up to 300 s early or late', () => {
  expect(deliveries).toHaveLength(secrets.length * eventTypes.length);
  expect(deliveries.filter((each) => !accepts(each))).toEqual([]);
  expect(aged(fresh).filter((each) => !accepts(each))).toEqual([]);
});

test('what is earlier or later is not', () => {
  expect(aged(stale).filter(accepts)).toEqual([]);
});

test.each(Object.keys(mutations))('a delivery with %s is not believed', (name) => {
  expect(changed(name).filter(accepts)).toEqual([]);
});

test.each(Object.entries(careless))('a receiver that %s believes one of these', (_name, believes) => {
  expect(deliveries.every(believes)).toBe(true);
  const forged = [...Object.keys(mutations).flatMap(changed), ...aged(stale)];
  expect(forged.some(believes)).toBe(true);
});
