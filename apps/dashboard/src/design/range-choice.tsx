import { type RangeName, rangeNames, ranges } from '../api/history.ts';
import css from './range-choice.module.css';

interface RangeChoiceProps {
  readonly value: RangeName;
  readonly onChange: (range: RangeName) => void;
}

/** How much of the time the pictures of a page show. The address holds it. */
export function RangeChoice({ value, onChange }: RangeChoiceProps) {
  return (
    <div role="group" aria-label="Time range" className={css['ranges']}>
      {rangeNames.map((name) => (
        <button key={name} type="button" aria-pressed={name === value} onClick={() => onChange(name)}>
          {ranges[name].words}
        </button>
      ))}
    </div>
  );
}
