import { randomUUID } from 'node:crypto';
import { caller } from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type House, incidents, minutes, type Place, startHouse } from './house.ts';
import { deployment, issue, resolved, round } from './said.ts';

/** What other modules are told of one incident. */
let house: House;
beforeAll(async () => {
  house = await startHouse();
});
afterAll(() => house.stop());

async function asked({ tenantId }: Pick<Place, 'tenantId'>, id: string) {
  const claims = { kind: 'module', sub: 'agent-analysis', cid: 'agent-analysis', scopes: [] } as const;
  const { token } = await caller({ ...claims, tenant: tenantId, audience: 'incidents' }, house.clock);
  const answer = await fetch(`${house.addresses['incidents']}/internal/v1/incidents/${id}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const body: unknown = await answer.json();
  return { status: answer.status, body };
}

test('an incident is firing, then quiet, then ended', async () => {
  const place = await house.place();
  const one = issue(house.clock.now());
  await house.say(place.tenantId, round(place.clusterId, house.clock.now(), one));
  const [{ id }] = (await house.get(place.who, incidents)).data;
  expect(await asked(place, id)).toEqual({
    status: 200,
    body: {
      id,
      cluster_id: place.clusterId,
      status: 'open',
      state: 'firing',
      object: deployment('checkout'),
      rules: ['crash_loop'],
      previous_incident_id: null,
      at: house.clock.now().toISOString(),
    },
  });
  house.clock.advance(minutes);
  await house.say(place.tenantId, round(place.clusterId, house.clock.now(), resolved(one)));
  expect(await asked(place, id)).toMatchObject({ body: { status: 'open', state: 'quiet' } });
  await house.pass(10 * minutes);
  expect(await asked(place, id)).toMatchObject({ body: { status: 'resolved', state: 'ended' } });
});

test('an incident of another tenant, or of nobody, is not there', async () => {
  const [place, other] = [await house.place(), await house.place()];
  await house.say(place.tenantId, round(place.clusterId, house.clock.now(), issue(house.clock.now())));
  const [{ id }] = (await house.get(place.who, incidents)).data;
  expect(await asked(other, id)).toMatchObject({ status: 404 });
  expect(await asked(place, randomUUID())).toMatchObject({ status: 404 });
  expect(await house.ask(place.who, 'GET', `/internal/v1/incidents/${id}`)).toMatchObject({ status: 404 });
});
