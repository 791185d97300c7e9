import type { RouteRow } from '@wheelhouse/kit';

/** What of an OpenAPI document the proof looks at. */
export interface Description {
  readonly info: object;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, object>>;
}

/** `GET /api/v1/users/:id` to the statuses it declares besides `default`. */
export type Declared = ReadonlyMap<string, ReadonlySet<number>>;

export function declaredIn({ paths }: Description): Declared {
  return new Map(
    Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { responses }]) => [
        `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
        new Set(
          Object.keys(responses)
            .filter((status) => status !== 'default')
            .map(Number),
        ),
      ]),
    ),
  );
}

/** Routes that only one of the two knows. Of what a process says about itself, `/healthz` is for probes and not described. */
export function routeFaults(rows: readonly RouteRow[], declared: Declared): readonly string[] {
  const registered = new Set(
    rows
      .filter(({ access, url }) => access !== 'internal' && url !== '/healthz')
      .map(({ method, url }) => `${method} ${url}`),
  );
  return [
    ...[...registered].filter((route) => !declared.has(route)).map((route) => `${route} is not described`),
    ...[...declared.keys()].filter((route) => !registered.has(route)).map((route) => `${route} is not there`),
  ];
}
