import { type NeededRight, platformRights, registeredRights, type Right } from './needed-rights.ts';

/** What is known of a cluster's credentials, by right. What was not asked is not in it. */
export type KnownRights = Readonly<Record<string, boolean>>;

export const checkEveryMs = 10 * 60_000;

export function nameOfRight({ group, resource, verb, name }: Right): string {
  return `${group}/${resource} ${verb}${name === undefined ? '' : ` ${name}`}`;
}

interface ShownRight extends Omit<NeededRight, 'name'> {
  readonly name: string | null;
  readonly allowed: boolean | null;
}

/** Of the registered credentials, and of those that are deployed with. */
export function shownRights(known: KnownRights, deployKnown: KnownRights): readonly ShownRight[] {
  const shown =
    (of: KnownRights) =>
    (right: NeededRight): ShownRight => ({
      ...right,
      name: right.name ?? null,
      allowed: of[nameOfRight(right)] ?? null,
    });
  return [...registeredRights.map(shown(known)), ...platformRights.map(shown(deployKnown))];
}

/** All of them now and then. In between, of those that make a cluster Degraded: a right just granted shows at once. */
export function rightsToAsk(known: KnownRights, checkedAt: Date | null, now: Date): readonly Right[] {
  return isDue(checkedAt, checkEveryMs, now) ? eachOnce(registeredRights) : missingRights(known);
}

/** Some are needed twice. */
export function eachOnce(rights: readonly Right[]): readonly Right[] {
  return [...new Map(rights.map((right) => [nameOfRight(right), right])).values()];
}

export function areAll(found: KnownRights): boolean {
  return registeredRights.every((right) => nameOfRight(right) in found);
}

/** Without which the cluster cannot be watched. */
export function missingRights(known: KnownRights): readonly Right[] {
  return registeredRights.filter((right) => right.essential && known[nameOfRight(right)] !== true);
}

export function isDue(lastAt: Date | null, everyMs: number, now: Date): boolean {
  return lastAt === null || now.getTime() - lastAt.getTime() >= everyMs;
}

/** `list and watch pods; get deployments (apps)` */
export function inWords(rights: readonly Right[]): string {
  const byResource = Map.groupBy(rights, ({ group, resource, name }) =>
    [resource, ...(name === undefined ? [] : [name]), ...(group === '' ? [] : [`(${group})`])].join(' '),
  );
  return [...byResource]
    .map(([resource, of]) => `${new Intl.ListFormat('en').format(of.map(({ verb }) => verb))} ${resource}`)
    .join('; ');
}
