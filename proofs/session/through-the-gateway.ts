import { setTimeout as wait } from 'node:timers/promises';
import { type Module, type Route, routesOnPaper } from '@wheelhouse/kit';
import { eventually } from '@wheelhouse/testkit';
import { inParallel } from '../../dev/engines/clusters/fleet.ts';
import { callsOf } from '../installation/all-calls.ts';
import type { ReadyCall } from '../installation/ready-call.ts';
import { modules } from '../fixtures/shipped-table.ts';
import type { CaseResult, SessionCase } from './case.ts';
import { type GatewayWorld, startGatewayWorld } from './gateway-world.ts';
import { changedTables, rowsOf } from './rows.ts';

type Headers = Readonly<Record<string, string>>;

const ours = 'http://127.0.0.1:8080';
const csrf = { 'x-wheelhouse-csrf': 'proof' };
const honest = { origin: ours, 'sec-fetch-site': 'same-origin', ...csrf };

/** What a page of another origin can have a visitor's browser send, and more that it cannot. */
const foreign: Readonly<Record<string, Headers>> = {
  'a foreign origin': { origin: 'https://evil.example', ...csrf },
  'a foreign origin, as a form would': { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  'the origin null': { origin: 'null', ...csrf },
  'another port of our host': { origin: 'http://127.0.0.1:8081', ...csrf },
  'a cross-site fetch': { 'sec-fetch-site': 'cross-site', ...csrf },
  'a same-site fetch': { 'sec-fetch-site': 'same-site', ...csrf },
  'our origin in a cross-site fetch': { origin: ours, 'sec-fetch-site': 'cross-site', ...csrf },
  'a foreign origin in a same-origin fetch': {
    origin: 'https://evil.example',
    'sec-fetch-site': 'same-origin',
    ...csrf,
  },
};

/** Of our own page it seems, but not by what only our own page can add. */
const bare: Readonly<Record<string, Headers>> = {
  'no origin at all': csrf,
  'no X-Wheelhouse-CSRF': { origin: ours },
  'no X-Wheelhouse-CSRF in a same-origin fetch': { origin: ours, 'sec-fetch-site': 'same-origin' },
  'an empty X-Wheelhouse-CSRF': { ...honest, 'x-wheelhouse-csrf': '' },
};

const setup = 'POST /api/v1/setup';
/** Called without a credential, and guarded by auth itself: a foreign page signs nobody in. */
const guardedWithout = new Set([setup, 'POST /api/v1/session']);

interface Unsafe {
  readonly module: Module;
  readonly route: Route;
  readonly name: string;
  readonly attacks: Readonly<Record<string, Headers>>;
}

/** From the routes that modules declare: a new one is here as soon as it is there. */
function unsafeRoutes(): readonly Unsafe[] {
  return modules
    .flatMap((module) =>
      routesOnPaper(module).map((route) => ({ module, route, name: `${route.method} ${route.url}` })),
    )
    .flatMap((unsafe) => {
      const { method, access } = unsafe.route;
      if (method === 'GET' || access === 'internal' || access === 'reporting') return [];
      if (access !== 'public') return [{ ...unsafe, attacks: { ...foreign, ...bare } }];
      return guardedWithout.has(unsafe.name) ? [{ ...unsafe, attacks: foreign }] : [];
    });
}

/** A call that would succeed, the cookie to make it with, and one whose owner has signed out. */
interface Prepared extends Unsafe {
  readonly ready: ReadyCall;
  readonly cookie: Headers;
  readonly left: string | undefined;
}

interface Tally {
  tried: number;
  through: number;
  readonly faults: string[];
}

const lanes = 4;

async function prepare(house: GatewayWorld, unsafe: Unsafe): Promise<Prepared> {
  const ready = await callsOf(unsafe.module.name).calls[unsafe.name]?.(house.installation);
  if (ready === undefined) throw new Error(`there is no call of ${unsafe.name}`);
  const { who } = ready;
  if (who === undefined) return { ...unsafe, ready, cookie: {}, left: undefined };
  const [cookie, left] = [await house.cookieOf(who), await house.cookieOf(who)];
  await signOut(house, left);
  return { ...unsafe, ready, cookie: { cookie }, left };
}

/**
 * Signed out through the gateway too, until the gateway itself no longer knows the cookie. A module may have heard of
 * it before: then the gateway still says whose scopes they were.
 */
async function signOut({ through }: GatewayWorld, cookie: string): Promise<void> {
  const look = () => through('GET', '/api/auth/api/v1/session', { cookie });
  const { status: known } = await look();
  const { status } = await through('DELETE', '/api/auth/api/v1/session', { cookie, ...honest });
  if (known !== 200 || status !== 204) throw new Error(`signing out answered ${known}, ${status}`);
  await eventually(async () => {
    const answer = await look();
    if (answer.status !== 401 || answer.headers.has('x-oauth-scopes')) throw new Error('the cookie is still known');
  });
}

const mostTries = 120;

/** A machine that is too busy to say who somebody is says 503 and does nothing: it is asked again. */
async function ask({ through }: GatewayWorld, { module, route, ready }: Prepared, headers: Headers) {
  const once = () => through(route.method, `/api${module.prefix}${ready.path}`, headers, ready.body);
  let answer = await once();
  for (let tries = 1; answer.status === 503 && tries < mostTries; tries += 1) {
    await wait(500);
    answer = await once();
  }
  return answer;
}

async function attack(house: GatewayWorld, prepared: Prepared, tally: Tally): Promise<void> {
  const { name, attacks, cookie, left } = prepared;
  const refused = async (how: string, headers: Headers, expected: number) => {
    const { status } = await ask(house, prepared, headers);
    tally.tried += 1;
    if (status < 400) tally.through += 1;
    if (status !== expected) tally.faults.push(`${name}: ${how} was answered ${status}`);
  };
  for (const [how, headers] of Object.entries(attacks)) await refused(how, { ...cookie, ...headers }, 403);
  if (left === undefined) return;
  await refused('the cookie after its sign-out', { cookie: left, ...honest }, 401);
  await refused('no cookie', honest, 401);
}

async function callHonestly(house: GatewayWorld, prepared: Prepared, tally: Tally): Promise<void> {
  const { status, body } = await ask(house, prepared, { ...prepared.cookie, ...honest });
  if (status < 200 || status >= 300)
    tally.faults.push(`${prepared.name}: the honest call was answered ${status} ${JSON.stringify(body)}`);
}

/** First all attacks, then all honest calls: what changed between is the attacks' doing. */
async function tryAll(house: GatewayWorld, routes: readonly Unsafe[], tally: Tally) {
  const prepared: Prepared[] = [];
  await inParallel(routes, lanes, async (unsafe) => {
    prepared.push(await prepare(house, unsafe));
  });
  const before = await rowsOf(house.installation);
  await inParallel(prepared, lanes, (one) => attack(house, one, tally));
  const attacked = await rowsOf(house.installation);
  await inParallel(prepared, lanes, (one) => callHonestly(house, one, tally));
  return {
    byAttacks: changedTables(before, attacked),
    byHonestCalls: changedTables(attacked, await rowsOf(house.installation)),
  };
}

async function run(house: GatewayWorld): Promise<CaseResult> {
  const routes = unsafeRoutes();
  const missing = routes
    .filter(({ module, name }) => !Object.hasOwn(callsOf(module.name).calls, name))
    .map(({ name }) => name);
  const known = routes.filter(({ name }) => !missing.includes(name));
  const tally: Tally = { tried: 0, through: 0, faults: [] };
  // An installation is claimed while it has no tenant: alone, and first.
  const [first, rest] = [known.filter(({ name }) => name === setup), known.filter(({ name }) => name !== setup)];
  const changed = [await tryAll(house, first, tally), await tryAll(house, rest, tally)];
  const byAttacks = changed.flatMap((tables) => tables.byAttacks);
  const byHonestCalls = new Set(changed.flatMap((tables) => tables.byHonestCalls));
  const { tried, through, faults } = tally;
  return {
    claims: {
      [`every unsafe route has a call (missing: ${missing.join(', ')})`]: missing.length === 0 && routes.length > 40,
      [`every attack is refused and the honest call beside it succeeds (${faults.join('; ')})`]: faults.length === 0,
      [`no attack changes a row (${byAttacks.join(', ')})`]: byAttacks.length === 0,
      'what the honest calls change is seen': byHonestCalls.size >= 10,
    },
    tried,
    through,
    figure: `${routes.length} unsafe routes through the gateway, no row changed by attacks and rows of ${byHonestCalls.size} tables by the honest calls`,
  };
}

/** Every route that changes something, by the cookie, through the gateway: a later module is in it by having routes. */
export const throughTheGateway: SessionCase = {
  name: 'through the gateway',
  run: async () => {
    const house = await startGatewayWorld();
    try {
      return await run(house);
    } finally {
      await house.installation.stop();
    }
  },
};
