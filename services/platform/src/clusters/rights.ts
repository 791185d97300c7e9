import { type NeededRight, neededRights, type Right } from './needed-rights.ts';

/** What is known of a cluster's credentials, by right. What was not asked is not in it. */
export type KnownRights = Readonly<Record<string, boolean>>;

const checkEveryMs = 10 * 60_000;

export function nameOfRight({ group, resource, verb }: Right): string {
  return `${group}/${resource} ${verb}`;
}

export function shownRights(known: KnownRights): readonly (NeededRight & { readonly allowed: boolean | null })[] {
  return neededRights.map((right) => ({ ...right, allowed: known[nameOfRight(right)] ?? null }));
}

/** All of them now and then. In between, of those that make a cluster Degraded: a right just granted shows at once. */
export function rightsToAsk(known: KnownRights, checkedAt: Date | null, now: Date): readonly Right[] {
  const isDue = checkedAt === null || now.getTime() - checkedAt.getTime() >= checkEveryMs;
  // Some are needed twice, and asked once.
  return isDue ? [...new Map(neededRights.map((right) => [nameOfRight(right), right])).values()] : missingRights(known);
}

export function areAll(found: KnownRights): boolean {
  return neededRights.every((right) => nameOfRight(right) in found);
}

/** Without which the cluster cannot be watched. */
export function missingRights(known: KnownRights): readonly Right[] {
  return neededRights.filter((right) => right.essential && known[nameOfRight(right)] !== true);
}

/** `list and watch pods; get deployments (apps)` */
export function inWords(rights: readonly Right[]): string {
  const byResource = Map.groupBy(rights, ({ group, resource }) => (group === '' ? resource : `${resource} (${group})`));
  return [...byResource]
    .map(([resource, of]) => `${new Intl.ListFormat('en').format(of.map(({ verb }) => verb))} ${resource}`)
    .join('; ');
}
