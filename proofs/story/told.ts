import type { Client } from '@wheelhouse/sdk';
import { eventually } from '@wheelhouse/testkit';
import { mustBe } from '../first-ten-minutes/steps.ts';
import type { Listening } from './receivers.ts';

const wanted = ['action.pending', 'action.executed'] as const;

/** Both events of this action have reached every receiver: signed, believed, and kept as they were sent. */
export async function toldAll(client: Client, all: readonly Listening[], actionId: string): Promise<void> {
  const { data: events } = await client.get('/platform/api/v1/webhooks/events', { query: { type: wanted.join(',') } });
  const bodies = new Map<string, { readonly type: string; readonly body: string }>();
  for (const { id, type } of events.data) {
    const { data: event } = await client.get('/platform/api/v1/webhooks/events/{event_id}', {
      params: { event_id: id },
    });
    if (event.body.includes(actionId)) bodies.set(id, { type, body: event.body });
  }
  const types = [...bodies.values()].map(({ type }) => type);
  mustBe(types.length === 2 && wanted.every((type) => types.includes(type)), `the events are ${types.join(', ')}`);
  await eventually(async () => {
    for (const receiver of all) {
      const kept = await receiver.kept();
      for (const [id, { type, body }] of bodies) {
        mustBe(
          receiver.lines().includes(`new ${type} ${id}`),
          `${receiver.kind} was not told of ${type}: ${receiver.lines().join('; ')}`,
        );
        mustBe(kept.get(id) === body, `what ${receiver.kind} has kept of ${type} is not what was sent`);
      }
      const refused = receiver.lines().filter((line) => line.startsWith('refused'));
      mustBe(refused.length === 0, `${receiver.kind}: ${refused.join('; ')}`);
    }
  }, 20_000);
}
