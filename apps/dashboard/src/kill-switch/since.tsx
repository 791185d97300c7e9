import type { Engagement } from '../api/kill-switch.ts';
import { Time } from '../design/time.tsx';
import { Who } from '../pages/actions/who.tsx';

/** Since when, by whom and why. */
export function Since({ engagement: { engaged_at, engaged_by, reason } }: { readonly engagement: Engagement }) {
  return (
    <>
      The kill switch was engaged <Time at={engaged_at} /> by <Who who={engaged_by} />
      {reason === null ? ', without a reason.' : <span className="name">: “{reason}”.</span>}
    </>
  );
}
