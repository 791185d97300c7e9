import type { DueMail } from './mails-store.ts';
import { mostPerHour } from './schema.ts';

/** What is done with one mail that is due. */
export type Step =
  | { readonly mail: DueMail; readonly does: 'send'; readonly counts: readonly DueMail[] }
  | { readonly mail: DueMail; readonly does: 'hold' }
  | { readonly mail: DueMail; readonly does: 'end'; readonly state: 'failed' | 'canceled'; readonly reason: string };

/** Of one person's mails, oldest first. `sent` is how many they had within the hour. */
export function decide(mails: readonly DueMail[], sent: number, now: Date): readonly Step[] {
  const ended = mails.flatMap((mail): readonly Step[] => {
    const why = whyNot(mail, now);
    return why === undefined ? [] : [{ mail, does: 'end', ...why }];
  });
  const left = mails.filter((mail) => !ended.some((step) => step.mail === mail));
  let room = Math.max(0, mostPerHour - sent);
  // There is room again: one mail, the newest, names the others that waited for it.
  const held = left.filter(({ is_held }) => is_held);
  const newest = held.at(-1);
  const steps: Step[] = [...ended];
  if (newest !== undefined && room > 0) {
    steps.push({ mail: newest, does: 'send', counts: held.slice(0, -1) });
    room -= 1;
  } else for (const mail of held) steps.push({ mail, does: 'hold' });
  for (const mail of left.filter(({ is_held }) => !is_held)) {
    steps.push(room > 0 ? { mail, does: 'send', counts: [] } : { mail, does: 'hold' });
    room -= 1;
  }
  return steps;
}

function whyNot({ email, is_wanted, may_see, deadline_at }: DueMail, now: Date) {
  if (email === null) return { state: 'canceled', reason: 'user_deleted' } as const;
  if (!is_wanted) return { state: 'canceled', reason: 'not_wanted' } as const;
  if (!may_see) return { state: 'canceled', reason: 'not_visible' } as const;
  return deadline_at <= now ? ({ state: 'failed', reason: 'too_late' } as const) : undefined;
}

const mostNamed = 10;

/** The text of a mail together with those that it stands for. */
export function counting(body: string, counts: readonly DueMail[]): string {
  if (counts.length === 0) return body;
  const named = counts.slice(-mostNamed).map(({ subject }) => `- ${subject}`);
  const rest = counts.length - named.length;
  const one = counts.length === 1;
  return [
    body,
    '',
    `${counts.length} more ${one ? 'mail was' : 'mails were'} not sent, because at most ${mostPerHour} are sent within an hour:`,
    ...named,
    ...(rest === 0 ? [] : [`- and ${rest} more`]),
  ].join('\n');
}
