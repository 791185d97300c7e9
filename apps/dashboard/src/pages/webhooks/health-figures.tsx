import type { Webhook } from '../../api/webhooks.ts';
import { Time } from '../../design/time.tsx';
import css from './health-figures.module.css';

type Health = Webhook['health'];

/** How many of the last hundred within a day arrived. */
export function Success({ health: { succeeded, failed, success_share } }: { readonly health: Health }) {
  if (success_share === null) return <span className="quiet">nothing sent</span>;
  return (
    <span className={css['parts']} title={`${succeeded} of the last ${succeeded + failed} within 24 hours`}>
      <span className="number">{percentOf(success_share)}</span>
      <span className="quiet">
        {succeeded} of {succeeded + failed}
      </span>
    </span>
  );
}

/** 99.96 % is not 100 %. */
function percentOf(share: number): string {
  const percent = share * 100;
  if (percent === 0 || percent === 100) return `${percent} %`;
  return `${Math.min(99, Math.max(1, Math.round(percent)))} %`;
}

export function Answered({ health: { p95_ms } }: { readonly health: Health }) {
  if (p95_ms === null) return null;
  return (
    <span className={`${css['parts']} number`} title="19 of 20 are answered within this time">
      <span>{millisecondsOf(p95_ms)}</span>
    </span>
  );
}

const second = 1_000;

export function millisecondsOf(ms: number): string {
  return ms < second ? `${Math.round(ms)} ms` : `${(ms / second).toFixed(1)} s`;
}

/** The API counts no further. */
const mostCounted = 1_000;

const countOf = (count: number): string => (count < mostCounted ? String(count) : `${mostCounted} or more`);

/** What is still to be delivered, and since when the oldest waits; and what is held back. */
export function Waits({ health: { pending, oldest_pending_at, held } }: { readonly health: Health }) {
  if (pending === 0 && held === 0) return <span className="quiet">nothing</span>;
  return (
    <span className={css['parts']}>
      {pending > 0 && (
        <span>
          <span className="number">{countOf(pending)}</span> pending
        </span>
      )}
      {oldest_pending_at !== null && (
        <span className="quiet">
          oldest for <Time at={oldest_pending_at} as="for" />
        </span>
      )}
      {held > 0 && (
        <span>
          <span className="number">{countOf(held)}</span> held
        </span>
      )}
    </span>
  );
}
