import { createHmac } from 'node:crypto';
import { exampleDelivery, exampleEnvelope } from '@wheelhouse/contracts';

/**
 * docs/reference/webhooks/vectors.json: what a receiver must accept, and what it must refuse and why. Written here by
 * nothing but HMAC, so that neither the server's code nor the SDK's vouches for itself.
 */
interface Vector {
  readonly name: string;
  readonly secret: string;
  /** When the receiver looks at it, in unix seconds. */
  readonly now: number;
  readonly header: string;
  readonly body: string;
  readonly verdict: 'accept' | 'refuse';
  /** As `WebhookVerificationError.reason` says it. */
  readonly reason: string | null;
}

const { secret, body } = exampleDelivery;
const newer = 'whsec_8mX1rWfLq0kZb7uEJtY5oPzA2nGdC9sHvI3xKjT4yQU=';
const signedAt = 1_794_476_104;
const foreign = JSON.stringify({
  ...exampleEnvelope('incident.created'),
  data: { title: 'Käse für 2 € — 支払い \u{1F680} "quoted" \\ \u2028 </script>', note: 'a/b\tc\nd' },
});
const spaced = JSON.stringify(JSON.parse(body), null, 2);

function digest(key: string, text: string, seconds: number | string = signedAt): string {
  return createHmac('sha256', key).update(`${seconds}.${text}`).digest('hex');
}

const good = digest(secret, body);
const plain = `t=${signedAt},v1=${good}`;

type Difference = Partial<Pick<Vector, 'secret' | 'now' | 'header' | 'body'>>;

function vector(name: string, reason: string | null, difference: Difference): Vector {
  const whole = { secret, now: signedAt + 2, header: plain, body, ...difference };
  return { name, ...whole, verdict: reason === null ? 'accept' : 'refuse', reason };
}

function accepted(): readonly Vector[] {
  return [
    vector('an event as it is sent', null, {}),
    vector('signed exactly 300 seconds ago', null, { now: signedAt + 300 }),
    vector('signed exactly 300 seconds from now', null, { now: signedAt - 300 }),
    vector('text in many scripts and with escapes', null, {
      body: foreign,
      header: `t=${signedAt},v1=${digest(secret, foreign)}`,
    }),
    vector('two secrets, the receiver has the newer', null, {
      secret: newer,
      header: `t=${signedAt},v1=${digest(newer, body)},v1=${good}`,
    }),
    vector('two secrets, the receiver has the older', null, {
      header: `t=${signedAt},v1=${digest(newer, body)},v1=${good}`,
    }),
    vector('a version to come stands beside v1', null, { header: `t=${signedAt},v2=${'ab'.repeat(64)},v1=${good}` }),
    vector('a space after the comma', null, { header: `t=${signedAt}, v1=${good}` }),
  ];
}

function refused(): readonly Vector[] {
  return [
    vector('signed 301 seconds ago', 'too_old', { now: signedAt + 301 }),
    vector('signed 301 seconds from now', 'too_new', { now: signedAt - 301 }),
    vector('one character of the body is different', 'no_match', { body: body.replace('unreadable', 'unreadible') }),
    vector('the body has a line end more', 'body_rewritten', { body: `${body}\n` }),
    vector('the body was parsed and written again', 'body_rewritten', { body: spaced }),
    vector('the body is empty', 'no_match', { body: '' }),
    vector('one digit of the digest is different', 'no_match', {
      header: plain.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    }),
    vector('the digest is of another secret', 'no_match', { header: `t=${signedAt},v1=${digest(newer, body)}` }),
    vector('the time was moved to make an old delivery look new', 'no_match', {
      now: signedAt + 3_600,
      header: `t=${signedAt + 3_600},v1=${good}`,
    }),
    vector('the time has a zero in front, which was not signed', 'no_match', { header: `t=0${signedAt},v1=${good}` }),
    vector('the secret without its whsec_', 'no_match', { secret: secret.slice('whsec_'.length) }),
    vector('signed with the decoded secret', 'no_match', {
      header: `t=${signedAt},v1=${createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
        .update(`${signedAt}.${body}`)
        .digest('hex')}`,
    }),
    vector('the digest in capital letters', 'no_match', { header: `t=${signedAt},v1=${good.toUpperCase()}` }),
    vector('half a digest', 'no_match', { header: `t=${signedAt},v1=${good.slice(0, 32)}` }),
    vector('the digest in base64', 'no_match', {
      header: `t=${signedAt},v1=${Buffer.from(good, 'hex').toString('base64')}`,
    }),
    vector('an empty digest', 'no_match', { header: `t=${signedAt},v1=` }),
    vector('the digest under another version', 'header_malformed', { header: `t=${signedAt},v0=${good}` }),
    vector('no digest', 'header_malformed', { header: `t=${signedAt}` }),
    vector('no time', 'header_malformed', { header: `v1=${good}` }),
    vector('two times', 'header_malformed', { header: `t=${signedAt},t=${signedAt + 9},v1=${good}` }),
    vector('a time that is no number', 'header_malformed', { header: `t=soon,v1=${good}` }),
    vector('a time below zero', 'header_malformed', { header: `t=-${signedAt},v1=${good}` }),
    vector('something that is no signature at all', 'header_malformed', { header: good }),
    vector('no header', 'header_missing', { header: '' }),
    vector('no secret', 'secret_missing', { secret: '', header: `t=${signedAt},v1=${digest('', body)}` }),
  ];
}

export function webhookVectors(): string {
  const content = {
    about:
      'Generated by `npm run reference`. For each vector: a receiver that has the secret, and whose clock shows `now`, is sent `body` (as UTF-8, byte for byte) with the header Service-Signature `header`. An empty header means none.',
    scheme: {
      header: 'Service-Signature: t=<unix seconds>,v1=<digest>[,v1=<digest>]',
      digest: 'lowercase hex of HMAC-SHA256(key, signed)',
      key: 'the secret as it was shown, whsec_ included, as UTF-8',
      signed: '<t>.<body>',
      tolerance_seconds: 300,
    },
    vectors: [...accepted(), ...refused()],
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}
