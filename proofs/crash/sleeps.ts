import { asleep, everyDeath, type Fate, type Place, someDeaths } from './plan.ts';
import type { Sleeping, Way } from './subject.ts';

/** Where processes sleep instead of dying. */

/** What a sleeper does late is a write to a cluster: all else is refused by the database it comes to. */
const isWrite = /^(POST|PATCH|APPLY|JSONPATCH|DELETE) /;

type Places<L, W> = readonly Place<Way<L, W>>[];
type Fates<L, W> = readonly Fate<Way<L, W>>[];

export function everySleep<L, W>(places: Places<L, W>, sleeping: Sleeping<L, W> | undefined): Fates<L, W> {
  if (sleeping === undefined) return [];
  return asleep([...everyDeath(places), ...everyDeath(sleeping.overtaken.flatMap((one) => writesOf(places, one)))]);
}

export function someSleeps<L, W>(places: Places<L, W>, sleeping: Sleeping<L, W> | undefined): Fates<L, W> {
  if (sleeping === undefined) return [];
  const plain = someDeaths(
    places.filter(({ effect }) => isWrite.test(effect)),
    sleeping.quick,
  );
  const overtaken = sleeping.overtaken.flatMap((one) => everyDeath(writesOf(places, one)).slice(0, 1));
  return asleep([...overtaken, ...plain]);
}

function writesOf<L, W>(places: Places<L, W>, { way, by }: Sleeping<L, W>['overtaken'][number]): Places<L, W> {
  return places
    .filter((place) => place.way === way && isWrite.test(place.effect))
    .map((place) => ({ ...place, way: by }));
}
