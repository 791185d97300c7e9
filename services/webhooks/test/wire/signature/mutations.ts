import { randomInt } from 'node:crypto';
import type { Given } from './receiver.ts';

type Mutate = (one: Given, /* of another subscription */ another: Given) => Partial<Given>;

const bytesOf = ({ body }: Given): Buffer => Buffer.from(body);
const at = (bytes: Buffer): number => randomInt(bytes.length);

function spliced(given: Given, remove: number, ...insert: readonly number[]): Partial<Given> {
  const bytes = [...bytesOf(given)];
  bytes.splice(randomInt(bytes.length), remove, ...insert);
  return { body: Buffer.from(bytes) };
}

/** What can happen to a delivery on its way or at the hands of somebody who plays one: the body, the header, the secret. */
export const mutations: Readonly<Record<string, Mutate>> = {
  'a bit of the body flipped': (given) => {
    const bytes = bytesOf(given);
    const index = at(bytes);
    bytes[index] = (bytes[index] ?? 0) ^ (1 << randomInt(8));
    return { body: bytes };
  },
  'a byte less': (given) => spliced(given, 1),
  'a byte more': (given) => spliced(given, 0, randomInt(256)),
  'half of its body': (given) => ({ body: bytesOf(given).subarray(0, Math.floor(bytesOf(given).length / 2)) }),
  'a line end behind its body': ({ body }) => ({ body: Buffer.concat([Buffer.from(body), Buffer.from('\n')]) }),
  'its body parsed and written again': (given) => ({
    body: JSON.stringify(JSON.parse(bytesOf(given).toString()), null, 2),
  }),
  'the body of another': (_, { body }) => ({ body }),
  'the header of another': (_, { header }) => ({ header }),
  'a digit of the digest changed': ({ header }) => {
    const index = header.length - 1 - randomInt(64);
    const digit = (Number.parseInt(header.charAt(index), 16) + 1 + randomInt(15)) % 16;
    return { header: `${header.slice(0, index)}${digit.toString(16)}${header.slice(index + 1)}` };
  },
  'a digest cut short': ({ header }) => ({ header: header.slice(0, -1 - randomInt(63)) }),
  'no digest': ({ header }) => ({ header: header.replace(/,v1=.*$/, '') }),
  'no header': () => ({ header: '' }),
  'another version': ({ header }) => ({ header: header.replace('v1=', 'v0=') }),
  'another second': ({ header }) => ({
    header: header.replace(/^t=(\d+)/, (_, time) => `t=${Number(time) + 1 + randomInt(200)}`),
  }),
  'a zero before the second': ({ header }) => ({ header: header.replace('t=', 't=0') }),
  'the secret of another': (_, { secret }) => ({ secret }),
  'the secret without its prefix': ({ secret }) => ({ secret: secret.replace('whsec_', '') }),
  'a line end behind the secret': ({ secret }) => ({ secret: `${secret}\n` }),
};
