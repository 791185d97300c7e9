import { isApiError } from '@wheelhouse/sdk';
import { useState } from 'react';
import { type Action, actionPath, actionsPath, pendingPath, type Plan } from '../../api/actions.ts';
import { useChange } from '../../api/change.ts';
import { client } from '../../api/client.ts';
import { say } from '../../design/said.tsx';

export interface Approving {
  readonly plan: Plan;
  readonly reason: string;
  readonly override: string;
}

/** What is approved is the plan that is in view; if there is another by then, both are shown. */
export function useApproval(action: Action, onDone: () => void) {
  const { id } = action;
  const [seen, setSeen] = useState(action.plan);
  // The stream may be late, or broken.
  const [read, setRead] = useState(action);
  const latest = (read.planned_at ?? '') > (action.planned_at ?? '') ? read : action;
  const change = useChange(
    async ({ plan, reason, override }: Approving) => {
      try {
        await client.post(`${actionPath}/approve`, {
          params: { id },
          body: {
            ...(reason === '' ? {} : { reason }),
            ...(override === '' ? {} : { override_reason: override }),
          },
          ifMatch: plan.etag,
          retries: 0,
        });
      } catch (error) {
        if (isApiError(error, 'plan_changed')) {
          setSeen(plan);
          setRead((await client.get(actionPath, { params: { id } })).data);
        }
        throw error;
      }
    },
    {
      outdates: [actionsPath, pendingPath],
      done: () => {
        say('Approved and running');
        onDone();
      },
    },
  );
  const now = latest.plan;
  return { change, seen, now, hasChanged: seen !== null && now !== null && seen.etag !== now.etag };
}
