import { exact, useNow } from '../../design/clock.ts';
import { secondsWords } from './plan-words.ts';

interface RemainingProps {
  readonly to: string;
  /** "next try in 12 s" */
  readonly words: (left: string) => string;
  /** When the moment has come. */
  readonly now: string;
}

/** Counts down to a moment, to the second. */
export function Remaining({ to, words, now: over }: RemainingProps) {
  const moment = Date.parse(to);
  const told = useNow((now) => (now < moment ? words(secondsWords(Math.ceil((moment - now) / 1_000))) : over));
  return (
    <time dateTime={to} title={exact(moment)}>
      {told}
    </time>
  );
}
