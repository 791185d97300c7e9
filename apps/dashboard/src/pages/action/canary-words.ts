import type { Canary } from '../../api/actions.ts';
import type { Tone } from '../../design/status.tsx';

export const verdictTone: Readonly<Record<Canary['verdict'], Tone>> = {
  pending: 'running',
  kept: 'ok',
  reverted: 'failing',
  revert_skipped: 'failing',
  inconclusive: 'unknown',
  skipped: 'unknown',
};

const verdicts: Readonly<Record<Canary['verdict'], (canary: Canary) => string>> = {
  pending: ({ score_before, settle_seconds, allowed_drop, replicas_before }) =>
    `The health score was ${score_before} before the scale-up. ${settle_seconds} s after the cluster has accepted it, the score is compared; if it has dropped by more than ${allowed_drop} points, the Deployment is scaled back to ${replicas(replicas_before)}.`,
  kept: (canary) => `${changeWords(canary)}.`,
  reverted: (canary) =>
    `${changeWords(canary)}. The Deployment was scaled back from ${canary.replicas_after} to ${replicas(canary.replicas_before)}.`,
  revert_skipped: (canary) =>
    `${changeWords(canary)}. It was not scaled back: ${canary.why ?? 'the reason is not known'}.`,
  inconclusive: ({ why }) => `The scale-up was kept. ${why ?? 'The scores could not be compared'}.`,
  skipped: ({ why }) =>
    `The scale-up was kept without comparing the health score. ${why ?? 'The reason is not known'}.`,
};

/** How it came to the verdict, in a sentence or two. */
export const verdictWords = (canary: Canary): string => verdicts[canary.verdict](canary);

const replicas = (count: number) => `${count} ${count === 1 ? 'replica' : 'replicas'}`;

function changeWords({ score_before, score_after, allowed_drop }: Canary): string {
  const [before, after] = [score_before ?? 0, score_after ?? 0];
  if (before === after) return `The health score stayed at ${after}`;
  if (after > before) return `The health score rose from ${before} to ${after}`;
  const drop = Math.round((before - after) * 1e6) / 1e6;
  return `The health score dropped from ${before} to ${after}, by ${drop} points, of which ${allowed_drop} are allowed`;
}
