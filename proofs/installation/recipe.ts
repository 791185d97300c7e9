import type { Access } from '@wheelhouse/contracts';
import type { RouteReach } from '@wheelhouse/kit';
import type { ReadyCall } from './ready-call.ts';
import type { Installation } from './start.ts';
import type { Place } from '../bola/places.ts';

/** How the owner of something calls an operation. Everything else about its cases is derived from its route. */
export interface Recipe {
  /** Makes what it takes, in a tenant of its own every time, and says the call. */
  readonly call: (installation: Installation) => Promise<ReadyCall>;
  /** Whose it is. Of a person's own, a colleague of the same tenant is a stranger too; of the operator's, every tenant. */
  readonly of?: 'tenant' | 'person' | 'operator';
  /** Where its owner reads what a refused call must not have changed; parameters as in the route's own path. */
  readonly readBack?: string;
  /** Ids that no case is made of, each with the reason. */
  readonly without?: Readonly<Record<Place, string>>;
}

/** Keyed by method and route: `GET /api/v1/notes/:id`. */
export type Recipes = Readonly<Record<string, Recipe>>;

/** What each operation asks its caller for, and after a comma which role limits it keeps to, unless that is none. */
export type Pinned = Readonly<Record<string, Access | `${Access}, ${RouteReach}`>>;
