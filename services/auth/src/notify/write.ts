import type { ModuleContext, ReceivedEvent, TenantDb } from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';
import { insertMails } from './mails-store.ts';
import { selectRecipients } from './wishes-store.ts';
import { letterOf } from './words.ts';

/** So late it is no news any more. Longer than an hour: what there were too many of has to find its next mail. */
export const newsForMs = 4 * 60 * 60_000;

/** A mail for each who wants it and may see it, in the transaction in which the event is heard: none is written twice. */
export async function writeMails(
  db: TenantDb,
  { makeId, clock }: Pick<ModuleContext<AuthSettings>, 'makeId' | 'clock'>,
  { type, occurred_at: occurredAt, subject, data }: ReceivedEvent,
): Promise<void> {
  const { until, ...letter } = letterOf(type, data);
  const now = clock.now();
  const deadline = Math.min(Date.parse(occurredAt) + newsForMs, until === undefined ? Infinity : Date.parse(until));
  // It was missed for long, and is fetched again only now.
  if (!(deadline > now.getTime())) return;
  const place = { clusterId: subject?.clusterId ?? null, cloudspaceId: subject?.cloudspaceId ?? null };
  const people = await selectRecipients(db, letter.topic, place, occurredAt);
  const recipients = people.map((userId) => ({ id: makeId(), userId }));
  await insertMails(db, { ...letter, ...place, deadline: new Date(deadline), now }, recipients);
}
