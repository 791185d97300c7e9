import type { Client } from '@wheelhouse/sdk';
import { eventually } from '@wheelhouse/testkit';
import { mustBe } from '../first-ten-minutes/steps.ts';
import type { Listening } from './receivers.ts';

const wanted = ['action.pending', 'action.executed'] as const;
const patienceMs = 120_000;

interface Sent {
  readonly type: string;
  readonly body: string;
}

/** What was told of this action, by event id: one of each kind. */
async function eventsOf(client: Client, actionId: string): Promise<ReadonlyMap<string, Sent>> {
  const { data: events } = await client.get('/platform/api/v1/webhooks/events', { query: { type: wanted.join(',') } });
  const sent = new Map<string, Sent>();
  for (const { id, type } of events.data) {
    const { data: event } = await client.get('/platform/api/v1/webhooks/events/{event_id}', {
      params: { event_id: id },
    });
    if (event.body.includes(actionId)) sent.set(id, { type, body: event.body });
  }
  const types = [...sent.values()].map(({ type }) => type);
  mustBe(types.length === 2 && wanted.every((type) => types.includes(type)), `the events are ${types.join(', ')}`);
  return sent;
}

/** Both events of this action have reached every receiver: signed, believed, and kept as they were sent. */
export async function toldAll(client: Client, all: readonly Listening[], actionId: string): Promise<void> {
  const events = await eventually(() => eventsOf(client, actionId), patienceMs);
  await eventually(async () => {
    for (const receiver of all) {
      const kept = await receiver.kept();
      for (const [id, { type, body }] of events) {
        mustBe(
          receiver.lines().includes(`new ${type} ${id}`),
          `${receiver.kind} was not told of ${type}: ${receiver.lines().join('; ')}`,
        );
        mustBe(kept.get(id) === body, `what ${receiver.kind} has kept of ${type} is not what was sent`);
      }
      const refused = receiver.lines().filter((line) => line.startsWith('refused'));
      mustBe(refused.length === 0, `${receiver.kind}: ${refused.join('; ')}`);
    }
  }, patienceMs);
}

/** What was delivered is sent to every receiver once more, and known there by its id. */
export async function sendAgain(client: Client, all: readonly Listening[], actionId: string): Promise<void> {
  const events = await eventsOf(client, actionId);
  for (const { webhookId: id } of all) {
    const { data: deliveries } = await client.get('/platform/api/v1/webhooks/{id}/deliveries', { params: { id } });
    for (const { id: delivery_id, event_id } of deliveries.data)
      if (events.has(event_id))
        await client.post('/platform/api/v1/webhooks/{id}/deliveries/{delivery_id}/redeliver', {
          params: { id, delivery_id },
        });
  }
  await eventually(() => {
    for (const receiver of all)
      for (const [id, { type }] of events)
        mustBe(receiver.lines().includes(`again ${type} ${id}`), `${receiver.kind}: ${receiver.lines().join('; ')}`);
  }, patienceMs);
}

/** Counted by each receiver itself: it has handled each event once, and nothing else of this action. */
export async function handledOnce(client: Client, all: readonly Listening[], actionId: string): Promise<void> {
  const events = await eventsOf(client, actionId);
  for (const receiver of all) {
    const kept = [...(await receiver.kept())].filter(([, body]) => body.includes(actionId));
    mustBe(kept.length === events.size, `${receiver.kind} has kept ${kept.length} events of the action`);
    for (const [id, { type }] of events) {
      const { length: times } = receiver.lines().filter((line) => line === `new ${type} ${id}`);
      mustBe(times === 1, `${receiver.kind} has handled ${type} ${times} times`);
    }
  }
}
