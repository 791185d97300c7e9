import { checkCidrs, checked, externalUrl, integer, list, optional, text, address } from '@wheelhouse/kit';

/** The settings of this module; docs/reference lists them with the others'. */
export const authSettings = {
  EXTERNAL_URL: externalUrl,
  SMTP_URL: optional(
    address({
      about:
        'mail server for invitations, password links, expiry notices, and what people ask to be mailed of: smtps://user:password@host',
      secret: true,
    }),
  ),
  MAIL_FROM: text({ about: 'sender address of outgoing mail', default: 'Wheelhouse <wheelhouse@localhost>' }),
  SETUP_OWNER_EMAIL: optional(text({ about: 'unattended install: email of the owner created at first start' })),
  SETUP_OWNER_PASSWORD: optional(text({ about: 'unattended install: password of that owner', secret: true })),
  LOGIN_FAILURES_PER_ACCOUNT: integer({
    about: 'failed sign-ins allowed in 15 minutes per account and address',
    default: 10,
    minimum: 1,
  }),
  LOGIN_FAILURES_PER_ADDRESS: integer({
    about: 'failed sign-ins allowed in 15 minutes per address',
    default: 50,
    minimum: 1,
  }),
  SSO_ALLOWED_PRIVATE_CIDRS: checked(
    list({
      about:
        'private networks that identity providers may be in, as CIDRs; unless set, only public addresses are allowed',
      default: [],
    }),
    checkCidrs,
  ),
  SSO_DNS_SERVERS: list({
    about: "DNS servers for the TXT records of domains, as address:port; the system's by default",
    default: [],
  }),
};
export type AuthSettings = typeof authSettings;
