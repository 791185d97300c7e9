import { useInfiniteQuery } from '@tanstack/react-query';
import { objectEveryMs, workloadChangesPath } from '../../api/objects.ts';
import { listing } from '../../api/reading.ts';
import { Button } from '../../design/button.tsx';
import { Loaded } from '../../loading/loaded.tsx';
import { ChangeLine } from './change-line.tsx';
import { useWorkload } from './workload-context.ts';

/** All that was changed of it in the last 90 days. */
export function WorkloadChangesTab() {
  const {
    workload: { kind, namespace, name, cluster_id },
  } = useWorkload();
  const query = useInfiniteQuery({
    ...listing(workloadChangesPath, { params: { kind, namespace, name }, query: { cluster_id, limit: 50 } }),
    refetchInterval: objectEveryMs,
  });
  return (
    <Loaded of={query} what="its changes">
      {({ pages }) => (
        <>
          <ChangeLine changes={pages.flatMap(({ data }) => data)} />
          {query.hasNextPage && (
            <p>
              <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                Show older changes
              </Button>
            </p>
          )}
        </>
      )}
    </Loaded>
  );
}
