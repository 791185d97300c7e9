import { findingSchema } from './events/agents.ts';
import { type EventType, eventCatalogue, eventTypes } from './events/catalogue.ts';
import { exampleEnvelope } from './events/envelope.ts';
import { exampleDelivery, testHeader } from './events/example-delivery.ts';
import { code, json, page, prose, table } from './markdown.ts';
import { failureSchema } from './messages/failure.ts';
import { actorSchema, approverSchema, proposerSchema } from './messages/people.ts';
import { actionTargetSchema } from './messages/target.ts';
import { fieldTable, shapeSection } from './schema-text.ts';

const shapes = [actionTargetSchema, proposerSchema, approverSchema, actorSchema, failureSchema, findingSchema];

/** Which webhooks that are limited to clusters or CloudSpaces are sent it. */
function reach(type: EventType): string {
  const { properties } = eventCatalogue[type].data;
  const filters = [
    ...('cluster_id' in properties ? ['to its cluster'] : []),
    ...('cloudspace_id' in properties ? ['to its CloudSpace'] : []),
  ];
  return filters.length === 0
    ? 'It does not belong to a cluster, so webhooks limited to clusters or CloudSpaces do not receive it.'
    : `Webhooks limited to clusters or CloudSpaces receive it if they are limited ${filters.join(' or ')}.`;
}

function section(type: EventType): readonly string[] {
  const { sentWhen, data } = eventCatalogue[type];
  return [`## ${type}`, prose(`${sentWhen}. ${reach(type)}`), fieldTable(data), json(exampleEnvelope(type))];
}

export function renderEventReference(): string {
  return page('Events', [
    prose(
      'All fifteen events a webhook can receive. How to receive them, and how to verify that they come from us, is described in ' +
        '[the guide](../guides/webhooks/README.md).',
    ),
    table(
      ['event', 'sent when'],
      eventTypes.map((type) => [`[${code(type)}](#${type.replaceAll('.', '')})`, eventCatalogue[type].sentWhen]),
    ),
    '## One delivery',
    prose(
      'The POST as it arrives. The body has no spaces and no line breaks; the signature covers exactly these bytes and can be ' +
        `verified: the secret of this example is ${code(exampleDelivery.secret)}.`,
    ),
    `\`\`\`http\nPOST /wheelhouse HTTP/1.1\n${headerLines()}\n\n${exampleDelivery.body}\n\`\`\``,
    table(
      ['header', 'holds'],
      [...exampleDelivery.headers, testHeader].map(({ name, holds }) => [code(name), holds]),
    ),
    prose('Only the body and `t` are signed. Rely on the body; the other headers are for logs and proxies.'),
    '## The body',
    prose('JSON in UTF-8 with exactly five fields, always in this order:'),
    table(
      ['field', 'holds'],
      [
        [code('id'), '`evt_` and 32 hex digits; the same on every retry, so use it to drop duplicates'],
        [code('type'), 'The event type'],
        [code('occurred_at'), 'When it happened, not when it was sent'],
        [code('tenant_id'), 'The tenant it belongs to'],
        [code('data'), 'The state at that time, as described in the tables below'],
      ],
    ),
    prose(
      'A field is always present unless its table says otherwise, and null if it has no value. Timestamps are RFC ' +
        '3339 in UTC. `data` has at most 64 KiB; longer text is truncated, and `truncated` says so. New fields and values may be ' +
        'added to an event, so ignore those you do not know; a breaking change gets a new event type instead. ' +
        'Deliveries may arrive out of order: use `occurred_at` to sort them.',
    ),
    ...eventTypes.flatMap(section),
    '## Shared schemas',
    ...shapes.map(shapeSection),
  ]);
}

function headerLines(): string {
  return exampleDelivery.headers.map(({ name, value }) => `${name}: ${value}`).join('\n');
}
