import type { Cluster } from '../../api/clusters.ts';

type Right = Cluster['rights'][number];

/** The rights to one resource for one part of Wheelhouse. */
export interface Need {
  readonly key: string;
  readonly group: string;
  readonly resource: string;
  readonly essential: boolean;
  readonly why: string;
  readonly name: string | null;
  readonly weight: 'essential' | 'useful' | 'optional' | 'for actions only' | 'for deploying';
  /** Nobody lacks it who does not want what it is for. */
  readonly optional: boolean;
  readonly verbs: readonly string[];
  readonly denied: readonly string[];
  readonly unasked: readonly string[];
}

/** Those without which it is watched badly or not at all, and those that only deploying needs. */
export function watchRights(rights: readonly Right[]): readonly Right[] {
  return rights.filter(({ needed_by }) => needed_by !== 'platform');
}

export function deployRights(rights: readonly Right[]): readonly Right[] {
  return rights.filter(({ needed_by }) => needed_by === 'platform');
}

const weightOf = {
  'k8s-monitor': 'useful',
  'action-agent': 'for actions only',
  platform: 'for deploying',
} as const satisfies Record<Right['needed_by'], Need['weight']>;

export function needsOf(rights: readonly Right[]): readonly Need[] {
  const groups = Map.groupBy(rights, ({ needed_by, group, resource }) => `${needed_by} ${resource}.${group}`);
  const needs = [...groups].flatMap(([key, [first, ...rest]]) =>
    first === undefined ? [] : [needOf(key, first, rest)],
  );
  return needs.toSorted((a, b) => orderOf(a) - orderOf(b));
}

function needOf(key: string, first: Right, rest: readonly Right[]): Need {
  const all = [first, ...rest];
  const verbsThat = (allowed: boolean | null) =>
    all.filter((right) => right.allowed === allowed).map(({ verb }) => verb);
  const essential = all.some((right) => right.essential);
  return {
    key,
    group: first.group,
    resource: first.resource,
    essential,
    why: first.why,
    name: first.name,
    weight: essential ? 'essential' : first.optional ? 'optional' : weightOf[first.needed_by],
    optional: first.optional,
    verbs: all.map(({ verb }) => verb),
    denied: verbsThat(false),
    unasked: verbsThat(null),
  };
}

const weights = ['essential', 'useful', 'optional', 'for actions only', 'for deploying'];

/** Essential ones first; within a weight what is missing. */
function orderOf({ weight, denied }: Need): number {
  return weights.indexOf(weight) * 2 + (denied.length > 0 ? 0 : 1);
}
