import { useMemo } from 'react';
import { type Action, usePending } from '../../api/actions.ts';
import { type Cluster, useClusters } from '../../api/clusters.ts';
import { actionWords, statusWords } from '../../design/action-words.ts';
import { actionTone } from '../../design/tones.ts';
import type { Need, NeedSource } from '../need.ts';

const mostActions = 5;

export const actionSource: NeedSource = {
  what: 'the actions that wait for approval',
  everyMs: 5_000,
  counts: { at: '/actions', words: 'to approve' },
  useFound: (everyMs) => {
    const { byId } = useClusters();
    const { pending, total, error } = usePending(everyMs);
    const needs = useMemo(() => actionNeeds(pending, total ?? 0, byId), [pending, total, byId]);
    return { needs, error, total };
  },
};

/** The nearest deadlines by themselves, the rest in one line: they must not hide what else there is. */
function actionNeeds(pending: readonly Action[], total: number, byId: ReadonlyMap<string, Cluster>): readonly Need[] {
  const shown = pending.slice(0, mostActions).map((action) => actionNeed(action, byId.get(action.cluster_id)));
  const rest = total - shown.length;
  if (rest <= 0) return shown;
  return [
    ...shown,
    {
      key: 'other actions',
      tone: actionTone.pending_approval,
      word: statusWords('pending_approval'),
      what: `${rest} more ${rest === 1 ? 'action waits' : 'actions wait'} for approval`,
      next: 'The ones above expire first.',
      when: undefined,
      link: { to: '/actions' },
      linkWords: 'See all actions',
    },
  ];
}

function actionNeed(action: Action, cluster: Cluster | undefined): Need {
  return {
    key: `action ${action.id}`,
    tone: actionTone[action.status],
    word: statusWords(action.status),
    what: actionWords(action),
    next: action.reason,
    cluster,
    when: action.expires_at === null ? undefined : { words: 'expires', at: action.expires_at },
    link: { to: '/actions/$actionId', params: { actionId: action.id } },
    linkWords: 'Decide',
  };
}
