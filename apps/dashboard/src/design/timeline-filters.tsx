import { ChoiceFilter, Filters } from './filters.tsx';
import { Segments } from './segments.tsx';
import type { TimelineOrder } from './timeline.tsx';

interface TimelineFiltersProps {
  readonly kind: string | undefined;
  /** Those there are, with the words for them. */
  readonly kinds: readonly { readonly value: string; readonly label: string }[];
  readonly onKind: (kind: string | undefined) => void;
  readonly order: TimelineOrder;
  readonly onOrder: (order: TimelineOrder) => void;
}

const orders = [
  { value: 'newest', words: 'Newest first' },
  { value: 'oldest', words: 'Oldest first' },
] as const;

/** Above a timeline of many kinds. The address holds what was chosen. */
export function TimelineFilters({ kind, kinds, onKind, order, onOrder }: TimelineFiltersProps) {
  return (
    <Filters>
      <ChoiceFilter label="Kind" value={kind} choices={kinds} none="all" onChange={onKind} />
      <Segments label="Order of the timeline" value={order} choices={orders} onChange={onOrder} />
    </Filters>
  );
}
