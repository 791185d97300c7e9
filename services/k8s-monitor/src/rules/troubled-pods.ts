import type { ClusterState } from '../state/cluster-state.ts';
import { objectKey, type Trouble } from '../state/facts.ts';
import type { Found } from './rule.ts';
import { counted, examples, objectOf, podName, withWarning } from './words.ts';

export type TroubleOf<Kind extends Trouble['kind']> = Extract<Trouble, { readonly kind: Kind }>;

/** The pods of one workload that have the trouble, by name, with its first container that has it. */
export interface Group<Kind extends Trouble['kind']> {
  readonly owner: string;
  readonly pods: readonly (readonly [string, TroubleOf<Kind>])[];
}

/** One group for each workload with pods in such a trouble, whatever the number of its pods. */
export function* troubledBy<Kind extends Trouble['kind']>(
  state: ClusterState,
  kind: Kind,
  counts: (trouble: TroubleOf<Kind>) => boolean = () => true,
): Generator<Group<Kind>> {
  const isOfKind = (trouble: Trouble): trouble is TroubleOf<Kind> => trouble.kind === kind;
  for (const [owner, members] of state.troubled) {
    const pods: (readonly [string, TroubleOf<Kind>])[] = [];
    for (const [key, { troubles = [] }] of members) {
      const trouble = troubles.filter(isOfKind).find(counts);
      if (trouble !== undefined) pods.push([podName(key), trouble]);
    }
    if (pods.length > 0) yield { owner, pods: pods.toSorted(([a], [b]) => (a < b ? -1 : 1)) };
  }
}

/** `2 of 5 pods are in a crash loop: web-1, web-2. …`, about the workload. */
export function foundIn<Kind extends Trouble['kind']>(
  state: ClusterState,
  { owner, pods }: Group<Kind>,
  [one, many]: readonly [string, string],
  more: string,
): Found {
  const object = objectOf(owner);
  const names = pods.map(([name]) => name);
  const all = Math.max(state.podsOf(owner).pods, names.length);
  const which =
    object.kind === 'Pod'
      ? `The pod ${one}`
      : `${names.length} of ${counted(all, 'pod')} ${names.length === 1 ? one : many}: ${examples(names)}`;
  const about = names.slice(0, 3).map((name) => objectKey('Pod', object.namespace ?? '', name));
  return { object, message: withWarning(state, `${which}. ${more}`.trim(), [...about, owner]), pod: names[0] };
}
