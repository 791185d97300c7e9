import { describe, expect, test } from 'vitest';
import { counting, decide, type Step } from '../src/notify/decide.ts';
import type { DueMail } from '../src/notify/mails-store.ts';
import { mostPerHour } from '../src/notify/schema.ts';

const now = new Date('2026-11-16T03:00:00.000Z');
let made = 0;

function mail(more: Partial<DueMail> = {}): DueMail {
  made += 1;
  return {
    id: String(made).padStart(4, '0'),
    user_id: 'somebody',
    thread: 'incident',
    subject: `mail ${made}`,
    body: 'what happened',
    is_held: false,
    attempt_count: 0,
    deadline_at: new Date(now.getTime() + 60_000),
    email: 'somebody@example.test',
    is_wanted: true,
    may_see: true,
    ...more,
  };
}

const mails = (count: number, more: Partial<DueMail> = {}) => Array.from({ length: count }, () => mail(more));
const did = (steps: readonly Step[], does: Step['does']) => steps.filter((step) => step.does === does);

describe('what is done with mails that are due', () => {
  test('all of them are sent while there is room, and the rest is held', () => {
    const steps = decide(mails(mostPerHour + 5), 0, now);
    expect([did(steps, 'send').length, did(steps, 'hold').length]).toEqual([mostPerHour, 5]);
    expect(did(decide(mails(3), mostPerHour - 1, now), 'send')).toHaveLength(1);
    expect(did(decide(mails(3), mostPerHour, now), 'hold')).toHaveLength(3);
    expect(did(decide(mails(3), mostPerHour + 7, now), 'send')).toHaveLength(0);
  });

  test('when there is room again, the newest of those held names the others', () => {
    const held = mails(4, { is_held: true });
    const [step, ...others] = decide(held, mostPerHour - 1, now);
    expect(others).toEqual([]);
    expect(step).toMatchObject({ does: 'send', mail: held[3], counts: held.slice(0, 3) });
    expect(did(decide([...held, ...mails(2)], mostPerHour - 2, now), 'send')).toHaveLength(2);
  });

  test.each([
    [{ email: null }, 'canceled', 'user_deleted'],
    [{ is_wanted: false }, 'canceled', 'not_wanted'],
    [{ may_see: false }, 'canceled', 'not_visible'],
    [{ deadline_at: now }, 'failed', 'too_late'],
  ])('%j ends as %s: %s, and takes no room', (more, state, reason) => {
    const steps = decide([mail(more), mail()], mostPerHour - 1, now);
    expect(steps).toMatchObject([{ does: 'end', state, reason }, { does: 'send' }]);
  });
});

test('a mail that stands for others says how many, and names the newest of them', () => {
  expect(counting('a', [])).toBe('a');
  expect(counting('a', [mail({ subject: 'first' })])).toMatch(/^a\n\n1 more mail was not sent, .*:\n- first$/);
  const many = Array.from({ length: 25 }, (_, index) => mail({ subject: `number ${index}` }));
  const text = counting('a', many);
  expect(text).toContain('25 more mails were not sent');
  expect(text).toContain('- number 24');
  expect(text).not.toContain('- number 14\n');
  expect(text).toMatch(/- and 15 more$/);
});
