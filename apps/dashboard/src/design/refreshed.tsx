import { useNow } from './clock.ts';
import { Status } from './status.tsx';
import { Time } from './time.tsx';

interface RefreshedProps {
  /** When it was last read. */
  readonly at: number;
  readonly isFailing: boolean;
  /** Where "live" beside the state could be taken for it: told only once it is not. */
  readonly onlyStale?: boolean;
}

const staleAfterMs = 10_000;

/** How old a list is that is asked for again and again. Offline nothing is asked, and nothing fails: its age tells it. */
export function Refreshed({ at, isFailing, onlyStale = false }: RefreshedProps) {
  const isOld = useNow((now) => (now - at > staleAfterMs ? 'old' : '')) === 'old';
  if (at === 0) return null;
  if (!isFailing && !isOld) return onlyStale ? null : <Status tone="ok">live</Status>;
  return (
    <span>
      <Status tone="unknown">stale</Status> <span className="quiet">as of</span> <Time at={at} />
    </span>
  );
}
