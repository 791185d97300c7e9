import type { LedgerRow } from '../../api/autonomy.ts';
import { spanOf } from '../../design/clock.ts';
import type { Tone } from '../../design/status.tsx';

/** How an action ended, in the order of the picture. */
export const endings = ['success', 'reverted', 'failed', 'refused', 'rejected', 'expired', 'canceled'] as const;

export type Ending = (typeof endings)[number];

export const endingTone: Readonly<Record<Ending, Tone>> = {
  success: 'ok',
  reverted: 'attention',
  failed: 'failing',
  refused: 'note',
  rejected: 'note',
  expired: 'note',
  canceled: 'note',
};

/** Of those that ran: the one figure by which to judge. */
export function successWords({ success, reverted, failed }: LedgerRow): string {
  const ran = success + reverted + failed;
  if (ran === 0) return 'None of them ran.';
  const share = Math.floor((success / ran) * 100);
  return `${success} of ${ran} that ran succeeded (${share} %).`;
}

/** How they were set off. */
export function startedWords({ automatic, approved, requested }: LedgerRow): string | undefined {
  const parts = [
    automatic > 0 && `${automatic} ran by ${automatic === 1 ? 'itself' : 'themselves'}`,
    approved > 0 && `${approved} ${approved === 1 ? 'was' : 'were'} approved`,
    requested > 0 && `${requested} ${requested === 1 ? 'was' : 'were'} requested by a person`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? undefined : `${parts.join(', ')}.`;
}

export function timesWords({ time_to_approve, time_to_finish }: LedgerRow): string | undefined {
  const parts = [
    time_to_approve && `Approved ${takenWords(time_to_approve)}.`,
    time_to_finish && `Finished ${takenWords(time_to_finish)}.`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? undefined : parts.join(' ');
}

type Times = NonNullable<LedgerRow['time_to_finish']>;

function takenWords({ count, mean_seconds, longest_seconds }: Times): string {
  const [mean, longest] = [spanOf(mean_seconds * 1_000), spanOf(longest_seconds * 1_000)];
  return count === 1 || mean === longest ? `within ${longest}` : `within ${mean} on average, ${longest} at most`;
}
