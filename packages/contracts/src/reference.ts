import { errorCatalogue, errorCodes } from './errors/catalogue.ts';
import { findingSchema } from './events/agents.ts';
import { eventCatalogue, eventTypes } from './events/catalogue.ts';
import { exampleEnvelope } from './events/envelope.ts';
import { code, json, page, prose, table } from './markdown.ts';
import { failureSchema } from './messages/failure.ts';
import { actorSchema, approverSchema, proposerSchema } from './messages/people.ts';
import { actionTargetSchema } from './messages/target.ts';
import { fieldTable, shapeSection } from './schema-text.ts';
import { otherAccess, scopeCatalogue, scopes } from './scopes.ts';

export function renderErrorReference(): string {
  const statuses = [...new Set(errorCodes.map((each) => errorCatalogue[each].status))].toSorted((a, b) => a - b);
  const section = (status: number) => [
    `## ${status}`,
    ...errorCodes
      .filter((each) => errorCatalogue[each].status === status)
      .flatMap((each) => {
        const { message, next, owner } = errorCatalogue[each];
        const origin = owner === 'kit' ? 'Any module may answer it.' : `The first to answer it is ${owner}.`;
        return [`### ${each}`, prose(message), prose(`What to do: ${next}`), origin];
      }),
  ];
  return page('Errors', [
    prose(
      'Every error response has this body. Programs go by `code`, each of which has one status; `message` is for ' +
        'people and may be more precise than the text here. `request_id` is also in the header `X-Request-Id`.',
    ),
    json({
      error: {
        code: 'validation_failed',
        message: 'replicas must be 0 or more.',
        request_id: '01a1cf091d94795cb130618705dab630',
        details: [{ field: 'replicas', code: 'minimum', message: 'must be 0 or more' }],
      },
    }),
    prose(
      '`details` names fields and is there only where a request had faulty ones; `doc_url`, also optional, leads to more ' +
        'to read. New codes may be added: treat one you do not know by its status.',
    ),
    ...statuses.flatMap(section),
  ]);
}

export function renderEventReference(): string {
  const list = eventTypes.map((type) => [code(type), eventCatalogue[type].sentWhen]);
  const section = (type: (typeof eventTypes)[number]) => {
    const { sentWhen, data } = eventCatalogue[type];
    return [`## ${type}`, prose(`${sentWhen}.`), fieldTable(data), json(exampleEnvelope(type))];
  };
  const shapes = [actionTargetSchema, proposerSchema, approverSchema, actorSchema, failureSchema, findingSchema];
  return page('Events', [
    prose(
      'A webhook delivery is one POST whose JSON body has five fields, always these: `id` (`evt_` and 32 hex digits; the ' +
        'same on every repetition, so use it to drop duplicates), `type`, `occurred_at`, `tenant_id` and `data`. The ' +
        'tables below show `data`, which is the state of things at the time of the event.',
    ),
    prose(
      'A field is always present unless its table says otherwise, and null where there is no value. Timestamps are RFC ' +
        '3339 in UTC. At most 64 KiB are sent; longer text is cut. Fields and words may be added to an event, so ignore what you do not know; what would ' +
        'break a receiver gets a new event type instead. The order of deliveries is not promised.',
    ),
    table(['event', 'sent when'], list),
    ...eventTypes.flatMap(section),
    '## Shapes used above',
    ...shapes.map(shapeSection),
  ]);
}

export function renderScopeReference(): string {
  return page('Scopes', [
    prose(
      'A personal access token or a service account has a set of scopes. No scope implies another, and none adds to what ' +
        'the role of its user allows: what counts is what both have. Responses tell the scopes of the caller in ' +
        '`X-OAuth-Scopes` and those the endpoint asks for in `X-Accepted-OAuth-Scopes`.',
    ),
    ...scopes.flatMap((scope) => [
      `## ${scope}`,
      prose(`${scopeCatalogue[scope].allows}.`),
      scopeCatalogue[scope].calls.map((call) => `- ${call}`).join('\n'),
    ]),
    '## Endpoints without a scope',
    prose('Some endpoints ask for something else; their OpenAPI description says which.'),
    table(
      ['access', 'who may call'],
      Object.entries(otherAccess).map(([access, who]) => [code(access), who]),
    ),
  ]);
}

/** The generated pages, by their names in `docs/reference`. */
export function referencePages(): Readonly<Record<string, string>> {
  return {
    'errors.md': renderErrorReference(),
    'events.md': renderEventReference(),
    'scopes.md': renderScopeReference(),
  };
}
