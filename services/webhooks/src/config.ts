import { checkCidrs, checked, externalUrl, integer, list, optional, text } from '@wheelhouse/kit';

/** The settings of this module; docs/reference lists them with the others'. */
export const webhookSettings = {
  EXTERNAL_URL: externalUrl,
  WEBHOOK_ALLOWED_PRIVATE_CIDRS: checked(
    list({
      about:
        'private networks in which subscribers may be, as CIDRs; without it only public addresses are connected to',
      default: [],
    }),
    checkCidrs,
  ),
  WEBHOOK_EXTRA_CA_FILE: optional(
    text({ about: 'a file of PEM certificates that subscribers may be signed by, besides those everybody trusts' }),
  ),
  WEBHOOK_SLOTS: integer({
    about: 'how many deliveries one worker may have under way; three quarters for subscribers that answer quickly',
    default: 2_000,
    minimum: 8,
    maximum: 20_000,
  }),
  WEBHOOKS_PER_TENANT: integer({
    about: 'how many subscriptions a tenant may have',
    default: 100,
    minimum: 1,
    maximum: 10_000,
  }),
};
export type WebhookSettings = typeof webhookSettings;
