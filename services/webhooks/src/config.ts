import { checkCidrs, checked, externalUrl, integer, list, optional, text } from '@wheelhouse/kit';

/** The settings of this module; docs/reference lists them with the others'. */
export const webhookSettings = {
  EXTERNAL_URL: externalUrl,
  WEBHOOK_ALLOWED_PRIVATE_CIDRS: checked(
    list({
      about: 'private networks that subscribers may be in, as CIDRs; unless set, only public addresses are allowed',
      default: [],
    }),
    checkCidrs,
  ),
  WEBHOOK_EXTRA_CA_FILE: optional(
    text({ about: 'file with PEM certificates of additional certificate authorities to trust for subscribers' }),
  ),
  WEBHOOK_SLOTS: integer({
    about: 'how many deliveries one worker may have in flight; three quarters are for subscribers that respond quickly',
    default: 2_000,
    minimum: 8,
    maximum: 20_000,
  }),
  WEBHOOKS_PER_TENANT: integer({
    about: 'maximum number of webhooks per tenant',
    default: 100,
    minimum: 1,
    maximum: 10_000,
  }),
};
export type WebhookSettings = typeof webhookSettings;
