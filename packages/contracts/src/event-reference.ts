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
    ? 'It is of no cluster: webhooks that are limited to clusters or CloudSpaces are not sent it.'
    : `Webhooks that are limited are sent it if they are limited ${filters.join(' or ')}.`;
}

function section(type: EventType): readonly string[] {
  const { sentWhen, data } = eventCatalogue[type];
  return [`## ${type}`, prose(`${sentWhen}. ${reach(type)}`), fieldTable(data), json(exampleEnvelope(type))];
}

export function renderEventReference(): string {
  return page('Events', [
    prose(
      'What a webhook can be told, all fifteen of them. How to receive one, and how to know that it is ours, is in ' +
        '[the guide](../guides/webhooks/README.md).',
    ),
    table(
      ['event', 'sent when'],
      eventTypes.map((type) => [`[${code(type)}](#${type.replaceAll('.', '')})`, eventCatalogue[type].sentWhen]),
    ),
    '## One delivery',
    prose(
      'A POST, as it arrives. The body has no spaces and no line ends; the signature is of these very bytes, and can be ' +
        `checked: the secret of this example is ${code(exampleDelivery.secret)}.`,
    ),
    `\`\`\`http\nPOST /wheelhouse HTTP/1.1\n${headerLines()}\n\n${exampleDelivery.body}\n\`\`\``,
    table(
      ['header', 'holds'],
      [...exampleDelivery.headers, testHeader].map(({ name, holds }) => [code(name), holds]),
    ),
    prose(
      'Only the body and `t` are signed. Go by what the body says; the other headers are for logs and for proxies.',
    ),
    '## The body',
    prose('JSON in UTF-8 with five fields, always these and in this order:'),
    table(
      ['field', 'holds'],
      [
        [code('id'), '`evt_` and 32 hex digits; the same on every repetition, so use it to drop duplicates'],
        [code('type'), 'The name of the event'],
        [code('occurred_at'), 'When it happened, not when it was sent'],
        [code('tenant_id'), 'Whose it is'],
        [code('data'), 'The state of things at that time, as the tables below say'],
      ],
    ),
    prose(
      'A field is always present unless its table says otherwise, and null where there is no value. Timestamps are RFC ' +
        '3339 in UTC. `data` has at most 64 KiB; longer text is cut, and `truncated` says so. Fields and words may be ' +
        'added to an event, so ignore what you do not know; what would break a receiver gets a new event type instead. ' +
        'The order of deliveries is not promised: `occurred_at` tells which came first.',
    ),
    ...eventTypes.flatMap(section),
    '## Shapes used above',
    ...shapes.map(shapeSection),
  ]);
}

function headerLines(): string {
  return exampleDelivery.headers.map(({ name, value }) => `${name}: ${value}`).join('\n');
}
