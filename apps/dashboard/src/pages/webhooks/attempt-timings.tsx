import css from './attempt-timings.module.css';
import { millisecondsOf } from './health-figures.tsx';
import { stepsOf, type Timings } from './timing-steps.ts';

/** Where the time went, each step where it began. */
export function AttemptTimings({ timings }: { readonly timings: Timings }) {
  const steps = stepsOf(timings);
  const whole = Math.max(1, timings.total_ms);
  return (
    <dl className={css['timings']} aria-label="Timings">
      {steps.map(({ name, starts, lasts }) => (
        <div key={name} className={css['step']}>
          <dt>{name}</dt>
          <dd>
            <span className={css['bar']} aria-hidden="true">
              <span style={{ marginInlineStart: `${(starts / whole) * 100}%`, width: `${(lasts / whole) * 100}%` }} />
            </span>
            <span className="number">{millisecondsOf(lasts)}</span>
          </dd>
        </div>
      ))}
      <div className={css['step']}>
        <dt>Total</dt>
        <dd>
          <span className={css['bar']} aria-hidden="true" />
          <span className="number">{millisecondsOf(timings.total_ms)}</span>
        </dd>
      </div>
    </dl>
  );
}
