import type { Recommendation } from '../../api/agents.ts';
import { Notice } from '../../design/notice.tsx';
import { Time } from '../../design/time.tsx';
import { Who } from '../actions/who.tsx';

/** What somebody has said about it, or that nothing is left to do. */
export function Decided({ recommendation }: { readonly recommendation: Recommendation }) {
  const { status, accepted_by, accepted_at, note, dismissed, done_at } = recommendation;
  switch (status) {
    case 'open':
      return dismissed === null ? null : (
        <Notice tone="note" title="It was dismissed before, and its cause is still there.">
          <p className="name">{dismissed.reason}</p>
        </Notice>
      );
    case 'accepted':
      return (
        <Notice
          tone="running"
          title={
            <>
              Accepted
              {accepted_by !== null && (
                <>
                  {' '}
                  by <Who who={accepted_by} />
                </>
              )}
              {accepted_at !== null && (
                <>
                  , <Time at={accepted_at} />
                </>
              )}
            </>
          }
        >
          {note !== null && <p className="name">{note}</p>}
          <p>Somebody takes care of it. It is done once its cause is gone; that is looked at every hour.</p>
        </Notice>
      );
    case 'dismissed':
      return dismissed === null ? null : (
        <Notice
          tone="note"
          title={
            <>
              Dismissed by <Who who={dismissed.by} />, <Time at={dismissed.at} />
            </>
          }
        >
          <p className="name">{dismissed.reason}</p>
          <p>
            If its cause is still there <Time at={dismissed.until} />, it is open again.
          </p>
        </Notice>
      );
    case 'done':
      return (
        <Notice
          tone="ok"
          title={
            <>
              Its cause is gone
              {done_at !== null && (
                <>
                  , <Time at={done_at} />
                </>
              )}
            </>
          }
        />
      );
    default:
      throw new RangeError(`Nothing is known of a recommendation that is ${JSON.stringify(status satisfies never)}`);
  }
}
