import { goodPassword, knock, person } from '../../services/auth/test/people.ts';
import { median } from '../runner/figures.ts';
import { type CaseResult, quarterHour, type SessionCase, type SessionHouse } from './case.ts';
import { mediansOf, shuffled, spreadByChance, spreadOf, type Turns } from './timing.ts';

const sizes = { quick: { turns: 30, withinMs: 14_000 }, full: { turns: 200, withinMs: 15 * 60_000 } };
const widest = 1.1;

/** Is there such a tenant, such a user, an active one? By what is said, and by how long it takes. */
export const enumeration: SessionCase = {
  name: 'enumeration',
  run: async (house) => {
    const { turns: size, withinMs } = house.quick ? sizes.quick : sizes.full;
    const reasons = await reasonsOf(house);
    const said = new Set<string>();
    const turns: number[][] = [];
    const cpu: number[][] = [];
    const began = performance.now();
    // Looked at again while the medians differ and there is time: a real difference stays, noise goes.
    while (performance.now() - began < withinMs && !(isWhole(turns, size) && spreadOf(turns) <= widest))
      await oneTurn(house, reasons, said, turns, cpu);
    const medians = mediansOf(turns);
    for (const [index, [name]] of reasons.entries())
      house.say(`${name}: median ${medians[index]?.toFixed(1)} ms of ${turns.length}`);
    const control = await skipped(house);
    // What other programs do to the clock they hardly do to the work.
    const [clock, work] = [judged('clock', turns), judged('CPU', cpu)];
    const unclear = clock.unclear ?? work.unclear;
    return {
      claims: {
        'every reason is told with the same words': said.size === 1,
        'the control, an answer without a look at the password, is seen to be quicker':
          control * 2 < Math.min(...medians),
        ...clock.claims,
        ...work.claims,
      },
      figure: `${clock.figure}, ${work.figure}`,
      ...(unclear === undefined ? {} : { unclear }),
      tried: turns.length * reasons.length,
      through: [...said].filter((text) => !text.startsWith('[401,')).length,
    };
  },
};

/** Judged after whole rounds only: who looks after every turn finds a lucky one. */
function isWhole(turns: Turns, size: number): boolean {
  return turns.length > 0 && turns.length % size === 0;
}

/** A claim where the figures can tell; else why they cannot. */
function judged(what: string, turns: Turns): Pick<CaseResult, 'claims' | 'figure' | 'unclear'> {
  const [spread, byChance] = [spreadOf(turns), spreadByChance(turns)];
  const figure = `${what} medians of 5 reasons within ${percent(spread)} (by chance ${percent(byChance)})`;
  if (spread > widest && spread <= byChance)
    return { claims: {}, figure, unclear: `the machine is too busy to tell ${what} medians apart` };
  return { claims: { [`${what} medians of all reasons lie within 10 %`]: spread <= widest }, figure };
}

function percent(ratio: number): string {
  return `${((ratio - 1) * 100).toFixed(1)} %`;
}

type Reason = readonly [name: string, body: object];

async function reasonsOf({ auth, tenant }: SessionHouse): Promise<readonly Reason[]> {
  const [active, suspended, invited] = [await person(auth, tenant), await person(auth, tenant), await tenant.user()];
  const states = [
    [suspended, 'suspended'],
    [invited, 'invited'],
  ] as const;
  for (const [{ id }, state] of states)
    await auth.db.tenant(tenant.id, (db) =>
      db.query('UPDATE auth.users SET state = $3 WHERE tenant_id = $1 AND id = $2', [tenant.id, id, state]),
    );
  const body = { tenant: tenant.slug, email: active.email, password: goodPassword };
  return [
    ['wrong password', { ...body, password: 'not the password of anyone' }],
    ['unknown email', { ...body, email: 'nobody.here@example.test' }],
    ['unknown tenant', { ...body, tenant: 'no-such-tenant' }],
    ['suspended', { ...body, email: suspended.email }],
    ['invited', { ...body, email: invited.email }],
  ];
}

/** In another order each time: none always comes after the same other. */
async function oneTurn(
  { auth, clock }: SessionHouse,
  reasons: readonly Reason[],
  said: Set<string>,
  turns: number[][],
  cpu: number[][],
): Promise<void> {
  const times: number[] = reasons.map(() => Number.NaN);
  const work: number[] = [...times];
  for (const index of shuffled([...reasons.keys()])) {
    clock.advance(quarterHour);
    const usedBefore = process.cpuUsage();
    const began = performance.now();
    const answer = await knock(auth, reasons[index]?.[1]);
    times[index] = performance.now() - began;
    const used = process.cpuUsage(usedBefore);
    work[index] = used.user + used.system;
    const { request_id: _id, ...error } = answer.body.error;
    said.add(JSON.stringify([answer.status, error, [...answer.headers.keys()].toSorted()]));
  }
  turns.push(times);
  cpu.push(work);
}

/** What a look at the password costs must be what is measured: refused before it, an answer is quick. */
async function skipped({ auth, tenant, clock }: SessionHouse): Promise<number> {
  clock.advance(quarterHour);
  const body = { tenant: tenant.slug, email: 'guessed@example.test', password: 'not the password of anyone' };
  for (let time = 0; time < 10; time += 1) await knock(auth, body);
  const times: number[] = [];
  for (let time = 0; time < 15; time += 1) {
    const began = performance.now();
    await knock(auth, body);
    times.push(performance.now() - began);
  }
  return median(times);
}
