import { once } from 'node:events';
import { type EventType, eventTypes, exampleEnvelope, isPublicEventType } from '@wheelhouse/contracts';
import { defineRoute, eventIdOf, type ModuleContext, type Route } from '@wheelhouse/kit';
import type { WebhookSettings } from '../config.ts';
import { render } from '../formats/render.ts';
import { senderOf } from '../sender.ts';
import { reachable } from '../subscriptions/answer.ts';
import { webhooksUrl } from '../subscriptions/routes.ts';
import { webhookId } from '../subscriptions/schema.ts';
import { openRoutingKey, openSecrets } from '../subscriptions/secret.ts';
import type { SubscriptionRow } from '../subscriptions/store.ts';
import type { Sender } from '../wire/send.ts';
import { type ShownAttempt, testAnswer, testBody } from './schema.ts';
import { shownAttempt } from './shown.ts';

/** Sent once, while the caller waits; it stands in no list and counts for nothing. */
export function testRoute(context: ModuleContext<WebhookSettings>): Route {
  const { clock, makeId, secrets, background } = context;
  const made: Sender[] = [];
  const sender = (): Sender => {
    const [first = senderOf(context)] = made;
    made[0] = first;
    return first;
  };
  background(async (signal) => {
    if (!signal.aborted) await once(signal, 'abort');
    await made[0]?.close();
  });
  return defineRoute({
    method: 'POST',
    url: `${webhooksUrl}/:id/test`,
    access: 'deploy',
    reach: 'cloudspace',
    summary: 'Send an example event immediately, once, and return the result',
    audit: { action: 'webhook.test' },
    params: webhookId,
    body: testBody,
    bodyOptional: true,
    response: testAnswer,
    handler: async ({ params, body: asked, reach, tenantId, read, change }) => {
      const row = await read((db) => reachable(db, reach, params.id));
      const type = asked.type ?? usualType(row);
      const letter = { deliveryId: makeId(), eventId: eventIdOf(makeId()), eventType: type, isTest: true } as const;
      const event = { id: letter.eventId, occurred_at: clock.now().toISOString(), tenant_id: tenantId };
      const example = JSON.stringify({ ...exampleEnvelope(type), ...event });
      const routingKey = openRoutingKey(secrets, tenantId, row);
      const sent = { isTest: true, ...(routingKey === undefined ? {} : { routingKey }) };
      const body = render(row.format, example, { isTest: true });
      const attempt = await sender().send(
        { subscriptionId: row.id, url: row.url, secrets: openSecrets(secrets, tenantId, row, clock.now()) },
        { ...letter, body: render(row.format, example, sent), attempt: 1 },
      );
      const answer = { event_id: letter.eventId, event_type: type, body, attempt: shownAttempt(attempt, letter, body) };
      return change(async () => ({
        body: { ...answer, attempt: short(answer.attempt) },
        audit: { details: { type, status: attempt.status, failure: attempt.failure } },
      }));
    },
  });
}

function usualType({ events }: SubscriptionRow): EventType {
  return events.find(isPublicEventType) ?? eventTypes[0] ?? 'incident.created';
}

const mostText = 4_096;

/** An answer is kept for an Idempotency-Key up to 64 KiB, and there are characters that take six bytes to write. */
function short(attempt: ShownAttempt): ShownAttempt {
  const { response } = attempt;
  if (response === null || JSON.stringify(response).length < 8 * mostText) return attempt;
  return { ...attempt, response: { ...response, body: response.body.slice(0, mostText), truncated: true } };
}
