import { randomUUID } from 'node:crypto';
import type { Span } from '@opentelemetry/api';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { Log } from '../log.ts';
import { requestSeconds } from '../metrics.ts';
import { beginSpan, SpanKind } from '../telemetry.ts';
import { Authorizer } from './authorize.ts';
import type { VerifyToken } from './access-token.ts';
import { closesIdle } from './closing.ts';
import { names } from './etag.ts';
import { type Idempotency, idempotency, type IdempotentCall } from './idempotency.ts';
import { openApi } from './openapi.ts';
import type { Principal } from './principal.ts';
import { Refusal, refuse } from './refusal.ts';
import type { Reply, Route, RouteInput } from './route.ts';
import { OpenStreams, resumeAfter, sendStream, streamHeartbeatMs } from './stream.ts';
import { compile, refusalOf } from './validation.ts';

/** One module's HTTP server: its routes, behind the checks that every route has. */
export interface AppOptions {
  readonly module: string;
  readonly schema: string;
  readonly publicPrefix: string;
  readonly version: string;
  readonly routes: readonly Route[];
  readonly database: Database;
  readonly verifyToken: VerifyToken;
  readonly clock: Clock;
  readonly log: Log;
  /** In tests every answer is held against its declared schema. */
  readonly checkAnswers: boolean;
  readonly largestBody?: number;
}

const defaultLargestBody = 1024 * 1024;
/** A caller's own request id is kept if it is a sane token. */
const saneRequestId = /^[\w.-]{8,128}$/;

export function buildApp(options: AppOptions): FastifyInstance {
  const { module, routes, log } = options;
  const app = fastify({
    loggerInstance: log,
    logController: new fastify.LogController({ disableRequestLogging: true }),
    bodyLimit: options.largestBody ?? defaultLargestBody,
    genReqId: (request) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && saneRequestId.test(given) ? given : randomUUID();
    },
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: false },
  });
  // JSON only: what is sent as plain text is not a body we read.
  app.removeContentTypeParser('text/plain');
  app.setValidatorCompiler(({ schema, httpPart }) => compile(schema as never, (httpPart ?? 'body') as never));
  app.setSchemaErrorFormatter((errors, part) => refusalOf(errors as never, part));
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    const { span, run } = beginSpan(`${request.method} ${routeOf(request)}`, SpanKind.SERVER, request.headers);
    spans.set(request, span);
    run(done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const labels = { module, method: request.method, route: routeOf(request), status: String(reply.statusCode) };
    requestSeconds.observe(labels, reply.elapsedTime / 1000);
    const span = spans.get(request);
    span?.setAttributes({ 'http.response.status_code': reply.statusCode, 'wheelhouse.request_id': request.id });
    span?.end();
    done();
  });
  const streams = new OpenStreams();
  // Streams would keep the server open for ever; they end when it closes, and clients resume elsewhere.
  app.addHook('preClose', () => streams.end());
  const idle = closesIdle(app.server);
  app.addHook('preClose', async () => idle.begin());
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  app.setNotFoundHandler((request, reply) => answerError(missingRoute(routes, request), request, reply));

  const authorizer = new Authorizer(module, options.verifyToken);
  const keys = idempotency(options.database, options.schema, options.clock);
  for (const route of routes) {
    if (route.stream) addStream(app, route, options, authorizer, keys, streams);
    else addRoute(app, route, options, authorizer, keys);
  }

  const description = openApi({
    title: `Wheelhouse ${module}`,
    version: options.version,
    prefix: options.publicPrefix,
    routes,
  });
  app.get('/openapi.json', async (request) => {
    await authorizer.known(request.headers.authorization);
    return description;
  });
  app.get('/internal/routes', async (request, reply) => {
    await authorizer.allow('internal', request.headers.authorization);
    return reply.send({ module, routes: routes.map(({ method, url, access }) => ({ method, url, access })) });
  });
  return app;
}

function addRoute(
  app: FastifyInstance,
  route: Route,
  options: AppOptions,
  authorizer: Authorizer,
  keys: Idempotency,
): void {
  const principals = new WeakMap<FastifyRequest, Principal>();
  const checkAnswer = options.checkAnswers ? compile(route.response, 'body') : undefined;
  app.route({
    method: route.method,
    url: route.url,
    schema: {
      params: route.params,
      querystring: route.query,
      ...(route.body === undefined ? {} : { body: route.body }),
      ...(route.status === 204 ? {} : { response: { [route.status]: route.response } }),
    },
    // Before the body is read: who may not call is not listened to.
    onRequest: async (request) => {
      const principal = await authorizer.allow(route.access, request.headers.authorization);
      if (principal !== undefined) principals.set(request, principal);
    },
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
        const answer = await route.handler(
          inputOf(route, request, principal, options, keys, call) as RouteInput<never, never, never>,
        );
        if (checkAnswer !== undefined && route.status !== 204 && !checkAnswer(answer.body)) {
          throw new Error(
            `${route.method} ${route.url} answered what its schema does not say: ${JSON.stringify(checkAnswer.errors)}`,
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
function addStream(
  app: FastifyInstance,
  route: Route,
  options: AppOptions,
  authorizer: Authorizer,
  keys: Idempotency,
  streams: OpenStreams,
): void {
  app.route({
    method: route.method,
    url: route.url,
    exposeHeadRoute: false,
    schema: { params: route.params, querystring: route.query },
    handler: async (request, reply) => {
      const principal = await authorizer.allow(route.access, request.headers.authorization);
      const signal = streams.take(principal?.credentialId ?? request.ip, reply.raw);
      const { after } = request.query as { after?: string };
      const input = {
        ...inputOf(route, request, principal, options, keys, undefined),
        signal,
        resumeAfter: resumeAfter(request.headers, after),
      };
      const { stream } = await route.handler(input as RouteInput<never, never, never>);
      if (stream === undefined) throw new Error(`${route.url} is declared a stream and answered none`);
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

function inputOf(
  route: Route,
  request: FastifyRequest,
  principal: Principal | undefined,
  { database }: AppOptions,
  keys: Idempotency,
  call: IdempotentCall | undefined,
): Omit<RouteInput<unknown, unknown, unknown>, 'principal' | 'tenantId' | 'signal' | 'resumeAfter'> & {
  principal?: Principal;
  tenantId?: string;
} {
  const tenantId = principal?.tenantId;
  const inTenant = (): string =>
    tenantId ?? refuse('forbidden', { message: 'this call needs a tenant, and the token names none' });
  return {
    params: request.params,
    query: request.query,
    body: request.body,
    ...(principal === undefined ? {} : { principal }),
    ...(tenantId === undefined ? {} : { tenantId }),
    log: request.log,
    read: (work) => database.tenant(inTenant(), work),
    change: (work) =>
      database.tenant(inTenant(), async (db) => {
        const reply = await work(db);
        if (call !== undefined) await keys.finish(db, call, route.status, reply);
        return reply;
      }),
    unlessChanged: (etag) => {
      const header = request.headers['if-match'];
      if (header !== undefined && !names(header, etag)) refuse('precondition_failed');
    },
  };
}

function send(route: Route, request: FastifyRequest, reply: FastifyReply, answer: Reply): FastifyReply {
  for (const [name, value] of Object.entries(answer.headers ?? {})) reply.header(name, value);
  if (answer.etag !== undefined) {
    reply.header('etag', answer.etag);
    const seen = request.headers['if-none-match'];
    if (route.method === 'GET' && seen !== undefined && names(seen, answer.etag)) return reply.code(304).send();
  }
  return route.status === 204 ? reply.code(204).send() : reply.code(route.status).send(answer.body);
}

/** The path exists with another method, or it does not exist at all. */
function missingRoute(routes: readonly Route[], request: FastifyRequest): Refusal {
  const path = request.url.split('?')[0] ?? '';
  const methods = routes.filter(({ url }) => pattern(url).test(path)).map(({ method }) => method);
  if (methods.length === 0) return new Refusal('not_found', { message: `there is no ${path}` });
  return new Refusal('method_not_allowed', { headers: { allow: [...new Set(methods)].join(', ') } });
}

/** The declared path, never the asked one: ids in labels would make a series each. */
function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'unknown';
}

function pattern(url: string): RegExp {
  return new RegExp(`^${url.replaceAll(/:[^/]+/g, '[^/]+')}$`);
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalFrom(error);
  if (refusal.status >= 500) request.log.error({ err: error }, 'a request failed');
  for (const [name, value] of Object.entries(refusal.headers)) reply.header(name, value);
  if (refusal.status === 401) reply.header('www-authenticate', 'Bearer realm="wheelhouse"');
  const { code, message, details } = refusal;
  return reply
    .code(refusal.status)
    .send({ error: { code, message, request_id: request.id, ...(details === undefined ? {} : { details }) } });
}

/** Fastify's own refusals, in our words. */
function refusalFrom(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refusal('payload_too_large');
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Refusal('unsupported_media_type');
  if (statusCode === 400) return new Refusal('invalid_request', { message: 'the body is not valid JSON' });
  return new Refusal('internal');
}
