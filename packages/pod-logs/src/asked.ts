import { streamParameters } from '@wheelhouse/kit';
import { type Static, Type } from 'typebox';

/** What the query of a route that follows logs takes. */
export const logsParameters = {
  pod: Type.Optional(
    Type.String({ pattern: '^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$', description: 'Only the pod with this name' }),
  ),
  previous: Type.Optional(
    Type.Boolean({ description: 'Of each pod the container before its last restart; ends when all is sent' }),
  ),
  since: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 86_400,
      description: 'Begins with lines of the last so many seconds; 600 unless given',
    }),
  ),
  tail: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 5_000,
      description: 'Begins with at most so many lines of each pod; 200 unless given',
    }),
  ),
  follow: Type.Optional(
    Type.Boolean({ description: 'Goes on with what is written from now on; false: ends when all is sent' }),
  ),
  q: Type.Optional(
    Type.String({ maxLength: 200, description: 'Only lines that contain this text, in capitals or not' }),
  ),
  ...streamParameters,
};

const query = Type.Object(logsParameters);
export type LogsQuery = Static<typeof query>;

export interface Asked {
  readonly pod: string | undefined;
  readonly previous: boolean;
  readonly sinceSeconds: number;
  readonly tailLines: number;
  readonly follow: boolean;
  readonly contains: string | undefined;
}

export function askedFor({ pod, previous = false, since = 600, tail = 200, follow = true, q }: LogsQuery): Asked {
  return { pod, previous, sinceSeconds: since, tailLines: tail, follow: follow && !previous, contains: q };
}
