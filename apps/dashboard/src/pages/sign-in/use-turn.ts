import { useRef } from 'react';

let turns = 0;

/** A number that changes with the secret and says nothing of it, for keys of what is asked with it. */
export function useTurn(secret: string): number {
  const turn = useRef<{ readonly of: string; readonly number: number }>(undefined);
  if (turn.current?.of !== secret) {
    turns += 1;
    turn.current = { of: secret, number: turns };
  }
  return turn.current.number;
}
