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
        const origin = owner === 'kit' ? 'Any module may return it.' : `First used by ${owner}.`;
        return [`### ${each}`, prose(message), prose(`What to do: ${next}`), origin];
      }),
  ];
  return page('Errors', [
    prose(
      'Every error response has this body. Programs should rely on `code`, which always has the same status; `message` is for ' +
        'people and may be more specific than the text here. `request_id` is also in the header `X-Request-Id`.',
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
      '`details` lists fields and is only present if the request had invalid ones; `doc_url`, also optional, links to further ' +
        'documentation. New codes may be added: handle an unknown one by its status.',
    ),
    ...statuses.flatMap(section),
  ]);
}

export function renderScopeReference(): string {
  return page('Scopes', [
    prose(
      'A personal access token or a service account has a set of scopes. No scope implies another, and none exceeds what ' +
        'the role of its user allows: only what both allow is permitted. Responses list the scopes of the caller in ' +
        '`X-OAuth-Scopes` and those the endpoint requires in `X-Accepted-OAuth-Scopes`.',
    ),
    ...scopes.flatMap((scope) => [
      `## ${scope}`,
      prose(`${scopeCatalogue[scope].allows}.`),
      scopeCatalogue[scope].calls.map((call) => `- ${call}`).join('\n'),
    ]),
    '## Endpoints without a scope',
    prose('Some endpoints require something else; their OpenAPI description says what.'),
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
