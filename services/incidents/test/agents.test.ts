import { randomUUID } from 'node:crypto';
import { builtInRuleId } from '@wheelhouse/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type House, incidents, minutes, type Place, startHouse } from './house.ts';
import { actionOf, actionStarted, analysisConcluded, deployment, issue, round, verdictReached } from './said.ts';
import { onlyOf, timelineOf } from './timeline-of.ts';

/** What the agents conclude, and what became of it, in the timeline of the incident. */
let house: House;
beforeAll(async () => {
  house = await startHouse();
});
afterAll(() => house.stop());

async function scene() {
  const place = await house.place();
  await house.say(place.tenantId, round(place.clusterId, house.clock.now(), issue(house.clock.now())));
  const { id } = await onlyOf(house, place);
  house.clock.advance(minutes);
  return { ...place, id: id as string, now: house.clock.now() };
}
const timeline = ({ who }: Pick<Place, 'who'>, id: string) => timelineOf(house, who, id);
const last = async (place: Pick<Place, 'who'>, id: string) => (await timeline(place, id)).at(-1);

describe('a conclusion', () => {
  test('stands in the timeline with its evidence, and the rule that came to it', async () => {
    const place = await scene();
    const analysis_id = randomUUID();
    const decision_id = randomUUID();
    await house.say(
      place.tenantId,
      analysisConcluded(place.clusterId, place.id, place.now, { analysis_id, decision_id }),
    );
    expect(await last(place, place.id)).toMatchObject({
      kind: 'analysis',
      at: place.now.toISOString(),
      summary: 'One pod of three no longer answers, and the other two are well: restart it.',
      text: null,
      actor: { type: 'rule', id: builtInRuleId('wedged_pod') },
      object: deployment('checkout'),
      ref: { type: 'analysis', id: analysis_id, url: null },
      count: 1,
      data: {
        analysis_id,
        conclusion: 'action_proposed',
        rule: 'wedged_pod',
        evidence: [{ n: 1, source: 'pods', summary: 'Pod checkout-1 is not ready for 4 min.' }],
        decision_id,
        automatic: false,
        asked_because: 'The autonomy setting says ask.',
      },
    });
  });

  test('that suggests something says what, and one of no rule names none', async () => {
    const place = await scene();
    const advice = 'The limit is 256 Mi, and it was killed 4 times: try 384 Mi.';
    const none = { decision_id: null, asked_because: null } as const;
    const at = (ms: number) => new Date(place.now.getTime() + ms);
    house.clock.advance(minutes);
    const said = (ms: number, more: object) =>
      analysisConcluded(place.clusterId, place.id, at(ms), { ...none, ...more });
    await house.say(place.tenantId, said(0, { conclusion: 'suggestion', rule: 'out_of_memory', advice }));
    await house.say(place.tenantId, said(1, { conclusion: 'no_rule', rule: null, summary: 'No rule fits.' }));
    expect((await timeline(place, place.id)).slice(-2)).toMatchObject([
      { kind: 'suggestion', text: advice, actor: { type: 'rule' } },
      { kind: 'analysis', text: null, actor: null, summary: 'No rule fits.' },
    ]);
  });

  test('keeps what fits of much evidence, and never loses itself over it', async () => {
    const place = await scene();
    const evidence = Array.from({ length: 40 }, (_, n) => ({ n: n + 1, source: 'logs', summary: 'x'.repeat(1_000) }));
    await house.say(place.tenantId, analysisConcluded(place.clusterId, place.id, place.now, { evidence }));
    const entry = (await last(place, place.id)) as unknown as { data: { analysis_id: string; evidence: unknown[] } };
    expect(entry.data.analysis_id).toBeTypeOf('string');
    expect(entry.data.evidence).toEqual(evidence.slice(0, entry.data.evidence.length));
    expect(entry.data.evidence.length).toBeGreaterThan(3);
  });

  test('said twice is told once, also after the incident was merged into another', async () => {
    const place = await scene();
    const declared = { cluster_id: place.clusterId, title: 'The shop is down', severity: 'high' };
    const { id: into } = await house.post(place.who, incidents, declared);
    const said = analysisConcluded(place.clusterId, place.id, place.now);
    await house.say(place.tenantId, said, said);
    await house.post(place.who, `${incidents}/${place.id}/merge`, { into });
    await house.say(place.tenantId, said);
    const ofKind = (await timeline(place, into)).filter(({ kind }) => kind === 'analysis');
    expect(ofKind).toMatchObject([{ count: 1 }]);
    // One that comes late goes where the incident went.
    await house.say(place.tenantId, analysisConcluded(place.clusterId, place.id, place.now));
    expect((await timeline(place, into)).filter(({ kind }) => kind === 'analysis')).toHaveLength(2);
  });

  test('of an incident that is over, or that there never was, is no trouble', async () => {
    const place = await scene();
    await house.post(place.who, `${incidents}/${place.id}/resolve`);
    await house.say(
      place.tenantId,
      analysisConcluded(place.clusterId, randomUUID(), place.now),
      analysisConcluded(place.clusterId, place.id, house.clock.now(), { conclusion: 'recovered', rule: null }),
    );
    expect(await last(place, place.id)).toMatchObject({ kind: 'analysis', data: { conclusion: 'recovered' } });
  });

  test('of one tenant is not told to another', async () => {
    const [place, other] = [await scene(), await scene()];
    await house.say(other.tenantId, analysisConcluded(place.clusterId, place.id, place.now));
    expect((await timeline(place, place.id)).map(({ kind }) => kind)).toEqual(['signal']);
    expect((await timeline(other, other.id)).map(({ kind }) => kind)).toEqual(['signal']);
  });
});

describe('a verdict', () => {
  test('stands in the timeline once, and once more when a person overrules it', async () => {
    const place = await scene();
    const verdict_id = randomUUID();
    const action_id = randomUUID();
    const more = { verdict_id, action_id, incident_id: place.id };
    const said = verdictReached(place.clusterId, place.now, more);
    await house.say(place.tenantId, said, said);
    const overruled = { ...more, verdict: 'not_cured', overruled: true, summary: 'Not cured, says a person.' } as const;
    house.clock.advance(minutes);
    const again = verdictReached(place.clusterId, house.clock.now(), overruled);
    await house.say(place.tenantId, again, again);
    expect((await timeline(place, place.id)).slice(1)).toMatchObject([
      {
        kind: 'verdict',
        count: 1,
        summary: 'Cured: the crash loop ended 2 min after the restart and has not come back within 30 min.',
        ref: { type: 'action', id: action_id, url: null },
        data: { verdict: 'cured', action_id, automatic: false, overruled: false },
      },
      {
        kind: 'verdict',
        count: 1,
        summary: 'Not cured, says a person.',
        data: { verdict: 'not_cured', overruled: true },
      },
    ]);
  });

  test('without an incident goes where its action stands, and nowhere without one', async () => {
    const place = await scene();
    const pods = actionOf(place.clusterId, 'scale_deployment', { namespace: 'shop', deployment_name: 'checkout' });
    await house.say(place.tenantId, actionStarted(pods, place.now));
    house.clock.advance(minutes);
    await house.say(
      place.tenantId,
      verdictReached(place.clusterId, house.clock.now(), { action_id: pods.action_id }),
      verdictReached(place.clusterId, house.clock.now(), { action_id: null }),
      verdictReached(place.clusterId, house.clock.now()),
    );
    const verdicts = (await timeline(place, place.id)).filter(({ kind }) => kind === 'verdict');
    expect(verdicts).toMatchObject([{ ref: { id: pods.action_id } }]);
  });
});
