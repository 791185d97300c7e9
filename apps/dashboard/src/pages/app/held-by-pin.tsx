import type { App } from '../../api/apps.ts';
import { Notice } from '../../design/notice.tsx';
import { Time } from '../../design/time.tsx';
import { By } from './by.tsx';

/** Said before somebody fills in a form that would be refused. */
export function HeldByPin({ pinned }: Pick<App, 'pinned'>) {
  if (pinned === null) return null;
  return (
    <Notice tone="waiting" title={`It is pinned to revision ${pinned.revision}, so nothing can be deployed.`}>
      <p>
        Pinned by <By actor={pinned.by} /> <Time at={pinned.at} />
        {pinned.reason !== null && (
          <>
            {' '}
            because: <span className="name">“{pinned.reason}”</span>
          </>
        )}
        . Unpin it first.
      </p>
    </Notice>
  );
}
