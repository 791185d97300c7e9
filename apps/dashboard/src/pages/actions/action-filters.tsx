import { actionKinds, actionStatuses } from '@wheelhouse/contracts';
import type { Cluster } from '../../api/clusters.ts';
import { kindWords, statusWords } from '../../design/action-words.ts';
import { ChoiceFilter, Filters } from '../../design/filters.tsx';

export interface ActionSearch {
  readonly status?: string | undefined;
  readonly action?: string | undefined;
  readonly cluster_id?: string | undefined;
}

interface ActionFiltersProps {
  readonly search: ActionSearch;
  readonly set: (change: ActionSearch) => void;
  /** None: the list is of one cluster. */
  readonly clusters?: readonly Cluster[];
}

const statuses = actionStatuses.map((value) => ({ value, label: statusWords(value) }));
const kinds = actionKinds.map((value) => ({ value, label: kindWords(value) }));

export function ActionFilters({ search, set, clusters }: ActionFiltersProps) {
  return (
    <Filters>
      <ChoiceFilter
        label="Status"
        none="all"
        value={search.status}
        choices={statuses}
        onChange={(status) => set({ status })}
      />
      <ChoiceFilter
        label="Action"
        none="all"
        value={search.action}
        choices={kinds}
        onChange={(action) => set({ action })}
      />
      {clusters !== undefined && (
        <ChoiceFilter
          label="Cluster"
          none="all"
          value={search.cluster_id}
          choices={clusters.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(cluster_id) => set({ cluster_id })}
        />
      )}
    </Filters>
  );
}
