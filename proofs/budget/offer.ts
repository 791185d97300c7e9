import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { caller } from '@wheelhouse/testkit';
import type { OwnValkey } from '../../services/gateway/test/own-valkey.ts';
import type { LoadOrder, LoadReport } from './load.ts';
import type { Outage, Run, Size } from './plan.ts';
import type { Rise, TokenWindow } from './windows.ts';

/** What became of a run. */
export interface Offered {
  readonly name: string;
  readonly report: LoadReport;
  /** Those that Valkey counted, of all tokens but the control; and those in which it was away. */
  readonly counted: readonly TokenWindow[];
  readonly meanwhile: readonly TokenWindow[];
  /** Those of one gateway in any window; those of all together where Valkey counted. */
  readonly rises: readonly Rise[];
  readonly control: readonly TokenWindow[];
  /**
   * Whether Valkey was late for a gateway, apart from its outage: on a busy machine a gateway keeps to its share then,
   * as it should, and what is let in is not exact.
   */
  readonly isRestless: boolean;
}

export interface Stage {
  readonly generator: ChildProcess;
  readonly valkey: OwnValkey;
  readonly ports: readonly number[];
  /** A token that has no limit worth the name. */
  readonly control: string;
  /** Resolves when Valkey counts for every gateway. */
  readonly shared: () => Promise<void>;
}

const windowSeconds = 60;
const toEach = 2;
/** Left of a window in which a run must fit; some five times what it takes alone. */
const roomSeconds = 8;
const seconds = (): number => Date.now() / 1_000;
const nextEdge = (): number => (Math.floor(seconds() / windowSeconds) + 1) * windowSeconds;
const until = (moment: number): Promise<void> => wait(Math.max(0, (moment - seconds()) * 1_000));

/**
 * Fresh tokens. They are those of service accounts, which gateways verify by themselves: who waits, waits for nobody
 * else but Valkey.
 */
export async function offer(stage: Stage, one: Run, { tokens, everyMs }: Size): Promise<Offered> {
  const { generator, valkey, ports, control } = stage;
  const { name, windows, volleys, outage } = one;
  const callers = await Promise.all(
    Array.from({ length: tokens }, () => caller({ kind: 'service', scopes: ['read'] })),
  );
  await stage.shared();
  const from = await begin(one);
  const before = await returnsTo(valkey);
  const order: LoadOrder = {
    ports,
    path: '/api/bare/api/v1/small',
    tokens: callers.map(({ token }) => token),
    control,
    toEach,
    everyMs,
    ...(volleys === undefined ? {} : { volleys }),
  };
  const reported = once(generator, 'message') as Promise<[LoadReport]>;
  generator.send(order);
  const untilOutage = outage === undefined ? before : await breakValkey(valkey, outage, from);
  if (windows !== undefined) {
    await until(from + windows * windowSeconds - 0.3);
    generator.send('end');
  }
  const [report] = await reported;
  const expected = outage === undefined ? 0 : ports.length;
  let sinceThen = 0;
  if (outage === undefined || outage.to !== undefined) {
    await stage.shared();
    // A server that was killed counts from the beginning.
    sinceThen = (await returnsTo(valkey)) - (outage?.how === 'killed' ? 0 : untilOutage);
  }

  const isAway = (window: number) =>
    outage !== undefined && from + outage.from < window && from + (outage.to ?? Infinity) > window - windowSeconds;
  const ofTokens = report.windows.filter(({ token }) => token < tokens);
  return {
    name,
    report,
    counted: ofTokens.filter(({ window }) => !isAway(window)),
    meanwhile: ofTokens.filter(({ window }) => isAway(window)),
    control: report.windows.filter(({ token }) => token === tokens),
    rises: report.rises.filter(({ by, window }) => by === 'one gateway' || !isAway(window)),
    isRestless: untilOutage > before || sinceThen > expected,
  };
}

/** How often gateways have come back to Valkey, as it tells: each loads its script anew when it does. */
async function returnsTo(valkey: OwnValkey): Promise<number> {
  const stats = String(await valkey.ask('INFO', 'commandstats'));
  return Number(/cmdstat_script\|load:calls=(\d+)/.exec(stats)?.[1] ?? 0);
}

/** Whole windows begin at an edge, or so shortly after one that twice the budget still fits; others fit into one. */
async function begin({ windows }: Run): Promise<number> {
  const left = nextEdge() - seconds();
  if (left < (windows === undefined ? roomSeconds : windowSeconds - 2)) await until(nextEdge() + 0.1);
  return windows === undefined ? seconds() : nextEdge() - windowSeconds;
}

/** Answers how often gateways had come back to it before. */
async function breakValkey(valkey: OwnValkey, { how, from, to }: Outage, began: number): Promise<number> {
  await until(began + from);
  const returns = await returnsTo(valkey);
  await (how === 'killed' ? valkey.kill() : valkey.freeze());
  if (to === undefined) return returns;
  await until(began + to);
  await (how === 'killed' ? valkey.start() : valkey.thaw());
  return returns;
}
