import { randomUUID } from 'node:crypto';
import type { Span } from '@opentelemetry/api';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { effectsAreWatched, tell } from '../effects.ts';
import { requestSeconds } from '../metrics.ts';
import { beginSpan, SpanKind } from '../telemetry.ts';
import { Authorizer } from './authorize.ts';
import type { AppOptions } from './app-options.ts';
import { tellAnswer } from './answers.ts';
import { answerError, missingRoute, routeOf } from './answer-error.ts';
import { auditWriter } from './audit.ts';
import { addParsers } from './parsers.ts';
import { closesIdle } from './closing.ts';
import { etagOf, names } from './etag.ts';
import { idempotency } from './idempotency.ts';
import { openApi } from './openapi.ts';
import { Refusal, refuse } from './refusal.ts';
import { RefusalLedger } from './refusal-ledger.ts';
import { refusalWriter } from './refusal-writer.ts';
import { requestLog } from './request-log.ts';
import { routeTable } from './route-table.ts';
import { addRoute, addStream, type Shared } from './serve-route.ts';
import { OpenStreams } from './stream.ts';
import { compile, refusalOf, serializer } from './validation.ts';

const defaultLargestBody = 1024 * 1024;
/** A caller's own request id is kept if it is a sane token. */
const saneRequestId = /^[\w.-]{8,128}$/;

const lookEveryMs = 60_000;

/** Now and then: a gateway that is not trusted makes all its callers share one address. */
function forwardedLook(log: AppOptions['log']): (request: FastifyRequest) => void {
  let next = 0;
  return (request) => {
    if (request.headers['x-forwarded-for'] === undefined || performance.now() < next) return;
    next = performance.now() + lookEveryMs;
    const peer = request.socket.remoteAddress;
    if (request.ip === peer && request.headers['x-forwarded-for'] !== peer)
      log.warn(
        { peer },
        'X-Forwarded-For was ignored: TRUSTED_GATEWAYS does not include this peer. If it is a gateway, all its callers share one address',
      );
  };
}

export function buildApp(options: AppOptions): FastifyInstance {
  const { module, routes, log } = options;
  const app = fastify({
    loggerInstance: log,
    childLoggerFactory: (parent, bindings) => requestLog(parent, bindings),
    logController: new fastify.LogController({ disableRequestLogging: true }),
    bodyLimit: options.largestBody ?? defaultLargestBody,
    genReqId: (request) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && saneRequestId.test(given) ? given : randomUUID();
    },
    return503OnClosing: false,
    // Nothing in it waits for anybody: that it takes long says only how busy the machine is.
    pluginTimeout: 0,
    trustProxy: [...(options.trustedProxies ?? [])],
    routerOptions: { ignoreTrailingSlash: false },
  });
  app.setValidatorCompiler(({ schema, httpPart }) => compile(schema as never, (httpPart ?? 'body') as never));
  app.setSerializerCompiler(({ schema }) => serializer(schema as object));
  app.setSchemaErrorFormatter((errors, part) => refusalOf(errors as never, part));
  app.addHook('preValidation', async (request) => refuseNul(request));
  const spans = new WeakMap<FastifyRequest, Span>();
  const lookAtForwarded = forwardedLook(log);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    lookAtForwarded(request);
    const { span, run } = beginSpan(`${request.method} ${routeOf(request)}`, SpanKind.SERVER, request.headers);
    spans.set(request, span);
    run(done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const labels = { module, method: request.method, route: routeOf(request), status: String(reply.statusCode) };
    requestSeconds.observe(labels, reply.elapsedTime / 1000);
    tellAnswer(module, request.method, labels.route, reply.statusCode);
    const span = spans.get(request);
    span?.setAttributes({ 'http.response.status_code': reply.statusCode, 'wheelhouse.request_id': request.id });
    span?.end();
    done();
  });
  if (effectsAreWatched()) watchAnswers(app);
  addParsers(app);
  const streams = new OpenStreams();
  options.revocations.onNews(() => streams.cutWhere((principal) => options.revocations.isRevoked(principal)));
  // Streams would keep the server open for ever; they end when it closes, and clients resume elsewhere.
  app.addHook('preClose', () => streams.end());
  const idle = closesIdle(app.server);
  app.addHook('preClose', async () => idle.begin());

  const authorizer = new Authorizer(module, options.verifyToken);
  const writeAudit = auditWriter(options.emit, options.clock);
  const refusals = new RefusalLedger({ ...options, write: refusalWriter(options.database, writeAudit, log) });
  app.addHook('preClose', () => refusals.end());
  const principals: Shared['principals'] = new WeakMap();
  app.setErrorHandler((error, request, reply) => {
    const principal = principals.get(request);
    if (principal !== undefined && error instanceof Refusal)
      refusals.add(principal, `${request.method} ${routeOf(request)}`, error.code, request.ip, request.id);
    return answerError(error, request, reply);
  });
  app.setNotFoundHandler((request, reply) => answerError(missingRoute(routes, request), request, reply));
  const keys = idempotency(options.database, options.schema, options.clock);
  const shared: Shared = { options, authorizer, keys, streams, writeAudit, principals };
  for (const route of routes) {
    if (route.stream) addStream(app, route, shared);
    else addRoute(app, route, shared);
  }

  let description: object | undefined;
  app.get('/openapi.json', async (request) => {
    await authorizer.known(request.headers.authorization);
    description ??= openApi({
      title: `Wheelhouse ${module}`,
      version: options.version,
      prefix: options.publicPrefix,
      routes,
      webhooks: options.webhooks,
    });
    return description;
  });
  const table = { module, routes: routeTable(routes) };
  const tableEtag = etagOf(table);
  app.get('/internal/routes', async (request, reply) => {
    authorizer.allow('internal', await authorizer.known(request.headers.authorization));
    reply.header('etag', tableEtag);
    if (names(request.headers['if-none-match'] ?? '', tableEtag)) return reply.code(304).send();
    return table;
  });
  return app;
}

/** What a caller was told about a change cannot be taken back. */
function watchAnswers(app: FastifyInstance): void {
  const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD';
  const answer = (request: FastifyRequest) => `answer ${request.method} ${routeOf(request)}`;
  app.addHook('onSend', async (request) => {
    if (!isRead(request)) await tell('before', answer(request));
  });
  app.addHook('onResponse', async (request) => {
    if (!isRead(request)) await tell('after', answer(request));
  });
}

/** PostgreSQL keeps no NUL in a text: nothing is found by one, and to look for it fails. */
function refuseNul({ url }: FastifyRequest): void {
  const [, query = ''] = url.split('?', 2);
  if (query.includes('%00'))
    refuse('invalid_request', { message: 'A parameter contains the character NUL (%00), which is not allowed.' });
}
