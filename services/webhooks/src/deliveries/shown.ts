import type { WebhookFormat } from '@wheelhouse/contracts';
import { eventIdOf } from '@wheelhouse/kit';
import { render, renderAgain } from '../formats/render.ts';
import type { Attempt } from '../wire/attempt.ts';
import { failureWords } from '../wire/failures.ts';
import { type HeaderFacts, requestHeaders } from '../wire/request-headers.ts';
import type { Delivery, DeliveryDetail, ShownAttempt } from './schema.ts';
import type { DeliveryRow, WholeDelivery } from './store.ts';

export function shown(row: DeliveryRow): Delivery {
  const { id, event_type, generation, state, reason, attempt_count, last_status, last_failure } = row;
  return {
    id,
    webhook_id: row.subscription_id,
    event_id: eventIdOf(row.event_id),
    event_type,
    generation,
    state,
    reason,
    created_at: row.created_at.toISOString(),
    deadline_at: row.deadline_at.toISOString(),
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
    attempt_count,
    last_status,
    last_failure,
  };
}

export function shownWhole(row: WholeDelivery, format: WebhookFormat): DeliveryDetail {
  const { body, attempts, id, event_type } = row;
  const facts = { deliveryId: id, eventId: eventIdOf(row.event_id), eventType: event_type };
  const sentBy = ({ rendering }: Attempt) => (body === null ? null : (renderAgain(format, body, rendering) ?? null));
  return {
    ...shown(row),
    body: body === null ? null : render(format, body),
    attempts: attempts.map((one) => shownAttempt(one, facts, sentBy(one))),
  };
}

/** What was sent is made again from what is kept: the signature, and of the event's bytes the body. */
export function shownAttempt(attempt: Attempt, facts: Omit<HeaderFacts, 'attempt'>, body: string | null): ShownAttempt {
  const { number, started_at, url, signature, failure, status, response, timings } = attempt;
  return {
    number,
    started_at,
    request: {
      url,
      headers: pairs(requestHeaders({ ...facts, attempt: number }, signature)),
      signed: body === null ? null : `${secondOf(signature)}.${body}`,
    },
    failure: failure === null ? null : { class: failure, ...failureWords(failure, attempt) },
    status,
    response: response === null ? null : { ...response, headers: { ...response.headers } },
    timings: { ...timings },
  };
}

function secondOf(signature: string): string {
  return /^t=(\d+)/.exec(signature)?.[1] ?? '';
}

function pairs(flat: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    flat.flatMap((name, index) => (index % 2 === 0 ? [[name, flat[index + 1] ?? ''] as const] : [])),
  );
}
