import { closed } from '@wheelhouse/contracts';
import { type Static, Type } from 'typebox';

/** More than these within an hour wait, and are named in the next one: nobody reads a flood. */
export const mostPerHour = 10;

/** What people can ask to be mailed of. */
export const topics = ['incidents', 'approvals'] as const;
export type Topic = (typeof topics)[number];

export const mailSettings = Type.Object({
  available: Type.Boolean({
    description: 'False while the installation has no mail server: the operator sets SMTP_URL',
  }),
  address: Type.String({ description: 'Where mail goes: the email of the user' }),
  incidents: Type.Boolean({ description: 'Mail when an incident opens or is resolved' }),
  approvals: Type.Boolean({ description: 'Mail when an action needs approval' }),
  most_per_hour: Type.Integer({ description: 'More than these within an hour are named in the next mail instead' }),
});
export type MailSettings = Static<typeof mailSettings>;

export const changeMail = closed({
  incidents: Type.Optional(Type.Boolean()),
  approvals: Type.Optional(Type.Boolean()),
});
export type ChangeMail = Static<typeof changeMail>;
