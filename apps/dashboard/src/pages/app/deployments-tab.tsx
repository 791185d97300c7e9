import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { appsEveryMs, type Deployment, historyPath } from '../../api/apps.ts';
import { listing } from '../../api/reading.ts';
import { useMay } from '../../api/session.ts';
import { deploymentPhases } from '../../design/app-words.ts';
import { Empty } from '../../design/empty.tsx';
import { ApiList } from '../../lists/api-list.tsx';
import { choice } from '../../lists/filter.tsx';
import { useApiList } from '../../lists/use-api-list.ts';
import { useApp } from './app-context.ts';
import { deploymentColumns, deploymentColumnsWith } from './deployment-columns.tsx';
import { useStep } from './use-step.ts';

const filters = [choice('phase', 'Phase', deploymentPhases)];

/** Every revision that is kept, and what became of each. */
export function DeploymentsTab() {
  const { id, name } = useApp();
  const may = useMay('actions');
  const navigate = useNavigate();
  const { open: openStep } = useStep();
  const columns = useMemo(
    () => (may ? deploymentColumnsWith((revision) => openStep('roll-back', revision)) : deploymentColumns),
    [may, openStep],
  );
  const list = useApiList({
    filters,
    ask: (search) => listing(historyPath, { params: { id }, query: { limit: 50, ...search } }),
    everyMs: appsEveryMs,
  });
  const open = useCallback(
    ({ revision }: Deployment) =>
      void navigate({
        to: '/apps/$appId/deployments/$revision',
        params: { appId: id, revision: String(revision) },
      }),
    [navigate, id],
  );
  return (
    <ApiList
      list={list}
      what="deployments"
      label={`Deployments of ${name}`}
      columns={columns}
      onOpen={open}
      empty={
        <Empty title="Deployments will appear here">
          <p>Each change of what runs is one, with who made it, why, and what became of it.</p>
        </Empty>
      }
    />
  );
}
