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
    't=<seconds>,v1=<hex>: HMAC-SHA256 of t, a dot and the body, keyed with the signing secret; a second v1 while the previous secret is still valid',
  ),
  header('Service-Event-Id', 'The same on every attempt for an event; use it to recognize duplicates'),
  header('Service-Event-Type', 'As in the body'),
  header('Service-Delivery-Id', 'Id of the delivery of this event to this webhook'),
  header('Service-Attempt', 'Number of the attempt, from 1'),
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
        description: 'Delivered. Any other response, or none within 10 seconds, is retried for a day',
      },
      '410': { description: 'The subscriber is gone; the webhook is disabled' },
    },
  };
}
