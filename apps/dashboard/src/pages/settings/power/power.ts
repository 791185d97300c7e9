import type { Scope } from '@wheelhouse/sdk';
import { useState } from 'react';

/** What a role and a service account have in common: a name, and what it may do where. */
export interface Power {
  readonly name: string;
  readonly description: string;
  readonly scopes: readonly Scope[];
  /** Null: all of them, also those to come. */
  readonly cluster_ids: readonly string[] | null;
}

export const noPower: Power = { name: '', description: '', scopes: ['read'], cluster_ids: null };

/** The API takes a limit to no cluster at all; whoever leaves the boxes empty did not mean that. */
export function usePower(before: Power) {
  const [value, setValue] = useState<Power>(before);
  const [fault, setFault] = useState<string>();
  return {
    value,
    fault,
    change: (part: Partial<Power>) => {
      setValue({ ...value, ...part });
      setFault(undefined);
    },
    isWhole: () => {
      const isEmpty = value.cluster_ids?.length === 0;
      setFault(isEmpty ? 'Choose at least one cluster, or all of them' : undefined);
      return !isEmpty;
    },
  };
}

export type PowerState = ReturnType<typeof usePower>;

/** Only what is different: what somebody else changed meanwhile stays. */
export function changesOf(before: Power, { name, description, scopes, cluster_ids }: Power): Partial<Power> {
  const same = (one: readonly string[] | null, other: readonly string[] | null) =>
    one === other || (one !== null && other !== null && one.toSorted().join() === other.toSorted().join());
  return {
    ...(name === before.name ? {} : { name }),
    ...(description === before.description ? {} : { description }),
    ...(same(scopes, before.scopes) ? {} : { scopes }),
    ...(same(cluster_ids, before.cluster_ids) ? {} : { cluster_ids }),
  };
}
