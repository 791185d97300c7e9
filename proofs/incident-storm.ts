import { causeOf } from './incident-storm/causes.ts';
import { withoutKey, withoutPause } from './incident-storm/controls.ts';
import { type House, openHouse, quietSeconds, type Tenant } from './incident-storm/house.ts';
import { killInTurn } from './incident-storm/killing.ts';
import { type Incident, incidentsOf, renameAll } from './incident-storm/people.ts';
import { troublesIn, underWay, untilNothingLeft, updatesDue } from './incident-storm/rest.ts';
import { endStorm, playStorm, sendSign } from './incident-storm/senders.ts';
import { type Batch, signOf, stormOf } from './incident-storm/storm.ts';
import { mostUpdates, ofType, shortestPause, toldAt, toldOtherwise } from './incident-storm/told.ts';
import { type Proof, type ProofContext, type Verdict, verdictOf } from './runner/proof.ts';

const pauseMs = 30_000;
const withinS = 60;
const sizes = {
  quick: { signs: 1_000, causes: 20, overMs: 12_000, renamedEveryMs: 3_000, patienceMs: 180_000, leastKills: 2 },
  full: { signs: 10_000, causes: 50, overMs: 52_000, renamedEveryMs: 7_000, patienceMs: 600_000, leastKills: 12 },
} as const;
const killEveryMs = 5_000;
/** The controls need few signs to show what they show. */
const signsOfControls = 4;

async function run({ quick, say }: ProofContext): Promise<Verdict> {
  const size = quick ? sizes.quick : sizes.full;
  const house = await openHouse();
  try {
    const [ours, keyless, pauseless] = await Promise.all(
      (['storm', 'without-key', 'without-pause'] as const).map((name) => house.tenant(name)),
    );
    if (ours === undefined || keyless === undefined || pauseless === undefined) throw new Error('a tenant is missing');
    await withoutKey(house, keyless);
    await withoutPause(house, pauseless);
    const over = new AbortController();
    const killing = killInTurn(house.workers, killEveryMs, over.signal, say);
    const storm = stormOf(size);
    const controls = () => stormOf({ ...size, signs: size.causes * signsOfControls });
    const looked = new AbortController();
    const storms = Promise.all([
      playStorm(house, ours, storm),
      playStorm(house, keyless, controls()),
      playStorm(house, pauseless, controls()),
    ]).finally(() => looked.abort());
    const people = [ours, pauseless].map((one) => renameAll(house, one, size.renamedEveryMs, looked.signal));
    const [[tookMs]] = await Promise.all([storms, ...people]);
    say(`${size.signs} signs of ${size.causes} causes were delivered in ${seconds(tookMs)}`);

    const raging = await whileItRages(house, ours, size);
    say(`${raging.incidents.length} incidents, ${raging.counted} signs; left undone: ${raging.left || 'nothing'}`);
    const ended = await afterIt(house, ours, storm, size);
    over.abort();
    const kills = await killing;
    say(`${ended.resolved} incidents resolved; left undone: ${ended.left || 'nothing'}`);
    const withOneMore = await oneMore(house, ours, size);

    const told = toldAt('/storm', house.receiver.received);
    const pause = shortestPause(told);
    const [others, unpaused] = await Promise.all([keyless, pauseless].map((one) => incidentsOf(house, one)));
    const toldOfControl = toldAt('/without-pause', house.receiver.received);
    const most = { ours: mostUpdates(told), control: mostUpdates(toldOfControl) };
    const troubles = await troublesIn(house, ours);
    return verdictOf(
      {
        'everything came to rest': raging.left === '' && ended.left === '',
        'there is one incident for each cause': raging.total === size.causes && ended.total === size.causes,
        'each sign is counted once': raging.counted === size.signs && ended.counted === size.signs,
        'each incident was told to be created, once': ended.created === size.causes,
        'each resolved by itself once it was quiet, and was told to be, once':
          ended.resolved === size.causes && ended.toldResolved === size.causes && ended.isQuietLongEnough,
        [`never two updates of one incident within ${pauseMs / 1_000} s`]: pause >= pauseMs,
        'the last update says what is read': raging.otherwise === 0,
        'workers were killed all along': kills >= size.leastKills,
        'without the key a cause has several incidents': (others?.total ?? 0) > size.causes,
        'without the pause there are more updates, and within it':
          unpaused?.total === size.causes && most.control > most.ours && shortestPause(toldOfControl) < pauseMs,
        'one cause more is one incident more': withOneMore === size.causes + 1,
        ...(quick ? {} : { [`all were delivered within ${withinS} s`]: tookMs <= withinS * 1_000 }),
      },
      [
        `${size.signs} signs of ${size.causes} causes in ${seconds(tookMs)}, a third of them twice, ${kills} workers killed: incidents ${raging.total}, signs counted ${raging.counted}`,
        `at the receiver created ${ended.created}, resolved ${ended.toldResolved}, updated at most ${most.ours} times each and never within ${seconds(pause)}, last told otherwise than read ${raging.otherwise}`,
        `without the key ${others?.total} incidents, without the pause ${most.control} updates, with one cause more ${withOneMore}; given up, deadlocks: ${troubles}`,
      ].join('; '),
    );
  } finally {
    await house.close();
  }
}

type Size = (typeof sizes)['quick' | 'full'];

const sumOf = (incidents: readonly Incident[]) => incidents.reduce((sum, { signal_count: count }) => sum + count, 0);

/** All signs fire, and the last update of each incident has come: how they stand, and whether that is what was told. */
async function whileItRages(house: House, tenant: Tenant, { signs, patienceMs }: Size) {
  const left = await untilNothingLeft(async () => {
    const counted = sumOf((await incidentsOf(house, tenant)).incidents);
    const missing = counted < signs ? [`signs not counted ${signs - counted}`] : [];
    return [...missing, await updatesDue(house, tenant), await underWay(house)].filter(Boolean).join(', ');
  }, patienceMs);
  const { total, incidents } = await incidentsOf(house, tenant);
  const told = toldAt(`/${tenant.name}`, house.receiver.received);
  return { left, total, incidents, counted: sumOf(incidents), otherwise: toldOtherwise(told, incidents).length };
}

/** Every sign has ended, and so has every incident. */
async function afterIt(house: House, tenant: Tenant, storm: readonly Batch[], { causes, patienceMs }: Size) {
  const endedAt = Date.now();
  await endStorm(house, tenant, storm);
  const left = await untilNothingLeft(async () => {
    const live = (await incidentsOf(house, tenant)).incidents.filter(({ status }) => status !== 'resolved').length;
    return [...(live > 0 ? [`not resolved ${live}`] : []), await underWay(house)].filter(Boolean).join(', ');
  }, patienceMs);
  const { total, incidents } = await incidentsOf(house, tenant);
  const told = toldAt(`/${tenant.name}`, house.receiver.received);
  const [created, resolved] = [ofType(told, 'incident.created'), ofType(told, 'incident.resolved')];
  const ids = (several: typeof told) => new Set(several.map(({ data }) => data['incident_id'])).size;
  return {
    left,
    total,
    counted: sumOf(incidents),
    resolved: incidents.filter(({ resolution }) => resolution === 'self_healed').length,
    // Once each: as many events as incidents.
    created: ids(created) === causes ? created.length : ids(created),
    toldResolved: ids(resolved) === causes ? resolved.length : ids(resolved),
    isQuietLongEnough: resolved.every(({ at }) => at >= endedAt + quietSeconds * 1_000),
  };
}

async function oneMore(house: House, tenant: Tenant, { signs, causes, patienceMs }: Size): Promise<number> {
  await sendSign(house, tenant, signOf(signs, causeOf(causes), 1));
  const created = () => ofType(toldAt(`/${tenant.name}`, house.receiver.received), 'incident.created').length;
  await untilNothingLeft(async () => (created() > causes ? '' : 'not told'), patienceMs);
  return Math.min(created(), (await incidentsOf(house, tenant)).total);
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}

export const proof: Proof = {
  promise:
    'However many signs of trouble come, by whatever way, twice, and while workers are killed: each cause is one incident, each sign is counted once, and subscribers are told once that it opens, once that it is over, and of changes at most every 30 seconds.',
  method:
    'signs of 50 causes within a minute, half as events of the monitor, the others by the API and as notifications of Alertmanager, a third delivered twice, while people rename the incidents; two worker processes of incidents, one of them SIGKILLed every 5 s until all is over; a real webhook to an HTTPS server, whose own log is held against what the API answers; the controls are tenants whose tables let through what the product stops',
  bar: `incidents = causes, signs counted = signs; at the receiver one incident.created and, once it was quiet, one incident.resolved each; never two incident.updated of one incident within ${pauseMs / 1_000} s by occurred_at, the last one equal to the incident as read; at full size all delivered within ${withinS} s; without the unique key there are more incidents, without the pause more updates, and one cause more is one incident more`,
  run,
};
