import { type Kind, kinds } from './kinds.ts';

/** Keys and the resource versions they are known to stand at. */
export type View = Readonly<Record<Kind, Readonly<Record<string, string>>>>;

/** What the API server confirmed of each object, in order. Its deletion is the last, and has no version. */
interface Past {
  readonly versions: string[];
  isGone: boolean;
}

/** Every confirmed change. What was asked for and not answered may have happened or not, so its object is left out. */
export class Ledger {
  readonly #objects = new Map<Kind, Map<string, Past>>(kinds.map((kind) => [kind, new Map()]));
  #changes = 0;

  get changes(): number {
    return this.#changes;
  }

  written(kind: Kind, key: string, version: string): void {
    const known = this.#objects.get(kind)?.get(key);
    if (known === undefined) this.#objects.get(kind)?.set(key, { versions: [version], isGone: false });
    else known.versions.push(version);
    this.#changes += 1;
  }

  deleted(kind: Kind, key: string): void {
    const known = this.#objects.get(kind)?.get(key);
    if (known !== undefined) known.isGone = true;
    this.#changes += 1;
  }

  doubtful(kind: Kind, key: string): void {
    this.#objects.get(kind)?.delete(key);
  }

  /** Changes that a view knows nothing of, neither by themselves nor by a later one of the same object. */
  missedBy(view: View): readonly string[] {
    const missed: string[] = [];
    for (const [kind, objects] of this.#objects) {
      for (const [key, { versions, isGone }] of objects) {
        const seen = view[kind][key];
        const changes = isGone ? [...versions, undefined] : versions;
        for (const version of changes.slice(changes.lastIndexOf(seen) + 1))
          missed.push(`${kind} ${key}: ${version ?? 'gone'}, seen at ${seen ?? 'no version'} of ${versions.join()}`);
      }
    }
    return missed;
  }
}

/** Objects of which two views do not say the same. */
export function differences(one: View, other: View): readonly string[] {
  return kinds.flatMap((kind) => {
    const keys = new Set([...Object.keys(one[kind]), ...Object.keys(other[kind])]);
    return [...keys]
      .filter((key) => one[kind][key] !== other[kind][key])
      .map((key) => `${kind} ${key}: ${one[kind][key] ?? 'absent'}, ${other[kind][key] ?? 'absent'}`);
  });
}
