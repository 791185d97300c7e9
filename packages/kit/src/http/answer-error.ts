import type { FastifyReply, FastifyRequest } from 'fastify';
import { isOutage } from '../db/outage.ts';
import { Refusal } from './refusal.ts';
import type { Route } from './route.ts';

export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalFrom(error);
  // What we refuse ourselves, knowing why, is not a fault that somebody has to look into.
  if (refusal.status >= 500) {
    const isFault = error !== refusal || refusal.cause !== undefined;
    request.log[isFault ? 'error' : 'info']({ err: error }, 'a request failed');
  }
  if (refusal.status === 401) reply.header('www-authenticate', 'Bearer realm="wheelhouse"');
  for (const [name, value] of Object.entries(refusal.headers)) reply.header(name, value);
  const { code, message, details, beside } = refusal;
  return reply.code(refusal.status).send({
    error: { code, message, request_id: request.id, ...(details === undefined ? {} : { details }) },
    ...beside,
  });
}

/** Fastify's own refusals, in our words. */
export function refusalFrom(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refusal('payload_too_large');
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Refusal('unsupported_media_type');
  // Busy or away is no fault of what was asked: it is worth trying again.
  if (isOutage(error)) return new Refusal('unavailable', { headers: { 'retry-after': '1' } });
  if (statusCode === 400) return new Refusal('invalid_request', { message: 'The body is not valid JSON.' });
  return new Refusal('internal');
}

/** The path exists with another method, or it does not exist at all. */
export function missingRoute(routes: readonly Route[], request: FastifyRequest): Refusal {
  const path = request.url.split('?')[0] ?? '';
  const methods = routes.filter(({ url }) => pattern(url).test(path)).map(({ method }) => method);
  if (methods.length === 0) return new Refusal('not_found', { message: `There is no ${path}.` });
  return new Refusal('method_not_allowed', { headers: { allow: [...new Set(methods)].join(', ') } });
}

/** The declared path, never the asked one: ids in labels would make a series each. */
export function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'unknown';
}

function pattern(url: string): RegExp {
  return new RegExp(`^${url.replaceAll(/:[^/]+/g, '[^/]+')}$`);
}
