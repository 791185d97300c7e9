import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { caller } from '@wheelhouse/testkit';
import type { OwnValkey } from '../../services/gateway/test/own-valkey.ts';
import type { LoadOrder, LoadReport } from './load.ts';
import type { Outage, Run, Size } from './plan.ts';
import type { ReturnWatch } from './returns.ts';
import type { Rise, TokenWindow } from './windows.ts';

/** Of a window: whether Valkey was away in it, or late by itself, so that a gateway came back to it. */
interface How {
  readonly isAway: boolean;
  readonly isLate: boolean;
}

/** What became of a run. */
export interface Offered {
  readonly name: string;
  readonly report: LoadReport;
  readonly windows: readonly (TokenWindow & How)[];
  /** Those of one gateway in any window; those of all together where Valkey was not away. */
  readonly rises: readonly (Rise & How)[];
  readonly control: readonly TokenWindow[];
  readonly returned: number;
}

export interface Stage {
  readonly generator: ChildProcess;
  readonly valkey: OwnValkey;
  readonly returns: ReturnWatch;
  readonly ports: readonly number[];
  /** A token that has no limit worth the name. */
  readonly control: string;
}

const windowSeconds = 60;
const toEach = 2;
const seconds = (): number => Date.now() / 1_000;
const nextEdge = (): number => (Math.floor(seconds() / windowSeconds) + 1) * windowSeconds;
const until = (moment: number): Promise<void> => wait(Math.max(0, (moment - seconds()) * 1_000));

/**
 * Fresh tokens. They are those of service accounts, which gateways verify by themselves: who waits, waits for nobody
 * else but Valkey.
 */
export async function offer(stage: Stage, one: Run, { tokens, everyMs }: Size): Promise<Offered> {
  const { generator, valkey, returns, ports, control } = stage;
  const callers = await Promise.all(
    Array.from({ length: tokens }, () => caller({ kind: 'service', scopes: ['read'] })),
  );
  const { from, to } = await begin(one);
  const order: LoadOrder = {
    ports,
    path: '/api/bare/api/v1/small',
    tokens: callers.map(({ token }) => token),
    control,
    toEach,
    everyMs,
  };
  generator.send(order);
  const { outage } = one;
  if (outage !== undefined) await breakValkey(valkey, outage, from);
  await until(to);
  generator.send('end');
  const [report] = (await once(generator, 'message')) as [LoadReport];

  const away = { from: from + (outage?.from ?? Infinity), to: from + (outage?.to ?? Infinity) };
  const how = (window: number): How => ({
    isAway: away.from < window && away.to > window - windowSeconds,
    isLate: returns.within(Math.max(from, window - windowSeconds), Math.min(to, window)) > 0,
  });
  const windows = report.windows.map((of) => ({ ...of, ...how(of.window) }));
  return {
    name: one.name,
    report,
    windows: windows.filter(({ token }) => token < tokens),
    control: windows.filter(({ token }) => token === tokens),
    rises: report.rises
      .map((rise) => ({ ...rise, ...how(rise.window) }))
      .filter(({ by, isAway }) => by === 'one gateway' || !isAway),
    returned: returns.within(from, to),
  };
}

/** Whole windows begin at an edge, or so shortly after one that twice the budget still fits; others fit into one. */
async function begin({ windows, seconds: length = 0 }: Run): Promise<{ readonly from: number; readonly to: number }> {
  const left = nextEdge() - seconds();
  const hasRoom = windows === undefined ? left > length + 0.5 : left > windowSeconds - 2;
  if (!hasRoom) await until(nextEdge() + 0.1);
  if (windows === undefined) return { from: seconds(), to: seconds() + length };
  const edge = nextEdge() - windowSeconds;
  return { from: edge, to: edge + windows * windowSeconds - 0.3 };
}

async function breakValkey(valkey: OwnValkey, { how, from, to }: Outage, began: number): Promise<void> {
  await until(began + from);
  await (how === 'killed' ? valkey.kill() : valkey.freeze());
  if (to === undefined) return;
  await until(began + to);
  await (how === 'killed' ? valkey.start() : valkey.thaw());
}
