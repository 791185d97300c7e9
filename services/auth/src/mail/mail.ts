import type { Log } from '@wheelhouse/kit';
import { createTransport } from 'nodemailer';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Whether a mail went out, and if not, why; a call never fails because of its mail. */
export type Mailed = { readonly mailed: true } | { readonly mailed: false; readonly reason: string };

export type SendMail = (mail: Mail) => Promise<Mailed>;

interface MailSettings {
  readonly SMTP_URL: string | undefined;
  readonly MAIL_FROM: string;
}

/** Whoever waits for the answer of a call waits for its mail too: not for long. */
const connectMs = 5_000;
const silentMs = 10_000;

/** Never inside a transaction: a mail server's time is not the database's. */
export function mailer({ SMTP_URL: url, MAIL_FROM: from }: MailSettings, log: Log): SendMail {
  if (url === undefined) return async () => ({ mailed: false, reason: 'SMTP_URL is not set' });
  const transport = createTransport(
    { url, connectionTimeout: connectMs, greetingTimeout: connectMs, dnsTimeout: connectMs, socketTimeout: silentMs },
    { from },
  );
  return async ({ to, subject, text }) => {
    try {
      await transport.sendMail({ to: { name: '', address: to }, subject, text });
      return { mailed: true };
    } catch (error) {
      log.warn({ err: error }, 'a mail was not accepted');
      return { mailed: false, reason: `the mail server did not accept it (${codeOf(error)})` };
    }
  };
}

/** What a mail server says may name accounts; its code does not. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';
}
