import type { Installation } from './start.ts';

/** Done by the first who asks, for all who ask. */
export function oncePer<T>(
  work: (installation: Installation) => Promise<T>,
): (installation: Installation) => Promise<T> {
  const known = new WeakMap<Installation, Promise<T>>();
  return (installation) => {
    const done = known.get(installation) ?? work(installation);
    known.set(installation, done);
    return done;
  };
}
