import type { Access } from '@wheelhouse/contracts';
import type { RouteAudit } from './audit.ts';
import type { Route } from './route.ts';

/** One line of a module's route table: what the gateway needs to know before it lets a request through. */
export interface RouteRow {
  readonly method: Route['method'];
  readonly url: string;
  readonly access: Access;
  readonly audit?: RouteAudit;
  readonly stream?: boolean;
  /** The greatest body in bytes, where it is not the usual. */
  readonly largest_body?: number;
  readonly budget?: Route['budget'];
}

/** Every module answers it without a token; of what it says about itself only this is for outside. */
const healthRow: RouteRow = { method: 'GET', url: '/healthz', access: 'public' };

export function routeTable(routes: readonly Route[]): readonly RouteRow[] {
  return [
    healthRow,
    ...routes.map(({ method, url, access, audit, stream, largestBody, budget }) => ({
      method,
      url,
      access,
      ...(audit && { audit }),
      ...(stream && { stream }),
      ...(largestBody === undefined ? {} : { largest_body: largestBody }),
      ...(budget === undefined ? {} : { budget }),
    })),
  ];
}
