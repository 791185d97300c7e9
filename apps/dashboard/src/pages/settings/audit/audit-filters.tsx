import { useCallback } from 'react';
import { Button } from '../../../design/button.tsx';
import { ChoiceFilter, Filters, MomentFilter, TextFilter } from '../../../design/filters.tsx';
import css from './audit-filters.module.css';
import { useAuditSearch } from './use-audit-search.ts';

export function AuditFilters() {
  const { search, set, clear } = useAuditSearch();
  const setText = useCallback((q: string | undefined) => set({ q }), [set]);
  const setAction = useCallback((action: string | undefined) => set({ action }), [set]);
  const { result, actor_id, object_id } = search;
  const isOther = result !== undefined && result !== 'done' && result !== 'refused';
  return (
    <Filters>
      <TextFilter label="Text" value={search.q} onChange={setText} />
      <TextFilter label="Action" placeholder="token.create" value={search.action} onChange={setAction} />
      <ChoiceFilter
        label="Result"
        value={result}
        choices={['done', 'refused', ...(isOther ? [result] : [])]}
        onChange={(chosen) => set({ result: chosen })}
      />
      <div className={css['period']}>
        <MomentFilter label="From" value={search.created_after} onChange={(created_after) => set({ created_after })} />
        <MomentFilter label="To" value={search.created_before} onChange={(created_before) => set({ created_before })} />
      </div>
      {actor_id !== undefined && (
        <Button icon="close" onClick={() => set({ actor_id: undefined })}>
          {`only by ${actor_id.slice(-8)}`}
        </Button>
      )}
      {object_id !== undefined && (
        <Button icon="close" onClick={() => set({ object_id: undefined })}>
          {`only about ${object_id.slice(-8)}`}
        </Button>
      )}
      {Object.keys(search).length > 0 && (
        <Button look="quiet" onClick={clear}>
          Clear filters
        </Button>
      )}
    </Filters>
  );
}
