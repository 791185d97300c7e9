import { errorCatalogue, errorCodes } from './errors/catalogue.ts';
import { renderEventReference } from './event-reference.ts';
import { code, json, page, prose, table } from './markdown.ts';
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
