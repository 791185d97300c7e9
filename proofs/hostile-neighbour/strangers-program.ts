import { setPriority } from 'node:os';
import { call } from '@wheelhouse/testkit';
import { issueSecret } from '../../services/auth/src/secrets/format.ts';
import { bodyAddresses, guessAddresses, unknownFields } from './requests.ts';

/** Requests of strangers, and of a tenant that means harm, as many as a few lanes can make. */

export interface Attack {
  readonly gateway: string;
  /** Of the tenant that means harm. */
  readonly token: string;
}

export interface Attacked {
  /** How often each status was answered. */
  readonly answers: Readonly<Record<string, number>>;
  /** Made-up credentials that were shown. */
  readonly guesses: number;
  readonly longestAnswer: number;
}

type Way = (attack: Attack) => ReturnType<typeof call>;

// What it takes of this machine is not what is judged: it would be a stranger's.
setPriority(19);
const answers = new Map<string, number>();
let [guesses, longestAnswer, isOver] = [0, 0, false];

const nextOf = (addresses: readonly string[]) => {
  let count = 0;
  return () => ({ 'x-forwarded-for': addresses[(count += 1) % addresses.length] ?? '' });
};
const [guesser, sender] = [nextOf(guessAddresses), nextOf(bodyAddresses)];

const show = ({ gateway }: Attack, bearer: string) =>
  call(gateway, undefined, 'GET', '/api/platform/api/v1/clusters', {
    headers: { ...guesser(), authorization: `Bearer ${bearer}` },
  });

/** By name, with how many do it at once. */
const ways: Readonly<Record<string, readonly [number, Way]>> = {
  'unknown fields': [
    2,
    ({ gateway }) =>
      call(gateway, undefined, 'POST', '/api/auth/api/v1/session', { body: unknownFields, headers: sender() }),
  ],
  'unknown fields of a tenant': [
    2,
    ({ gateway, token }) =>
      call(gateway, undefined, 'POST', '/api/platform/api/v1/clusters', {
        body: unknownFields,
        headers: { ...sender(), authorization: `Bearer ${token}` },
      }),
  ],
  'made-up credential': [
    12,
    (attack) => {
      guesses += 1;
      return show(attack, issueSecret('personal').secret);
    },
  ],
  'long credential': [4, (attack) => show(attack, 'x'.repeat(8_000))],
};

async function lane(attack: Attack, name: string, way: Way): Promise<void> {
  while (!isOver) {
    const told = await way(attack).then(
      ({ status, body }) => {
        longestAnswer = Math.max(longestAnswer, JSON.stringify(body ?? '').length);
        return `${name}: ${status}`;
      },
      (error: unknown) => `${name}: ${String(error)}`,
    );
    answers.set(told, (answers.get(told) ?? 0) + 1);
  }
}

process.on('message', (message: Attack | 'end') => {
  if (message === 'end') {
    isOver = true;
    return;
  }
  const lanes = Object.entries(ways).flatMap(([name, [count, way]]) =>
    Array.from({ length: count }, () => lane(message, name, way)),
  );
  void Promise.all(lanes).then(() => {
    process.send?.({ answers: Object.fromEntries(answers), guesses, longestAnswer } satisfies Attacked);
    process.disconnect();
  });
});
process.send?.('ready');
