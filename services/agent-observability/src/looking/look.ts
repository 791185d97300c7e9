import type { Facts } from '@wheelhouse/contracts';
import { itemsOf } from '../items/items.ts';
import { objectWords } from '../items/words.ts';
import type { Findings } from '../observations/row.ts';
import type { NotVisible } from '../observations/schema.ts';
import type { ObservationStep } from '../observations/state.ts';
import { type About, type Asking, askActions, askEvidence, type Fault, type Patience } from './ask.ts';
import { fit } from './fit.ts';
import { storable, storableText } from './storable.ts';

/** What a look has come to: the end, or that something is still missing. */
export type Looked =
  | { readonly kind: 'end'; readonly step: ObservationStep; readonly ending: Partial<Findings> }
  | { readonly kind: 'again'; readonly found: Partial<Findings> };

/** What was seen before is not asked for again. */
export async function look(
  asking: Asking,
  { facts: seen }: Pick<Findings, 'facts'>,
  about: About,
  patience: Patience,
): Promise<Looked> {
  const [evidence, actions] = await Promise.all([
    seen ?? askEvidence(asking, about, patience),
    askActions(asking, about, patience),
  ]);
  if ('isFinal' in evidence) {
    const found = { reason: evidence.reason, message: await storableText(evidence.message) };
    return evidence.isFinal ? { kind: 'end', step: 'give_up', ending: found } : { kind: 'again', found };
  }
  const facts = seen ?? (await storable(evidence));
  if (!isFault(actions)) return ended(about, { ...facts, actions: (await storable({ actions })).actions });
  const message = await storableText(actions.message);
  if (actions.isFinal || !facts.exists) return ended(about, withoutActions(facts, message));
  return { kind: 'again', found: { facts: fit(facts), reason: null, message } };
}

/** Its time is over: what there is counts. */
export function lookedEnough(row: Pick<Findings, 'facts' | 'reason' | 'message'>, about: About): Looked {
  const { facts, reason, message } = row;
  if (facts !== null) return ended(about, withoutActions(facts, message ?? 'The action agent did not answer.'));
  const ending: Partial<Findings> = {
    reason: reason ?? 'not_observed',
    message: message ?? 'Its turn did not come in time: much else of the cluster was looked at, or a worker was away.',
  };
  return { kind: 'end', step: 'give_up', ending };
}

function isFault(answer: Facts['actions'] | Fault): answer is Fault {
  return 'isFinal' in answer;
}

function withoutActions(facts: Facts, why: string): Facts {
  const missing: NotVisible = { part: 'actions', why };
  return { ...facts, not_visible: [...facts.not_visible, missing] };
}

function ended({ clusterId }: About, whole: Facts): Looked {
  const facts = fit(whole, (some) => itemsOf(some, clusterId));
  const { not_visible, exists } = facts;
  const seen: Partial<Findings> = { facts, items: itemsOf(facts, clusterId), not_visible };
  if (!exists) {
    const message = `${objectWords(facts.object)} no longer exists.`;
    return { kind: 'end', step: 'give_up', ending: { ...seen, reason: 'object_gone', message } };
  }
  return { kind: 'end', step: not_visible.length === 0 ? 'complete' : 'leave_open', ending: seen };
}
