import { useQuery } from '@tanstack/react-query';
import { meQuery } from '../api/session.ts';
import type { Place } from '../areas.ts';

/** Whether the person signed in has the scope that a place asks for. */
export function useMayReach(): (place: Place) => boolean {
  const { data: me } = useQuery(meQuery);
  return ({ scope }) => scope === undefined || me?.scopes.includes(scope) === true;
}
