import { actionsEveryMs, usePending } from '../../api/actions.ts';
import { ButtonLink } from '../../design/button.tsx';
import { Page } from '../../design/page.tsx';
import { Refreshed } from '../../design/refreshed.tsx';
import { ActionLists } from './action-lists.tsx';

/** Every change to a cluster that was proposed or asked for. */
export function ActionsPage() {
  const { total, error, dataUpdatedAt } = usePending(actionsEveryMs);
  return (
    <Page
      title="Actions"
      actions={<ButtonLink to="/actions/autonomy">Autonomy</ButtonLink>}
      state={
        <>
          {total !== undefined && (
            <span>
              <span className="number">{total}</span> {total === 1 ? 'waits' : 'wait'} for approval
            </span>
          )}
          <Refreshed at={dataUpdatedAt} isFailing={error !== null} />
        </>
      }
    >
      <ActionLists />
    </Page>
  );
}
