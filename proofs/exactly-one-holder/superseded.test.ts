import { expect, test } from 'vitest';
import type { AgentRequest } from './requests.ts';
import { keptOut, supersededIn, takenOver } from './superseded.ts';

function request(more: Partial<AgentRequest>): AgentRequest {
  const plain = {
    actionId: 'a',
    token: 1,
    target: 'web',
    code: 200,
    isWrite: true,
    revision: undefined,
    asked: undefined,
  };
  return { ...plain, ...more };
}

test('a change under an older lease after one under a newer is found, in whatever order it was written down', () => {
  const late = request({ token: 1, revision: 30 });
  expect(supersededIn([late, request({ token: 2, revision: 20 }), request({ token: 1, revision: 10 })])).toEqual([
    late,
  ]);
});

test('leases of different targets are not compared, and what changed nothing does not count', () => {
  expect(
    supersededIn([
      request({ token: 5, revision: 10 }),
      request({ token: 4, target: 'other', revision: 20 }),
      request({ token: 4, revision: undefined }),
    ]),
  ).toEqual([]);
});

test('a change that was refused to a superseded holder is counted', () => {
  const later = request({ token: 2, isWrite: false });
  expect(keptOut([later, request({ token: 1, code: 409 }), request({ token: 2, code: 409 })])).toBe(1);
});

test('an action under two leases was taken over', () => {
  const requests = [request({ token: 1 }), request({ token: 2 }), request({ actionId: 'b', token: 3 })];
  expect(takenOver(requests, new Set(['a', 'b']))).toBe(1);
});
