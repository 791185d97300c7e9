import { exampleEnvelope } from './envelope.ts';

const event = exampleEnvelope('action.pending');
const secret = 'whsec_3q2+7wQYhI0nO5GVNvmGYjyV1hZ8K0xTtJ4rmXcB6Vc=';
/** What the secret makes of the time and the body; a browser need not be able to. A test makes it anew. */
const signature = 't=1794476104,v1=7235916ccd84493dabac002cdff3be7f2fcaaf2ab128e242557cce2743cfcb53';

/** One delivery as a receiver sees it. It is the first of the test vectors too. */
export const exampleDelivery = {
  secret,
  body: JSON.stringify(event),
  headers: [
    { name: 'Host', value: 'hooks.example.com', holds: 'The host of your URL' },
    { name: 'Content-Type', value: 'application/json', holds: 'Always this value' },
    { name: 'User-Agent', value: 'Wheelhouse-Webhooks/1', holds: 'Always this value' },
    {
      name: 'Service-Signature',
      value: signature,
      holds: 'When it was signed, in unix seconds, and the digest; two digests while a secret is being rotated',
    },
    { name: 'Service-Event-Id', value: event.id, holds: "The event's id, as in the body" },
    { name: 'Service-Event-Type', value: event.type, holds: "The event's type, as in the body" },
    {
      name: 'Service-Delivery-Id',
      value: '01a1cf1c-5c10-7b44-9e02-3f6a8c1d5e90',
      holds: 'Identifies this delivery in the dashboard and the API; the same on every attempt',
    },
    { name: 'Service-Attempt', value: '1', holds: 'Number of this attempt' },
  ],
} as const;

/** Besides, on a test alone. */
export const testHeader = { name: 'Service-Test', value: 'true', holds: 'Only present on test deliveries' };
