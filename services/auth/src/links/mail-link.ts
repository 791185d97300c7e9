import type { Mailed, SendMail } from '../mail/mail.ts';
import type { MadeLink } from './make.ts';
import type { LinkKind, ShownLink } from './schema.ts';

/** To be called when the link is committed; whether it was mailed stands beside it. */
export async function mailLink(
  send: SendMail,
  kind: LinkKind,
  to: { readonly email: string; readonly name: string; readonly tenant: string },
  link: MadeLink,
): Promise<ShownLink> {
  const { subject, opening } = words[kind](to.tenant);
  const text = `Hello ${to.name},\n\n${opening}\n\n${link.url}\n\nThe link works once, until ${link.expires_at}. If you did not expect it, ignore it and tell an administrator of ${to.tenant}.\n`;
  const mailed: Mailed = await send({ to: to.email, subject, text });
  return { ...link, ...mailed };
}

const words = {
  invite: (tenant: string) => ({
    subject: `You are invited to ${tenant}`,
    opening: `you have been invited to ${tenant} on Wheelhouse. Choose a password here:`,
  }),
  reset: (tenant: string) => ({
    subject: `Choose a new password for ${tenant}`,
    opening: `an administrator of ${tenant} created a link for you to choose a new password on Wheelhouse:`,
  }),
} as const satisfies Readonly<Record<LinkKind, (tenant: string) => { subject: string; opening: string }>>;
