import { addressGuard } from '@wheelhouse/kit';
import { Agent, interceptors, request } from 'undici';
import { targetOf } from '../../services/webhooks/src/subscriptions/target.ts';
import { closedIPv4, closedIPv6, openIPv4, openIPv6 } from './addresses.ts';
import { literalTraps, namedTraps, type Records, type Trap, turningTraps } from './cases.ts';
import { type Counted, counted, ownEverything } from './counter.ts';
import { deliver, inTurn, setStage, type Stage } from './stage.ts';

/** What was found in the namespace, told to the proof outside. */
export interface Found {
  readonly traps: number;
  readonly turning: number;
  readonly redirects: number;
  readonly faults: readonly string[];
  readonly controls: number;
  readonly undelivered: readonly string[];
  /** After all of the above. */
  readonly guarded: Counted;
  /** By a sender to whom everything is allowed, and one that follows redirects; at quick size to a part of them. */
  readonly stepped: number;
  readonly reached: number;
  readonly followed: number;
  readonly unguarded: Counted;
}

/** Handshakes with all of them are dear, and show no more. */
const every = process.argv.includes('--quick') ? 5 : 1;
const guard = addressGuard([]);

/** As the REST routes judge a URL when a subscription is made or changed. */
function isTakenAtCreate(url: string): boolean {
  try {
    targetOf(url, guard);
    return true;
  } catch {
    return false;
  }
}

async function springTraps(stage: Stage, traps: readonly Trap[]): Promise<readonly string[]> {
  const sender = stage.sender([]);
  const told = await inTurn(traps, async ({ what, url, isLiteral, records }) => {
    const faults: string[] = [];
    if (isLiteral === isTakenAtCreate(url)) faults.push(`${what}: ${isLiteral ? 'taken' : 'refused'} at create`);
    if (records !== undefined) stage.lead(url, records);
    const { failure } = await deliver(sender, url);
    if (failure !== 'address_refused') faults.push(`${what}: ${failure ?? 'delivered'} at send`);
    return faults;
  });
  return told.flat();
}

/** The first time it is delivered, and to the one address that was judged; the second time it is refused. */
async function springTurning(stage: Stage, traps: readonly Trap[]): Promise<readonly string[]> {
  const sender = stage.sender([]);
  const told = await inTurn(traps, async ({ what, url, records }) => {
    if (records !== undefined) stage.lead(url, records);
    const [first, second] = [await deliver(sender, url), await deliver(sender, url)];
    return [
      ...(first.failure === null ? [] : [`${what}: at first ${first.failure}`]),
      ...(second.failure === 'address_refused' ? [] : [`${what}: then ${second.failure ?? 'delivered'}`]),
    ];
  });
  return told.flat();
}

function redirectsOf(): readonly string[] {
  const targets = [...closedIPv4, ...closedIPv6.map((address) => `[${address}]`)].flatMap((host) => [
    `https://${host}/`,
    `http://${host}/`,
  ]);
  const statuses = [301, 302, 303, 307, 308];
  return targets.map((to, index) => {
    const query = new URLSearchParams({ status: String(statuses[index % statuses.length]), to });
    return `https://${openIPv4[index % openIPv4.length]}/?${query.toString()}`;
  });
}

async function offerRedirects(stage: Stage, urls: readonly string[]): Promise<readonly string[]> {
  const sender = stage.sender([]);
  const told = await inTurn(urls, async (url) => {
    const { failure } = await deliver(sender, url);
    return failure === 'redirected' ? [] : [`${url}: ${failure ?? 'delivered'}`];
  });
  return told.flat();
}

/** Public addresses, as literals and by names; what is not delivered is told. */
async function deliverOpenly(
  stage: Stage,
): Promise<{ readonly count: number; readonly undelivered: readonly string[] }> {
  const sender = stage.sender([]);
  const urls = [...openIPv4, ...openIPv6.map((address) => `[${address}]`)].map((host) => `https://${host}/`);
  const named = (name: string, records: Records) => {
    const url = `https://${name}.ssrf.test/`;
    stage.lead(url, [records]);
    urls.push(url);
  };
  for (const [index, address] of openIPv4.entries()) named(`four${index}`, { four: [address], six: [] });
  for (const [index, address] of openIPv6.entries()) named(`six${index}`, { four: [], six: [address] });
  named('all', { four: openIPv4, six: openIPv6 });
  const told = await inTurn(urls, async (url) => {
    const taken = isTakenAtCreate(url);
    const { failure, detail } = await deliver(sender, url);
    return taken && failure === null ? [] : [`${url}: ${taken ? '' : 'not taken at create, '}${failure} ${detail}`];
  });
  return { count: urls.length, undelivered: told.flat() };
}

/** The same without the guard: a trap that nobody could step into would show nothing. */
async function stepIn(stage: Stage, traps: readonly Trap[]): Promise<number> {
  const sender = stage.sender(['0.0.0.0/0', '::/0']);
  const reached = await inTurn(traps, async ({ url, records }) => {
    if (records !== undefined) stage.lead(url, records);
    return (await deliver(sender, url)).timings.connect_ms !== null;
  });
  return reached.filter(Boolean).length;
}

async function follow(stage: Stage, urls: readonly string[]): Promise<void> {
  const agent = new Agent({ connect: { ca: stage.authority.ca, timeout: 2_000 } });
  const dispatcher = agent.compose(interceptors.redirect({ maxRedirections: 1 }));
  await inTurn(urls, (url) =>
    request(url, { dispatcher }).then(
      ({ body }) => body.dump(),
      () => undefined,
    ),
  );
  await agent.destroy();
}

async function look(): Promise<Found> {
  await ownEverything();
  const stage = await setStage();
  try {
    const traps = [...literalTraps(), ...namedTraps()];
    const [turning, redirects] = [turningTraps(), redirectsOf()];
    const faults = [
      ...(await springTraps(stage, traps)),
      ...(await springTurning(stage, turning)),
      ...(await offerRedirects(stage, redirects)),
    ];
    const { count, undelivered } = await deliverOpenly(stage);
    const guarded = await counted();
    const stepped = traps.filter((_, index) => index % every === 0);
    const reached = await stepIn(stage, stepped);
    const between = await counted();
    await follow(
      stage,
      redirects.filter((_, index) => index % every === 0),
    );
    const unguarded = await counted();
    return {
      traps: traps.length,
      turning: turning.length,
      redirects: redirects.length,
      faults,
      controls: count,
      undelivered,
      guarded,
      stepped: stepped.length,
      reached,
      followed: unguarded.closed - between.closed,
      unguarded,
    };
  } finally {
    await stage.close();
  }
}

process.stdout.write(`${JSON.stringify(await look())}\n`);
