import type { Facts } from '@wheelhouse/contracts';
import { listed } from '../live/listed.ts';
import { isAtMaximum } from '../state/autoscaler.ts';
import type { AutoscalerFacts } from '../state/facts.ts';
import { keepAutoscaler } from '../state/keep.ts';
import type { RawAutoscaler } from '../state/raw.ts';
import { type Looking, oneCall } from './looking.ts';

export const autoscalersIn = (namespace: string) =>
  `/apis/autoscaling/v2/namespaces/${namespace}/horizontalpodautoscalers`;

/** Of a workload; null: it has none, or it cannot be seen. */
export async function autoscalerOf(
  { client, parts, partsSignal: signal }: Looking,
  { kind, namespace, name }: { readonly kind: string; readonly namespace: string; readonly name: string },
): Promise<Facts['autoscaler']> {
  const asked = listed<RawAutoscaler>(client, autoscalersIn(namespace), { signal }, oneCall);
  const told = await parts.see('autoscaler', asked);
  if (told === undefined) return null;
  const found = told.items.map(keepAutoscaler).find(({ target }) => target === `${kind}/${name}`);
  if (found === undefined && !told.isAll)
    parts.hide('autoscaler', `There are more than ${oneCall} in the namespace, and the others were not looked at.`);
  return found === undefined ? null : factAutoscaler(found);
}

export function factAutoscaler(facts: AutoscalerFacts): NonNullable<Facts['autoscaler']> {
  const { name, minimum, maximum, current, desired: wanted } = facts;
  return { name, minimum, maximum, current, wanted, at_maximum: isAtMaximum(facts) };
}
