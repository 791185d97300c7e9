import css from './meter.module.css';
import { Icon } from './icon.tsx';

interface MeterProps {
  /** 0 to 100. */
  readonly percent: number;
  /** "3.2 of 8 cores" */
  readonly words: string;
}

const nearPercent = 90;

/** How much of something is used: the numbers, and a bar to compare by. */
export function Meter({ percent, words }: MeterProps) {
  const near = percent >= nearPercent;
  return (
    <span className={css['meter']} data-near={near} title={`${Math.round(percent)} %`}>
      <span className={css['bar']} aria-hidden="true">
        <span style={{ width: `${Math.min(100, percent)}%` }} />
      </span>
      <span className="number">{words}</span>
      {near && (
        <span className={css['near']} title="near the limit">
          <Icon name="attention" size={14} />
          <span className="unseen">near the limit</span>
        </span>
      )}
    </span>
  );
}
