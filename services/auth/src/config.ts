import { checkCidrs, checked, externalUrl, integer, list, optional, text, address } from '@wheelhouse/kit';

/** The settings of this module; docs/reference lists them with the others'. */
export const authSettings = {
  EXTERNAL_URL: externalUrl,
  SMTP_URL: optional(
    address({ about: 'mails invitations, new passwords and expiry notices: smtps://user:password@host', secret: true }),
  ),
  MAIL_FROM: text({ about: 'the sender of mails', default: 'Wheelhouse <wheelhouse@localhost>' }),
  SETUP_OWNER_EMAIL: optional(text({ about: 'unattended install: makes this owner at the first start' })),
  SETUP_OWNER_PASSWORD: optional(text({ about: 'unattended install: their password', secret: true })),
  LOGIN_FAILURES_PER_ACCOUNT: integer({
    about: 'failed sign-ins in 15 minutes for one account from one address',
    default: 10,
    minimum: 1,
  }),
  LOGIN_FAILURES_PER_ADDRESS: integer({
    about: 'failed sign-ins in 15 minutes from one address',
    default: 50,
    minimum: 1,
  }),
  SSO_ALLOWED_PRIVATE_CIDRS: checked(
    list({ about: 'networks that are not public in which identity providers are reached all the same', default: [] }),
    checkCidrs,
  ),
  SSO_DNS_SERVERS: list({ about: "asked for domains' TXT records, as address:port; none: the system's", default: [] }),
};
export type AuthSettings = typeof authSettings;
