import type { ModuleContext, TenantDb } from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';
import { mailAttempts, type TryMail } from '../mail/mail.ts';
import { counting, decide, type Step } from './decide.ts';
import {
  beginAttempt,
  type DueMail,
  endMails,
  holdMail,
  noteFailure,
  rearm,
  selectDue,
  sentSince,
  tenantsWithMail,
} from './mails-store.ts';

const hourMs = 60 * 60_000;
const tenantsAtOnce = 100;
const mailsAtOnce = 100;
const lanes = 4;
/** Of one tenant side by side: a mail server that is silent holds each for ten seconds. */
const sendsAtOnce = 4;
/** How long after each attempt the next one is made; after the last there is none. */
const delaysMs = [30_000, 120_000, 600_000, 1_800_000, hourMs];

type Given = Pick<ModuleContext<AuthSettings>, 'database' | 'clock' | 'log'> & {
  readonly settings: Pick<ModuleContext<AuthSettings>['settings'], 'SMTP_URL' | 'MAIL_FROM' | 'EXTERNAL_URL'>;
};

/** What is to be sent, as it was decided and written down. */
interface Letter {
  readonly mail: DueMail;
  readonly to: string;
  readonly text: string;
  readonly attempt: number;
}

/** Whatever is due, tenant by tenant. Who cannot be served holds nobody else up. */
export async function sendAll(given: Given, signal: AbortSignal): Promise<void> {
  const { database, clock, log, settings } = given;
  if (settings.SMTP_URL === undefined) return;
  const due = await tenantsWithMail(database, clock.now(), tenantsAtOnce);
  if (due.length === 0) return;
  const attempt = mailAttempts(settings, log);
  await sideBySide(due, lanes, signal, async (tenantId) => {
    await sendOf(given, tenantId, attempt, signal).catch((error: unknown) =>
      log.warn({ err: error, tenant_id: tenantId }, 'mails of a tenant could not be sent; will try again'),
    );
  });
}

async function sendOf(given: Given, tenantId: string, attempt: TryMail, signal: AbortSignal): Promise<void> {
  const { database, clock } = given;
  const letters = await database.tenant(tenantId, (db) => begin(db, given, clock.now()));
  await sideBySide(letters, sendsAtOnce, signal, (letter) => send(given, tenantId, attempt, letter));
  await database.tenant(tenantId, rearm);
}

/** Decides, and writes down what will be tried before any of it is. */
async function begin(db: TenantDb, { settings }: Given, now: Date): Promise<readonly Letter[]> {
  const due = await selectDue(db, now, mailsAtOnce);
  const byUser = Map.groupBy(due, ({ user_id }) => user_id);
  const sent = await sentSince(db, [...byUser.keys()], new Date(now.getTime() - hourMs));
  const letters: Letter[] = [];
  for (const [userId, mails] of byUser) {
    const { count = 0, first } = sent.get(userId) ?? {};
    // Where there is no room by those of this very round, the first of them will have been sent now.
    const roomAt = new Date((first ?? now).getTime() + hourMs);
    for (const step of decide(mails, count, now)) {
      const letter = await take(db, step, { now, roomAt, footer: footerOf(settings.EXTERNAL_URL) });
      if (letter !== undefined) letters.push(letter);
    }
  }
  return letters;
}

interface Round {
  readonly now: Date;
  readonly roomAt: Date;
  readonly footer: string;
}

async function take(db: TenantDb, step: Step, { now, roomAt, footer }: Round): Promise<Letter | undefined> {
  const { mail } = step;
  if (step.does === 'end') await endMails(db, [mail.id], step, now);
  if (step.does === 'hold') await holdMail(db, mail.id, roomAt);
  if (step.does !== 'send' || mail.email === null) return undefined;
  const counted = step.counts.map(({ id }) => id);
  await endMails(db, counted, { state: 'counted', reason: mail.id }, now);
  const body = counting(mail.body, step.counts);
  const attempt = mail.attempt_count + 1;
  const delay = delaysMs[attempt - 1] ?? hourMs;
  await beginAttempt(db, mail.id, body, new Date(now.getTime() + delay));
  return { mail, to: mail.email, text: `${body}\n\n${footer}\n`, attempt };
}

async function send(
  { database, clock, settings }: Given,
  tenantId: string,
  attempt: TryMail,
  { mail, to, text, attempt: number }: Letter,
): Promise<void> {
  const { host } = new URL(settings.EXTERNAL_URL);
  const tried = await attempt({
    to,
    subject: mail.subject,
    text,
    messageId: `<${mail.id}@${host}>`,
    thread: `<${mail.thread}@${host}>`,
  });
  const isLast = number > delaysMs.length;
  await database.tenant(tenantId, async (db) => {
    const now = clock.now();
    if (tried.mailed) await endMails(db, [mail.id], { state: 'sent', reason: null }, now);
    else if (tried.isFinal || isLast) await endMails(db, [mail.id], { state: 'failed', reason: tried.reason }, now);
    else await noteFailure(db, mail.id, number, tried.reason);
  });
}

function footerOf(externalUrl: string): string {
  return `--\nYou asked for this mail. Change that at ${externalUrl.replace(/\/$/, '')}/settings/profile`;
}

async function sideBySide<T>(
  items: readonly T[],
  most: number,
  signal: AbortSignal,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const lane = async () => {
    for (const item of queue) {
      if (signal.aborted) return;
      await work(item);
    }
  };
  await Promise.all(Array.from({ length: most }, lane));
}
