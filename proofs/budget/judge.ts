import { type Verdict, verdictOf } from '../runner/proof.ts';
import type { Offered } from './offer.ts';
import type { Run, Size } from './plan.ts';
import type { TokenWindow } from './windows.ts';

const exact = { from: 0.99, to: 1.01 };
const mostMeanwhile = 1.1;
const longestWaitMs = 50;
/** Of its budget, or a window says nothing of its end. */
export const leastOffered = 1.8;
const mostSaid = 10;

const range = (of: readonly TokenWindow[], limit: number): string => {
  const shares = of.map(({ admitted }) => (admitted / limit) * 100);
  return `${Math.min(...shares).toFixed(1)} to ${Math.max(...shares).toFixed(1)} % of ${of.length} budgets`;
};

/** What is told of a run as it goes. */
export function toldOf({ name, counted, meanwhile, report, isRestless }: Offered, limit: number): string {
  const { requests, worstMs, worstWaitMs, worstSilenceMs } = report;
  return [
    `${name}:`,
    ...(counted.length > 0 ? [`admitted ${range(counted, limit)};`] : []),
    ...(meanwhile.length > 0 ? [`with Valkey away ${range(meanwhile, limit)};`] : []),
    `${requests} requests, the longest ${worstMs.toFixed(0)} ms, for Valkey ${worstWaitMs.toFixed(0)} ms`,
    `(longest silence of a gateway ${worstSilenceMs.toFixed(0)} ms)${isRestless ? '; Valkey was late by itself' : ''}`,
  ].join(' ');
}

/** The windows in which too much or too little was let in. */
export function misfits({ counted, meanwhile }: Offered, limit: number): readonly TokenWindow[] {
  return [
    ...counted.filter(({ admitted, offered }) => {
      // At the end of a run a window may have been offered only a part.
      const due = Math.min(limit, offered);
      return admitted < due * exact.from || admitted > limit * exact.to;
    }),
    ...meanwhile.filter(({ admitted }) => admitted > limit * mostMeanwhile),
  ];
}

/** Whether all fits, and every token was offered enough in as many windows as must be. */
export function isWhole(offered: Offered, one: Run, { tokens, limit }: Size): boolean {
  const windowsOf = (token: number) =>
    [...offered.counted, ...offered.control].filter((of) => of.token === token && of.offered >= leastOffered * limit)
      .length;
  return (
    misfits(offered, limit).length === 0 &&
    [...Array(tokens + 1).keys()].every((token) => windowsOf(token) >= one.counted)
  );
}

/** All tries of all runs; the first run is the plain one: what requests take there beyond silence, they take anywhere. */
export function judge(
  tries: readonly Offered[],
  { tokens, limit }: Size,
  claims: Readonly<Record<string, boolean>>,
  { judgesWaits, say }: { readonly judgesWaits: boolean; readonly say: (text: string) => void },
): Verdict {
  const judged = tries.filter((one) => !one.isRestless || misfits(one, limit).length === 0);
  const counted = judged.flatMap((one) => one.counted).filter(({ offered }) => offered >= leastOffered * limit);
  const meanwhile = judged.flatMap((one) => one.meanwhile);
  const wrong = judged.flatMap((one) => misfits(one, limit));
  const rises = tries.flatMap(({ name, rises: those, isRestless }) =>
    those.filter(({ by }) => by === 'one gateway' || !isRestless).map((rise) => ({ name, ...rise })),
  );
  const faults = tries.flatMap(({ report }) => report.faults);
  const [usualMs = 0, ...waits] = tries.map(({ report }) => report.worstWaitMs);
  const longestWait = Math.max(0, ...waits.map((ms) => ms - usualMs));
  for (const { name, from, to, by } of rises.slice(0, mostSaid))
    say(`${name}: Remaining rose from ${from} to ${to}, as told by ${by}`);
  for (const { offered, admitted } of wrong.slice(0, mostSaid))
    say(`admitted ${admitted} of ${offered}, budget ${limit}`);
  for (const fault of faults.slice(0, mostSaid)) say(fault);
  return verdictOf(
    {
      'every request was answered 200 or 429, with rate headers': faults.length === 0,
      'admitted per token and window 99 to 101 %, without Valkey at most 110 %': wrong.length === 0,
      'Remaining never rose within a window': rises.length === 0,
      ...(judgesWaits
        ? {
            [`nobody waited more than ${longestWaitMs} ms for Valkey`]: Math.max(usualMs, longestWait) <= longestWaitMs,
          }
        : {}),
      ...claims,
    },
    `${tokens} tokens × 4 gateways: admitted ${range(counted, limit)}, with Valkey away ${range(meanwhile, limit)}; run again where Valkey was late by itself ${tries.length - judged.length} times; longest wait for Valkey ${longestWait.toFixed(0)} ms (beyond ${usualMs.toFixed(0)} ms without an outage)`,
  );
}
