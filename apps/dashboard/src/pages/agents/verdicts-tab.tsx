import { useNavigate } from '@tanstack/react-router';
import { actionKinds, actionLabels, builtInRuleId, builtInRuleNames, verdicts } from '@wheelhouse/contracts';
import { useCallback } from 'react';
import { agentsEveryMs, type VerdictRow, verdictsPath } from '../../api/agents.ts';
import { useClusters } from '../../api/clusters.ts';
import { listing } from '../../api/reading.ts';
import { plainWords } from '../../design/agent-words.ts';
import { sinceWords } from '../../design/clock.ts';
import { Empty } from '../../design/empty.tsx';
import { ApiList } from '../../lists/api-list.tsx';
import { choice, only } from '../../lists/filter.tsx';
import { useApiList } from '../../lists/use-api-list.ts';
import { rowKey, verdictColumns, type VerdictShown } from './verdict-columns.tsx';

const filters = [
  choice(
    'verdict',
    'Verdict',
    Object.keys(verdicts).map((value) => ({ value, label: plainWords(value) })),
  ),
  choice(
    'rule_id',
    'Rule',
    builtInRuleNames.map((name) => ({ value: builtInRuleId(name), label: plainWords(name) })),
  ),
  choice(
    'action',
    'Action',
    actionKinds.map((value) => ({ value, label: actionLabels[value] })),
  ),
  only('created_after', sinceWords),
];

/** What became of every decision: what records are made of. */
export function VerdictsTab() {
  const navigate = useNavigate();
  const { clusters, byId } = useClusters();
  const clusterFilter = choice(
    'cluster_id',
    'Cluster',
    clusters.map(({ id, name }) => ({ value: id, label: name })),
  );
  const list = useApiList(
    {
      filters: clusters.length > 1 ? [...filters, clusterFilter] : filters,
      ask: (search) => listing(verdictsPath, { query: { limit: 50, ...search } }),
      everyMs: agentsEveryMs,
    },
    useCallback((row: VerdictRow): VerdictShown => ({ row, cluster: byId.get(row.cluster_id) }), [byId]),
  );
  const open = useCallback(
    ({ row }: VerdictShown) => void navigate({ to: '/actions/$actionId', params: { actionId: row.action_id } }),
    [navigate],
  );
  return (
    <ApiList
      list={list}
      what="verdicts"
      label="Verdicts"
      columns={verdictColumns}
      keyOf={rowKey}
      onOpen={open}
      empty={
        <Empty title="Verdicts will appear here">
          <p>
            After an action that was decided on has ended, its incident is watched: whether it became quiet, stayed so,
            or came back. Within 45 minutes that is known, and counts in the record of the rule.
          </p>
        </Empty>
      }
    />
  );
}
