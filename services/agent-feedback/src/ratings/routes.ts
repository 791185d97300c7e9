import { defineRoute, type ModuleContext, refuse, type Route } from '@wheelhouse/kit';
import { actorFor } from '../actor.ts';
import { noteTenant } from '../tenants-store.ts';
import { type GiveRating, giveRating, rating } from './schema.ts';
import { putRating } from './store.ts';

export function ratingRoute({ clock }: Pick<ModuleContext, 'clock'>): Route {
  return defineRoute({
    method: 'POST',
    url: '/api/v1/ratings',
    access: 'agents',
    reach: 'none',
    summary: 'Say whether an analysis or an agent run was helpful; a later rating of yours replaces an earlier one',
    operation: 'rate',
    audit: { action: 'rating.give' },
    body: giveRating,
    status: 201,
    response: rating,
    handler: async ({ body, principal, change }) => {
      const rater = actorFor(principal);
      const { kind, thingId } = thingOf(body);
      const { helpful, note = null } = body;
      const at = clock.now();
      return change(async (db) => {
        await putRating(db, { kind, thingId, rater, helpful, note, at });
        await noteTenant(db);
        return {
          body: {
            analysis_id: kind === 'analysis' ? thingId : null,
            run_id: kind === 'run' ? thingId : null,
            helpful,
            note,
            rated_by: rater,
            rated_at: at.toISOString(),
          },
          audit: { objectId: thingId, details: { kind, helpful } },
        };
      });
    },
  });
}

function thingOf({ analysis_id: analysisId, run_id: runId }: GiveRating) {
  if (analysisId !== undefined && runId === undefined)
    return { kind: 'analysis', thingId: analysisId.toLowerCase() } as const;
  if (runId !== undefined && analysisId === undefined) return { kind: 'run', thingId: runId.toLowerCase() } as const;
  const message = 'must be given, or run_id, and not both';
  return refuse('validation_failed', {
    message: `analysis_id ${message}.`,
    details: [{ field: 'analysis_id', code: 'required', message }],
  });
}
