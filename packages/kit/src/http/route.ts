import { type Access, closed, type ErrorCode } from '@wheelhouse/contracts';
import type { Static, TObject, TSchema } from 'typebox';
import { Type } from 'typebox';
import type { TenantDb } from '../db/database.ts';
import type { Log } from '../log.ts';
import type { AuditNote, RouteAudit } from './audit.ts';
import type { Principal } from './principal.ts';
import type { Reach, RouteReach } from './reach.ts';
import type { StreamEvent } from './stream.ts';

/**
 * A route says what it takes, answers and needs; OpenAPI, validation, the gateway's route table and
 * the tests come from that. One without `access` or `reach` does not compile.
 */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly access: Access;
  /** Modules of the installation that may call it too, each for the one tenant that its token names. */
  readonly modules: readonly string[];
  readonly reach: RouteReach;
  readonly summary: string;
  /** Its name for people who call it from a program, where the rule (see operation-name) finds no good one. */
  readonly operation: string | undefined;
  readonly params: TObject;
  readonly query: TObject;
  readonly body: TSchema | undefined;
  /** Without a body it is called as with an empty object. */
  readonly bodyOptional: boolean;
  readonly status: 200 | 201 | 202 | 204 | 303;
  readonly response: TSchema;
  /** What it may refuse with, beyond what every route may. */
  readonly errors: readonly ErrorCode[];
  /** Its answer has an ETag, though nothing at its address is changed by one. */
  readonly etag: boolean;
  /** It answers with server-sent events. */
  readonly stream: boolean;
  /** Its answer holds a secret: a replayed Idempotency-Key names the object and never the answer. */
  readonly secretAnswer: boolean;
  /** Its body comes as a form, not as JSON. */
  readonly form: boolean;
  /** How a call stands in the audit trail; reads leave none. */
  readonly audit: RouteAudit | undefined;
  /** The greatest body it takes, in bytes, where it is not the usual 1 MiB. */
  readonly largestBody: number | undefined;
  /** Whose requests are counted together, where it is not the credential or the address: those of one client and address. */
  readonly budget: 'client' | undefined;
  readonly handler: (input: RouteInput<never, never, never>) => Promise<Reply>;
}

/** What a handler answers; the app turns it into HTTP. */
export interface Reply {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly etag?: string;
  /** What a route declared as a stream answers with. */
  readonly stream?: AsyncIterable<StreamEvent>;
  /** The object made, for a replay of a route whose answer holds a secret. */
  readonly objectId?: string;
  /** What the route alone does not say to the audit trail. */
  readonly audit?: AuditNote;
  /** Text that is made while it is sent, in place of a body: an export. */
  readonly text?: { readonly type: string; readonly parts: AsyncIterable<string> };
}

/** What of a request a handler may look at besides what its schema says. */
export interface RequestFacts {
  readonly id: string;
  readonly address: string;
  readonly userAgent: string;
  readonly header: (name: string) => string | undefined;
}

export interface RouteInput<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly principal: Principal;
  /** What the caller's role is limited to; a route that reaches clusters or CloudSpaces must ask. */
  readonly reach: Reach;
  readonly tenantId: string;
  readonly log: Log;
  readonly request: RequestFacts;
  /** Reads in the caller's tenant. */
  readonly read: <T>(work: (db: TenantDb) => Promise<T>) => Promise<T>;
  /** Changes in the caller's tenant; an Idempotency-Key's answer is written in the same transaction. */
  readonly change: (work: (db: TenantDb) => Promise<Reply>) => Promise<Reply>;
  /** Writes the call's audit entry; `change` does so itself. For those that find their tenant themselves, before anybody is known. */
  readonly audited: (db: TenantDb, note: AuditNote) => Promise<void>;
  /** Of a stream: ends when the client goes or the process stops; its source waits with it. */
  readonly signal: AbortSignal;
  /** Of a stream: the id to go on after. */
  readonly resumeAfter: string | undefined;
  /** Refuses with 412 unless the object is still the one the caller saw (If-Match). */
  readonly unlessChanged: (etag: string) => void;
}

/** A change without a word for the audit trail does not compile. A GET has one only where a browser is sent back to us by it. */
type MethodAndAudit =
  | { readonly method: 'GET'; readonly audit?: RouteAudit }
  | { readonly method: Exclude<Route['method'], 'GET'>; readonly audit: RouteAudit };

type RouteDeclaration<P extends TObject, Q extends TObject, B extends TSchema> = MethodAndAudit & {
  readonly url: string;
  readonly access: Access;
  readonly modules?: readonly string[];
  readonly reach: RouteReach;
  readonly summary: string;
  readonly operation?: string;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly bodyOptional?: boolean;
  readonly status?: Route['status'];
  readonly response?: TSchema;
  readonly errors?: readonly ErrorCode[];
  readonly etag?: boolean;
  readonly secretAnswer?: boolean;
  readonly stream?: boolean;
  readonly form?: boolean;
  readonly largestBody?: number;
  readonly budget?: 'client';
  readonly handler: (input: RouteInput<Static<P>, Static<Q>, Static<B>>) => Promise<Reply>;
};

export function defineRoute<P extends TObject = TObject, Q extends TObject = TObject, B extends TSchema = TSchema>(
  declaration: RouteDeclaration<P, Q, B>,
): Route {
  const {
    modules = [],
    operation,
    params,
    query,
    body,
    bodyOptional = false,
    status = 200,
    response = Type.Object({}),
    errors = [],
    etag = false,
    secretAnswer = false,
    stream = false,
    form = false,
    audit,
    largestBody,
    budget,
  } = declaration;
  return {
    ...declaration,
    modules,
    operation,
    params: params ?? closed({}),
    query: query ?? closed({}),
    body,
    bodyOptional,
    status,
    response,
    errors,
    etag,
    secretAnswer,
    stream,
    form,
    audit,
    largestBody,
    budget,
    handler: declaration.handler,
  };
}
