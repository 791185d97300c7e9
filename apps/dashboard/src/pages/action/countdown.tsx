import { exact, useNow } from '../../design/clock.ts';
import { secondsWords } from './plan-words.ts';

/** To the second, until the health score is compared. */
export function Countdown({ to }: { readonly to: string }) {
  const moment = Date.parse(to);
  const words = useNow((now) =>
    now < moment
      ? `comparing the health score in ${secondsWords(Math.ceil((moment - now) / 1_000))}`
      : 'comparing the health score now',
  );
  return (
    <time dateTime={to} title={exact(moment)}>
      {words}
    </time>
  );
}
