import type { Log } from '@wheelhouse/kit';
import { createTransport } from 'nodemailer';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same however often it is sent: whoever gets it twice can tell. */
  readonly messageId?: string;
  /** Of what it is about: mail programs show those together. */
  readonly thread?: string;
}

/** Whether a mail went out, and if not, why; a call never fails because of its mail. */
export type Mailed = { readonly mailed: true } | NotMailed;

export interface NotMailed {
  readonly mailed: false;
  readonly reason: string;
}

/** The same for whoever would try again: not where the mail server has said that it never will. */
export type Tried = { readonly mailed: true } | (NotMailed & { readonly isFinal: boolean });

export type SendMail = (mail: Mail) => Promise<Mailed>;
export type TryMail = (mail: Mail) => Promise<Tried>;

interface MailSettings {
  readonly SMTP_URL: string | undefined;
  readonly MAIL_FROM: string;
}

/** Whoever waits for the answer of a call waits for its mail too: not for long. */
const connectMs = 5_000;
const silentMs = 10_000;

/** Never inside a transaction: a mail server's time is not the database's. */
export function mailer(settings: MailSettings, log: Log): SendMail {
  const attempt = mailAttempts(settings, log);
  return async (mail) => {
    const tried = await attempt(mail);
    return tried.mailed ? tried : { mailed: false, reason: tried.reason };
  };
}

export function mailAttempts({ SMTP_URL: url, MAIL_FROM: from }: MailSettings, log: Log): TryMail {
  if (url === undefined) return async () => ({ mailed: false, reason: 'SMTP_URL is not set', isFinal: false });
  const transport = createTransport(
    { url, connectionTimeout: connectMs, greetingTimeout: connectMs, dnsTimeout: connectMs, socketTimeout: silentMs },
    { from },
  );
  return async ({ to, subject, text, messageId, thread }) => {
    try {
      await transport.sendMail({
        to: { name: '', address: to },
        subject,
        text,
        ...(messageId === undefined ? {} : { messageId }),
        // No auto-reply comes back for it.
        ...(thread === undefined ? {} : { references: thread, headers: { 'Auto-Submitted': 'auto-generated' } }),
      });
      return { mailed: true };
    } catch (error) {
      log.warn({ err: error }, 'a mail was not accepted');
      return {
        mailed: false,
        reason: `the mail server did not accept it (${codeOf(error)})`,
        isFinal: isFinalRefusal(error),
      };
    }
  };
}

/** What a mail server says may name accounts; its code does not. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';
}

/** 5xx to the recipient or to the mail itself. That the server does not let us in at all is a matter for the operator. */
function isFinalRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error) || !('command' in error)) return false;
  const { responseCode: code, command } = error;
  return typeof code === 'number' && code >= 500 && (command === 'RCPT TO' || command === 'DATA');
}
