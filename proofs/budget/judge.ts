import { timedVerdictOf, type Verdict } from '../runner/proof.ts';
import type { Offered } from './offer.ts';
import type { Size } from './plan.ts';
import type { TokenWindow } from './windows.ts';

export const exact = { from: 0.99, to: 1.01 };
export const mostMeanwhile = 1.1;
export const longestWaitMs = 50;
const leastOffered = 1.8;
const mostSaid = 10;

export const range = (of: readonly TokenWindow[], limit: number): string => {
  const shares = of.map(({ admitted }) => (admitted / limit) * 100);
  return `${Math.min(...shares).toFixed(1)} to ${Math.max(...shares).toFixed(1)} % of ${of.length} budgets`;
};

/** What is told of a run as it goes. */
export function toldOf({ name, windows, report, returned }: Offered, limit: number): string {
  const { requests, worstMs, worstWaitMs, worstSilenceMs } = report;
  const counted = windows.filter(({ isAway }) => !isAway);
  const meanwhile = windows.filter(({ isAway }) => isAway);
  return [
    `${name}:`,
    ...(counted.length > 0 ? [`admitted ${range(counted, limit)};`] : []),
    ...(meanwhile.length > 0 ? [`with Valkey away ${range(meanwhile, limit)};`] : []),
    `${requests} requests, the longest ${worstMs.toFixed(0)} ms, for Valkey ${worstWaitMs.toFixed(0)} ms`,
    `(longest silence of a gateway ${worstSilenceMs.toFixed(0)} ms); gateways came back to it ${returned} times`,
  ].join(' ');
}

/** The first run is the plain one: what requests take there beyond silence, they take anywhere. */
export function judge(
  runs: readonly Offered[],
  { tokens, limit, wholeWindows }: Size,
  controls: Readonly<Record<string, boolean>>,
  say: (text: string) => void,
): Verdict {
  const all = runs.flatMap(({ windows }) => windows);
  const isExact = ({ admitted, offered }: TokenWindow) => {
    // At the end of a run a window may have been offered only a part.
    const due = Math.min(limit, offered);
    return admitted >= due * exact.from && admitted <= limit * exact.to;
  };
  const counted = all.filter(({ isAway }) => !isAway);
  const whole = counted.filter(({ offered }) => offered >= limit);
  const meanwhile = all.filter(({ isAway }) => isAway);
  const inexact = counted.filter((one) => !isExact(one));
  const rises = runs.flatMap(({ name, rises: those }) => those.map((rise) => ({ name, ...rise })));
  const faults = runs.flatMap(({ report }) => report.faults);
  const [usualMs = 0, ...waits] = runs.map(({ report }) => report.worstWaitMs);
  const longestWait = Math.max(0, ...waits.map((ms) => ms - usualMs));
  for (const { name, from, to, by } of rises.slice(0, mostSaid))
    say(`${name}: Remaining rose from ${from} to ${to}, as told by ${by}`);
  for (const { offered, admitted } of inexact.slice(0, mostSaid))
    say(`admitted ${admitted} of ${offered}, budget ${limit}`);
  for (const fault of faults.slice(0, mostSaid)) say(fault);

  const late = [...inexact, ...rises.filter(({ by }) => by === 'all')];
  const offered = Math.min(...whole.map((one) => one.offered)) / limit;
  const unclear = [
    ...(whole.length < tokens * wholeWindows ? [`only ${whole.length} budgets had a whole window`] : []),
    ...(offered < leastOffered ? [`only ${offered.toFixed(2)} × were offered`] : []),
    ...(usualMs > longestWaitMs ? [`without an outage requests took ${usualMs.toFixed(0)} ms`] : []),
    ...(late.length > 0 && late.every(({ isLate }) => isLate) ? ['Valkey was late by itself'] : []),
  ];
  return timedVerdictOf(
    {
      'every request was answered 200 or 429, with rate headers': faults.length === 0,
      'without Valkey at most 110 %':
        meanwhile.length > 0 && meanwhile.every(({ admitted }) => admitted <= limit * mostMeanwhile),
      ...controls,
    },
    {
      'admitted per token and window 99 to 101 %': inexact.length === 0,
      'Remaining never rose within a window': rises.length === 0,
      [`nobody waited more than ${longestWaitMs} ms for Valkey`]: longestWait <= longestWaitMs,
    },
    unclear.length === 0 ? undefined : `${unclear.join('; ')}: the machine is too busy`,
    `${tokens} tokens × 4 gateways: admitted ${range(whole, limit)}, with Valkey away ${range(meanwhile, limit)}; longest wait for Valkey ${longestWait.toFixed(0)} ms (beyond ${usualMs.toFixed(0)} ms without an outage)`,
  );
}
