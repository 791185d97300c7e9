import { type RangeName, rangeNames, ranges } from '../api/history.ts';
import { Segments } from './segments.tsx';

interface RangeChoiceProps {
  readonly value: RangeName;
  readonly onChange: (range: RangeName) => void;
}

const choices = rangeNames.map((value) => ({ value, words: ranges[value].words }));

/** How much of the time the pictures of a page show. The address holds it. */
export function RangeChoice({ value, onChange }: RangeChoiceProps) {
  return <Segments label="Time range" value={value} choices={choices} onChange={onChange} />;
}
