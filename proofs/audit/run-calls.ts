import { setTimeout as wait } from 'node:timers/promises';
import { asOwner, eventually } from '@wheelhouse/testkit';
import { inParallel } from '../../dev/engines/clusters/fleet.ts';
import { modules } from '../fixtures/shipped-table.ts';
import { oncePer } from '../installation/once-per.ts';
import type { Installation } from '../installation/start.ts';
import { callsOf } from '../installation/all-calls.ts';

/** Every route with a word for the trail is called once, and the trail is read for what it left. */

const lanes = 6;

export interface TrailedRoute {
  readonly module: string;
  readonly name: string;
  readonly audit: { readonly action: string } | { readonly none: string };
}

export interface Made {
  readonly route: TrailedRoute;
  readonly requestId: string;
  /** What the call answered, or why it could not be made. */
  readonly status: number | string;
  readonly action: string | undefined;
  readonly trails: number;
}

export interface CallsReport {
  readonly made: readonly Made[];
  /** Routes without a ready-made call, and calls of routes that are no more. */
  readonly missing: readonly string[];
  readonly stale: readonly string[];
}

export async function trailedRoutes(installation: Installation): Promise<readonly TrailedRoute[]> {
  const routes: TrailedRoute[] = [];
  for (const { name: module } of modules) {
    const who = await installation.moduleCaller(module, '00000000-0000-7000-8000-000000000000');
    const { body } = await installation.call(who, 'GET', '/internal/routes', { module });
    for (const { method, url, audit } of body.routes)
      if (audit !== undefined || method !== 'GET') routes.push({ module, name: `${method} ${url}`, audit });
  }
  return routes;
}

const setup = 'POST /api/v1/setup';

/** What an empty installation begins with: it is claimed while it has no tenant. */
export const claim = oncePer(async (installation) => {
  const route = (await trailedRoutes(installation)).find(({ name }) => name === setup);
  return route && makeCall(installation, route, 'proof-call-setup');
});

/** All calls, which are made once, whoever looks at what they left. */
export const makeCalls = oncePer(async (installation): Promise<CallsReport> => {
  const routes = await trailedRoutes(installation);
  const known = routes.filter(({ module, name }) => Object.hasOwn(callsOf(module).calls, name));
  const claimed = await claim(installation);
  const made: Made[] = claimed === undefined ? [] : [claimed];
  const others = known.filter(({ name }) => name !== setup);
  await inParallel(others, lanes, async (route) => {
    made.push(await makeCall(installation, route, `proof-call-${others.indexOf(route)}`));
  });
  return {
    made,
    missing: routes.filter((route) => !known.includes(route)).map(({ name }) => name),
    stale: modules.flatMap(({ name: module }) =>
      Object.keys(callsOf(module).calls).filter(
        (name) => !routes.some((route) => route.module === module && route.name === name),
      ),
    ),
  };
});

export async function makeCall(
  installation: Installation,
  route: TrailedRoute,
  requestId: string,
  calls = callsOf(route.module).calls,
): Promise<Made> {
  const declared = 'none' in route.audit ? undefined : route.audit.action;
  try {
    const ready = await calls[route.name]?.(installation);
    if (ready === undefined) throw new Error('there is no call of it');
    const { who, path, action = declared, trails = 1, headers, ...given } = ready;
    const [method = ''] = route.name.split(' ');
    const answer = await installation.call(who, method, path, {
      ...given,
      module: route.module,
      headers: { ...headers, 'x-request-id': requestId },
    });
    const status = answer.status < 400 ? answer.status : `${answer.status} ${JSON.stringify(answer.body)}`;
    return { route, requestId, status, action, trails };
  } catch (error) {
    return { route, requestId, status: String(error), action: declared, trails: 1 };
  }
}

interface Left {
  readonly tenant_id: string;
  readonly action: string;
}

/** What each call left in the trails, once nothing more is on its way. */
export async function entriesLeft(
  installation: Installation,
  made: readonly Made[],
): Promise<ReadonlyMap<string, readonly Left[]>> {
  const read = () =>
    asOwner(installation.database.ownerUrl, async (client) => {
      const { rows } = await client.query<Left & { request_id: string }>(
        `SELECT request_id, tenant_id, action FROM auth.audit_entries WHERE request_id LIKE 'proof-call-%'`,
      );
      return Map.groupBy(rows, ({ request_id }) => request_id);
    });
  const expected = made.filter(({ action, status }) => action !== undefined && typeof status === 'number');
  await eventually(async () => {
    const found = await read();
    for (const { requestId } of expected) if (!found.has(requestId)) throw new Error('not all told yet');
  }).catch(() => undefined);
  // What comes twice comes soon after.
  await wait(2_500);
  return read();
}

/** What is wrong with a call's traces; undefined when it left what it should. */
export function faultOf({ route, status, action, trails }: Made, left: readonly Left[]): string | undefined {
  if (typeof status === 'string') return `${route.name} did not succeed: ${status}`;
  if (action === undefined)
    return left.length === 0 ? undefined : `${route.name} says it leaves none and left ${left.length}`;
  const tenants = new Set(left.map(({ tenant_id }) => tenant_id));
  if (left.length !== trails || tenants.size !== trails || left.some((entry) => entry.action !== action))
    return `${route.name} should leave ${action} in ${trails} trail(s), and left ${left.map((entry) => entry.action).join(', ') || 'nothing'}`;
  return undefined;
}
