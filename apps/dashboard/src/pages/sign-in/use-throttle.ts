import { ApiError } from '@wheelhouse/sdk';
import { useMemo } from 'react';
import { useNow } from '../../design/clock.ts';

export interface Throttle {
  /** Seconds until the next try; 0: now. */
  readonly seconds: number;
  /** "14 min 05 s" */
  readonly words: string;
}

/** How long somebody has to wait who tried too often, counted down. */
export function useThrottle(error: Error | null): Throttle {
  const until = useMemo(
    () => (error instanceof ApiError && error.status === 429 ? Date.now() + (error.retryAfter ?? 1) * 1_000 : 0),
    [error],
  );
  const seconds = Number(useNow((now) => String(Math.max(0, Math.ceil((until - now) / 1_000)))));
  return { seconds, words: inWords(seconds) };
}

function inWords(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const rest = seconds % 60;
  return minutes === 0 ? `${rest} s` : `${minutes} min ${String(rest).padStart(2, '0')} s`;
}
