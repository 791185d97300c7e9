import { execFileSync } from 'node:child_process';
import { exampleDelivery, exampleEnvelope } from '@wheelhouse/contracts';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { type EventEnvelope, type WebhookRefusal, WebhookVerificationError, webhooks } from '../src/webhooks/index.ts';
import { vectors } from './vectors.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';
const body = JSON.stringify(exampleEnvelope('action.executed'));
const at = new Date('2026-11-12T09:17:09.000Z');
const header = webhooks.sign(body, secret, at);

function reasonOf(work: () => unknown): WebhookRefusal | 'accepted' {
  try {
    work();
    return 'accepted';
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.reason;
    throw error;
  }
}

describe('the published vectors', () => {
  test.each(vectors.map((vector) => [vector.name, vector] as const))('%s', (_name, vector) => {
    const { secret: key, header: given, now } = vector;
    const options = { now: new Date(now * 1_000) };
    for (const raw of [vector.body, Buffer.from(vector.body), new TextEncoder().encode(vector.body)])
      expect(reasonOf(() => webhooks.verify(raw, given, key, options))).toBe(vector.reason ?? 'accepted');
  });

  test('openssl makes the digests of those that are accepted', () => {
    const accepted = vectors.filter(({ verdict }) => verdict === 'accept');
    expect(accepted.length).toBeGreaterThan(6);
    for (const vector of accepted) {
      const [, seconds = ''] = /t=(\d+)/.exec(vector.header) ?? [];
      const words = ['dgst', '-sha256', '-hmac', vector.secret, '-r'];
      const made = execFileSync('openssl', words, { input: `${seconds}.${vector.body}`, encoding: 'utf8' });
      expect(vector.header).toContain(`v1=${made.slice(0, 64)}`);
    }
  });

  test("the reference's example of a delivery is signed as it says", () => {
    const { headers, secret: key } = exampleDelivery;
    const given = headers.find(({ name }) => name === 'Service-Signature')?.value;
    expect(vectors[0]).toMatchObject({ header: given, secret: key, body: exampleDelivery.body, verdict: 'accept' });
  });

  test('openssl makes none of those that no secret signed', () => {
    for (const vector of vectors.filter(({ reason }) => reason === 'no_match' || reason === 'body_rewritten')) {
      const [, seconds = ''] = /t=(\d+)/.exec(vector.header) ?? [];
      const words = ['dgst', '-sha256', '-hmac', vector.secret, '-r'];
      const made = execFileSync('openssl', words, { input: `${seconds}.${vector.body}`, encoding: 'utf8' });
      expect(vector.header.split(/[,=]/)).not.toContain(made.slice(0, 64));
    }
  });
});

describe('webhooks.verify', () => {
  test('gives the event, whose type tells what is in it', () => {
    const event = webhooks.verify(body, header, secret, { now: at });
    expect(event).toEqual(exampleEnvelope('action.executed'));
    expectTypeOf(event).toEqualTypeOf<EventEnvelope>();
    if (event.type === 'action.executed') expectTypeOf(event.data.status).toExtend<string>();
  });

  test('takes the header as servers have it: one text, several, null or nothing', () => {
    expect(reasonOf(() => webhooks.verify(body, [header], secret, { now: at }))).toBe('accepted');
    expect(reasonOf(() => webhooks.verify(body, [header, header], secret, { now: at }))).toBe('header_malformed');
    for (const none of [undefined, null, '', []])
      expect(reasonOf(() => webhooks.verify(body, none, secret, { now: at }))).toBe('header_missing');
  });

  test('believes any of several secrets, and none of none', () => {
    const [older, newer] = ['whsec_older', 'whsec_newer'];
    const ofOlder = webhooks.sign(body, older, at);
    expect(reasonOf(() => webhooks.verify(body, ofOlder, [newer, older], { now: at }))).toBe('accepted');
    expect(reasonOf(() => webhooks.verify(body, ofOlder, newer, { now: at }))).toBe('no_match');
    for (const none of ['', [], [older, '']])
      expect(reasonOf(() => webhooks.verify(body, ofOlder, none, { now: at }))).toBe('secret_missing');
  });

  test.each([{ id: 'evt_1' }, JSON.parse(body), ['a'], undefined, null, 7])(
    'says that the body was parsed first when it is given %o',
    (parsed: unknown) => {
      const work = () => webhooks.verify(parsed as string, header, secret, { now: at });
      expect(reasonOf(work)).toBe('body_parsed');
      expect(work).toThrow(/parsed before it was verified/);
    },
  );

  test.each([
    ['with spaces', JSON.stringify(JSON.parse(body), null, 2)],
    ['as Python writes it', body.replaceAll('":', '": ').replaceAll(',"', ', "')],
    ['with a line end', `${body}\r\n`],
    ['with escapes', body.replaceAll('/', '\\/')],
  ])('says that the body was written again, %s', (_name, rewritten) => {
    const work = () => webhooks.verify(rewritten, header, secret, { now: at });
    expect(reasonOf(work)).toBe('body_rewritten');
    expect(work).toThrow(/raw bytes/);
  });

  test('obeys another tolerance, and a tolerance that is no number allows nothing', () => {
    const later = new Date(at.getTime() + 400_000);
    expect(reasonOf(() => webhooks.verify(body, header, secret, { now: later }))).toBe('too_old');
    expect(reasonOf(() => webhooks.verify(body, header, secret, { now: later, tolerance: 400 }))).toBe('accepted');
    expect(reasonOf(() => webhooks.verify(body, header, secret, { now: at, tolerance: Number.NaN }))).toBe('too_new');
    const earlier = new Date(at.getTime() - 400_000);
    expect(() => webhooks.verify(body, header, secret, { now: earlier })).toThrow(/400 s ahead; 300 are allowed/);
  });

  test('goes by the clock when it is told no time', () => {
    expect(reasonOf(() => webhooks.verify(body, webhooks.sign(body, secret), secret))).toBe('accepted');
    expect(reasonOf(() => webhooks.verify(body, webhooks.sign(body, secret, new Date(0)), secret))).toBe('too_old');
  });

  test.each(['', 'no JSON', 'null', '[]', '"evt_1"', '{"id":"evt_1","type":"action.pending"}'])(
    'does not take %o for an event, though it is signed',
    (text) => {
      const signed = webhooks.sign(text, secret, at);
      expect(reasonOf(() => webhooks.verify(text, signed, secret, { now: at }))).toBe('not_an_event');
    },
  );

  test('gives an event of a type that came later', () => {
    const later = JSON.stringify({ ...exampleEnvelope('action.executed'), type: 'action.forgotten' });
    const event = webhooks.verify(later, webhooks.sign(later, secret, at), secret, { now: at });
    expect(event).toMatchObject({ type: 'action.forgotten' });
  });

  test('names no secret in what it says', () => {
    const wrong = 'whsec_not-this-one';
    expect(() => webhooks.verify(body, header, wrong, { now: at })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining(wrong), name: 'WebhookVerificationError' }),
    );
  });
});
