import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { ChoiceFilter, Filters, TextFilter } from '../../design/filters.tsx';

interface IssueSearch {
  readonly status?: string | undefined;
  readonly severity?: string | undefined;
  readonly category?: string | undefined;
  readonly namespace?: string | undefined;
  readonly at?: string | undefined;
}

const severities = ['critical', 'warning', 'info'];
const categories = ['nodes', 'workloads', 'capacity', 'jobs', 'disruption'];
const statuses = ['resolved', { value: 'open,resolved', label: 'open and resolved' }];
/** Of another moment: whether it is still open. */
const statusesThen = ['open', 'resolved'];

export function IssueFilters({ search }: { readonly search: IssueSearch }) {
  const navigate = useNavigate({ from: '/clusters/$clusterId/' });
  const set = useCallback(
    (change: IssueSearch) => void navigate({ to: '.', search: (old) => ({ ...old, ...change }), replace: true }),
    [navigate],
  );
  const setNamespace = useCallback((namespace: string | undefined) => set({ namespace }), [set]);
  return (
    <Filters>
      <ChoiceFilter
        label="Status"
        none={search.at === undefined ? 'open' : 'any'}
        value={search.status}
        choices={search.at === undefined ? statuses : statusesThen}
        onChange={(status) => set({ status })}
      />
      <ChoiceFilter
        label="Severity"
        value={search.severity}
        choices={severities}
        onChange={(severity) => set({ severity })}
      />
      <ChoiceFilter
        label="Category"
        value={search.category}
        choices={categories}
        onChange={(category) => set({ category })}
      />
      <TextFilter label="Namespace" value={search.namespace} placeholder="exact name" onChange={setNamespace} />
    </Filters>
  );
}
