import { defineRoute, listRoute, type ModuleContext, type Route } from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';
import {
  issueCredential,
  pipelineCredentials,
  revokeCredential,
  shown,
  type ShownCredential,
} from '../credentials/service.ts';
import { createdReportingToken, newReportingToken, reportingToken, reportingTokenId } from './schema.ts';

const url = '/internal/v1/reporting-tokens';

/** What a pipeline's own machine reports with. cicd has them made here and shows them to its callers. */
export function reportingTokenRoutes(context: ModuleContext<AuthSettings>): readonly Route[] {
  const { clock } = context;
  return [
    listRoute(context, pipelineCredentials, {
      url,
      access: 'internal',
      summary: 'List the reporting tokens of a pipeline, newest first',
      item: reportingToken,
      within: async () => ({ kind: 'reporting' }),
      shown: (rows) => rows.map((row) => ofPipeline(shown(row), row.owner_id)),
    }),
    defineRoute({
      method: 'POST',
      url,
      access: 'internal',
      reach: 'none',
      summary: 'Create a reporting token for a pipeline; it is shown only once',
      audit: { action: 'reporting_token.create' },
      body: newReportingToken,
      status: 201,
      response: createdReportingToken,
      secretAnswer: true,
      handler: async ({ body: { pipeline_id, name, expires_in_days }, change }) =>
        change(async (db) => {
          const { shown: issued, secret } = await issueCredential(db, context, {
            kind: 'reporting',
            ownerId: pipeline_id,
            name,
            // It opens what is `reporting`, and no scope opens that.
            scopes: [],
            expiresInDays: expires_in_days,
            createdBy: null,
          });
          return {
            body: { ...ofPipeline(issued, pipeline_id), token: secret },
            objectId: issued.id,
            audit: { details: { pipeline_id, name, expires_at: issued.expires_at } },
          };
        }),
    }),
    defineRoute({
      method: 'DELETE',
      url: `${url}/:id`,
      access: 'internal',
      reach: 'none',
      summary: 'Revoke a reporting token',
      audit: { action: 'reporting_token.revoke' },
      params: reportingTokenId,
      status: 204,
      handler: async ({ params, change }) =>
        change(async (db) => {
          const details = await revokeCredential(db, clock, params.id, { kind: 'reporting', by: null });
          return { audit: { details } };
        }),
    }),
  ];
}

function ofPipeline({ scopes: _, ...rest }: ShownCredential, pipelineId: string) {
  return { ...rest, pipeline_id: pipelineId };
}
