import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { actorOf, type AuditNote, type WriteAudit } from './audit.ts';
import type { TenantDb } from '../db/database.ts';
import { routeOf } from './answer-error.ts';
import type { AppOptions } from './app-options.ts';
import type { Authorizer } from './authorize.ts';
import { names } from './etag.ts';
import type { Idempotency, IdempotentCall } from './idempotency.ts';
import type { Principal } from './principal.ts';
import { limitsOf, type Reach, reachOf } from './reach.ts';
import { refuse } from './refusal.ts';
import type { Reply, Route, RouteInput } from './route.ts';
import { type OpenStreams, resumeAfter, sendStream, streamHeartbeatMs } from './stream.ts';
import { compile } from './validation.ts';

/** What all routes of one app share. */
export interface Shared {
  readonly options: AppOptions;
  readonly authorizer: Authorizer;
  readonly keys: Idempotency;
  readonly streams: OpenStreams;
  readonly writeAudit: WriteAudit;
  /** Who calls, once it is known. */
  readonly principals: WeakMap<FastifyRequest, Principal>;
}

export const formType = 'application/x-www-form-urlencoded';

/** The second is for caches of HTTP/1.0; RFC 6749 asks for both. */
const notKept = { 'cache-control': 'no-store', pragma: 'no-cache' };

export function addRoute(app: FastifyInstance, route: Route, shared: Shared): void {
  const { options, keys, principals } = shared;
  const checkAnswer = options.checkAnswers ? compile(route.response, 'body') : undefined;
  app.route({
    method: route.method,
    url: route.url,
    // A GET that changes something does not do so for whoever only asks for its head.
    exposeHeadRoute: route.audit === undefined,
    ...(route.largestBody === undefined ? {} : { bodyLimit: route.largestBody }),
    schema: {
      params: route.params,
      querystring: route.query,
      ...(route.body === undefined ? {} : { body: route.body }),
      ...(hasBody(route) ? { response: { [route.status]: route.response } } : {}),
    },
    // Before the body is read: who may not call is not listened to.
    onRequest: async (request, reply) => {
      // Before anything can be refused: nobody on the way may keep what holds a secret, nor why there was none.
      if (route.secretAnswer) reply.headers(notKept);
      await admit(route, request, shared);
      refuseOtherKindOfBody(route, request);
    },
    ...(route.bodyOptional
      ? {
          preValidation: async (request: FastifyRequest) => {
            if (request.body === undefined) request.body = {};
          },
        }
      : {}),
    handler: async (request, reply) => {
      const principal = principals.get(request);
      const call = idempotentCall(route, request, principal);
      const replay = call && (await keys.begin(call));
      if (replay !== undefined) {
        return reply
          .code(replay.status)
          .header('idempotency-replayed', 'true')
          .type('application/json')
          .serializer(String)
          .send(replay.response);
      }
      try {
        const input = inputOf(route, request, principal, shared, call);
        const answer = await route.handler(input as RouteInput<never, never, never>);
        checkAsked(route, input.reach);
        if (checkAnswer !== undefined && hasBody(route) && answer.text === undefined && !checkAnswer(answer.body)) {
          throw new Error(
            `${route.method} ${route.url} returned a response that does not match its schema: ${JSON.stringify(checkAnswer.errors)}`,
          );
        }
        return send(route, request, reply, answer);
      } catch (error) {
        if (call !== undefined) await keys.forget(call);
        throw error;
      }
    },
  });
}

/** Nothing is validated on the way out and nothing is kept for a repeat: a stream is resumed instead. */
export function addStream(app: FastifyInstance, route: Route, shared: Shared): void {
  app.route({
    method: route.method,
    url: route.url,
    exposeHeadRoute: false,
    schema: { params: route.params, querystring: route.query },
    handler: async (request, reply) => {
      const principal = await admit(route, request, shared);
      const signal = shared.streams.take(principal ?? request.ip, reply.raw);
      const { after } = request.query as { after?: string };
      const input = {
        ...inputOf(route, request, principal, shared, undefined),
        signal,
        resumeAfter: resumeAfter(request.headers, after),
      };
      const { stream } = await route.handler(input as RouteInput<never, never, never>);
      checkAsked(route, input.reach);
      if (stream === undefined) throw new Error(`${route.url} is declared as a stream but did not return one`);
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) reply.raw.setHeader(name, value);
      await sendStream(reply.raw, stream, { heartbeatMs: streamHeartbeatMs, signal }).catch((error: unknown) => {
        // Before the first event it is still an ordinary refusal.
        if (!reply.raw.headersSent) throw error;
        request.log.error({ err: error }, 'a stream failed');
      });
    },
  });
}

/** A known caller is remembered even if this route is not for them: their refusals are written down. */
async function admit(
  route: Route,
  request: FastifyRequest,
  { authorizer, principals }: Shared,
): Promise<Principal | undefined> {
  if (route.access === 'public') return undefined;
  const principal = await authorizer.known(request.headers.authorization);
  principals.set(request, principal);
  authorizer.allow(route.access, principal, route.modules);
  if (route.reach === 'tenant' && limitsOf(principal) !== undefined)
    refuse('forbidden', {
      message:
        'Your role is limited to certain clusters or CloudSpaces. This endpoint requires a role without such a limit.',
    });
  return principal;
}

/** Fails closed: a handler that did not ask for the limits of the caller's role cannot have kept to them. */
function checkAsked({ method, url, reach: declared }: Route, reach: Reach): void {
  if ((declared === 'cluster' || declared === 'cloudspace') && !reach.wasAsked())
    throw new Error(`${method} ${url} is declared to reach a ${declared}, but its handler did not check role limits`);
}

function refuseOtherKindOfBody(route: Route, request: FastifyRequest): void {
  const type = request.headers['content-type'];
  if (type !== undefined && type.startsWith(formType) !== route.form) refuse('unsupported_media_type');
}

function hasBody({ status }: Route): boolean {
  return status !== 204 && status !== 303;
}

function idempotentCall(
  route: Route,
  request: FastifyRequest,
  principal: Principal | undefined,
): IdempotentCall | undefined {
  const key = request.headers['idempotency-key'];
  if (route.method !== 'POST' || typeof key !== 'string' || principal?.tenantId === undefined) return undefined;
  return {
    tenantId: principal.tenantId,
    caller: `${principal.kind}:${principal.id}`,
    path: request.url,
    key,
    rawBody: JSON.stringify(request.body ?? null),
    secretAnswer: route.secretAnswer,
  };
}

type Input = Omit<RouteInput<unknown, unknown, unknown>, 'principal' | 'tenantId' | 'signal' | 'resumeAfter'> & {
  principal?: Principal;
  tenantId?: string;
};

function inputOf(
  route: Route,
  request: FastifyRequest,
  principal: Principal | undefined,
  { options: { database }, keys, writeAudit }: Shared,
  call: IdempotentCall | undefined,
): Input {
  const tenantId = principal?.tenantId;
  const inTenant = (): string =>
    tenantId ?? refuse('forbidden', { message: 'This endpoint requires a tenant, but the token does not name one.' });
  const reach = reachOf(principal);
  const { params, query, body, log, id, ip: address } = request;
  const audited = async (db: TenantDb, note: AuditNote): Promise<void> => {
    if (route.audit === undefined || 'none' in route.audit) return;
    await writeAudit(db, {
      action: note.action ?? route.audit.action,
      route: `${route.method} ${routeOf(request)}`,
      actor: note.actor ?? actorOf(principal),
      object_id: note.objectId ?? (params as { id?: string }).id ?? null,
      request_id: id,
      address,
      result: 'done',
      count: 1,
      details: note.details ?? {},
    });
  };
  return {
    params,
    query,
    body,
    ...(principal === undefined ? {} : { principal }),
    reach,
    ...(tenantId === undefined ? {} : { tenantId }),
    log,
    request: {
      id,
      address,
      userAgent: request.headers['user-agent'] ?? '',
      header: (name) => {
        const value = request.headers[name];
        return Array.isArray(value) ? value[0] : value;
      },
    },
    read: (work) => database.tenant(inTenant(), work),
    change: (work) =>
      database.tenant(inTenant(), async (db) => {
        const reply = await work(db);
        // Before anything is committed.
        checkAsked(route, reach);
        await db.last(() =>
          Promise.all([
            audited(db, { ...objectOf(reply), ...reply.audit }),
            call === undefined ? undefined : keys.finish(db, call, route.status, reply),
          ]),
        );
        return reply;
      }),
    audited,
    unlessChanged: (etag) => {
      const header = request.headers['if-match'];
      if (header !== undefined && !names(header, etag)) refuse('precondition_failed');
    },
  };
}

function objectOf({ objectId, body }: Reply): AuditNote {
  const id = objectId ?? (body as { id?: unknown } | undefined)?.id;
  return typeof id === 'string' ? { objectId: id } : {};
}

function send(route: Route, request: FastifyRequest, reply: FastifyReply, answer: Reply): FastifyReply {
  for (const [name, value] of Object.entries(answer.headers ?? {}))
    reply.header(name, typeof value === 'string' ? value : [...value]);
  if (answer.etag !== undefined) {
    reply.header('etag', answer.etag);
    const seen = request.headers['if-none-match'];
    if (route.method === 'GET' && seen !== undefined && names(seen, answer.etag)) return reply.code(304).send();
  }
  if (answer.text !== undefined)
    return reply.code(route.status).type(answer.text.type).send(Readable.from(answer.text.parts));
  return hasBody(route) ? reply.code(route.status).send(answer.body) : reply.code(route.status).send();
}
