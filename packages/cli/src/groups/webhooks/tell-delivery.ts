import { deliveryReasonWords } from '@wheelhouse/contracts';
import { type Fact, factLines } from '../../output/facts.ts';
import type { Output } from '../../output/output.ts';
import { plain } from '../../output/plain.ts';
import { type Attempt, type Delivery, type DeliveryDetail, deliveryStyle } from './delivery.ts';

/** One delivery with all its attempts, oldest first. */
export function deliveryLines(out: Output, delivery: DeliveryDetail): readonly string[] {
  const { id, event_id, event_type, generation, attempts, body, created_at } = delivery;
  return [
    out.paint('bold', plain(event_type)),
    ...factLines(out, [
      ['state', stateText(out, delivery), deliveryStyle(delivery)],
      ...(generation === 1 ? [] : [['sent again', `${generation - 1} times`] satisfies Fact]),
      ['created', out.time(created_at)],
      ['event', event_id],
      ['id', id],
      ...(body === null ? [] : [['body', body] satisfies Fact]),
    ]),
    ...attempts.flatMap((attempt) => ['', ...attemptLines(out, attempt)]),
  ];
}

export function stateText(out: Pick<Output, 'time'>, delivery: Delivery): string {
  const { state, reason, next_attempt_at, finished_at } = delivery;
  if (next_attempt_at !== null) return `${state}, next attempt ${out.time(next_attempt_at)}`;
  const why = reason === null ? '' : `: ${deliveryReasonWords[reason]}`;
  return `${state}${why}${finished_at === null ? '' : `, ${out.time(finished_at)}`}`;
}

export function attemptLines(out: Output, attempt: Attempt): readonly string[] {
  const { number, started_at, request, response } = attempt;
  return [
    `attempt ${number}, ${out.time(started_at)}`,
    ...factLines(out, [
      ['to', request.url],
      ...answerFacts(attempt),
      ['took', timingsText(attempt)],
      ...(response === null || response.body === '' ? [] : [['said', response.body] satisfies Fact]),
    ]),
  ];
}

/** What became of it, and what to do about that. */
export function answerFacts({ failure, status }: Attempt): readonly Fact[] {
  if (failure === null) return [['answered', String(status), 'green']];
  return [
    ['answered', status === null ? `nothing (${failure.class})` : `${status} (${failure.class})`, 'red'],
    ['why', failure.message],
    ['next', failure.remedy],
  ];
}

export function timingsText({ timings }: Attempt): string {
  const { dns_ms, connect_ms, tls_ms, answered_ms, total_ms } = timings;
  const steps: readonly (readonly [string, number | null])[] = [
    ['dns', dns_ms],
    ['connect', connect_ms],
    ['tls', tls_ms],
    ['answered after', answered_ms],
  ];
  const told = steps.flatMap(([name, ms]) => (ms === null ? [] : [`${name} ${Math.round(ms)} ms`]));
  return [`${Math.round(total_ms)} ms`, ...told].join(', ');
}
