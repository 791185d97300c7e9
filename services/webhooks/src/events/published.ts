import { eventCatalogue, eventEnvelopeOf, eventTypes, exampleEnvelope } from '@wheelhouse/contracts';

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

const headers = [
  header(
    'Service-Signature',
    't=<seconds>,v1=<hex>: HMAC-SHA256 of t, a dot and the body with the signing secret; a second v1 while an old secret still signs',
  ),
  header('Service-Event-Id', 'the same for every attempt of an event: what was handled before is recognised by it'),
  header('Service-Event-Type', 'as in the body'),
  header('Service-Delivery-Id', 'of this event to this webhook'),
  header('Service-Attempt', 'counted from 1'),
];

/** What subscribers receive, in the words of OpenAPI 3.1. */
export const publishedWebhooks: Readonly<Record<string, object>> = Object.fromEntries(
  eventTypes.map((type) => [type, { post: operationOf(type) }]),
);

function operationOf(type: (typeof eventTypes)[number]): object {
  return {
    tags: ['webhooks'],
    summary: eventCatalogue[type].sentWhen,
    operationId: `on${type
      .split(/[._]/)
      .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
      .join('')}`,
    security: [],
    parameters: headers,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: eventEnvelopeOf(type), example: exampleEnvelope(type) } },
    },
    responses: {
      '2XX': {
        description: 'It is delivered. Anything else, and no answer within 10 seconds, is tried again for a day',
      },
      '410': { description: 'Nobody is there any more; the webhook is disabled' },
    },
  };
}
