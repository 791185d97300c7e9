import { Value } from 'typebox/value';
import { describe, expect, test } from 'vitest';
import { errorBody, errorCatalogue, errorCodes, isErrorCode } from '../src/index.ts';

/** As the API design lists them. */
const listed: Readonly<Record<number, string>> = {
  400: 'invalid_request invalid_cursor unknown_parameter invalid_grant unsupported_grant_type invalid_scope',
  401: 'unauthenticated token_expired token_revoked invalid_client',
  403: 'forbidden insufficient_scope self_approval_forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  406: 'not_acceptable',
  409: 'conflict already_exists invalid_state action_not_pending pdb_violation target_busy kill_switch idempotency_in_progress',
  410: 'gone action_expired',
  412: 'precondition_failed plan_changed',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  422: 'validation_failed idempotency_key_reused',
  428: 'precondition_required',
  429: 'rate_limited',
  500: 'internal',
  502: 'cluster_unreachable upstream_error',
  503: 'unavailable',
  504: 'upstream_timeout',
};

describe('the error catalogue', () => {
  test('holds exactly the listed codes, each with its status', () => {
    const wanted = Object.entries(listed).flatMap(([status, codes]) => codes.split(' ').map((code) => [code, +status]));
    const found = errorCodes.map((code) => [code, errorCatalogue[code].status]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(wanted));
    expect(found).toHaveLength(wanted.length);
  });

  test.each(errorCodes)('%s says in sentences what happened and what to do next', (code) => {
    const { message, next } = errorCatalogue[code];
    for (const sentence of [message, next]) expect(sentence).toMatch(/^[A-Z].{10,}\.$/);
    expect(next).not.toBe(message);
  });

  test('words every object has are not codes', () => {
    expect(isErrorCode('not_found')).toBe(true);
    for (const word of ['toString', '__proto__', 'constructor', '']) expect(isErrorCode(word)).toBe(false);
  });
});

describe('the error body', () => {
  const error = { code: 'validation_failed', message: 'replicas must be 0 or more.', request_id: '01a1cf091d94' };
  const details = [{ field: 'replicas', code: 'minimum', message: 'must be 0 or more' }];

  test.each([
    ['without the optional fields', { error }],
    ['with them', { error: { ...error, details, doc_url: 'https://docs.example.com/errors#validation_failed' } }],
  ])('is valid %s', (_how, body) => {
    expect([...Value.Errors(errorBody, body)]).toEqual([]);
  });

  test.each([
    ['a string-valued error', { error: 'invalid_client' }],
    ['an unknown code', { error: { ...error, code: 'oops' } }],
    ['no request id', { error: { code: error.code, message: error.message } }],
    ['an unknown field', { error: { ...error, stack: 'at …' } }],
    ['a detail without a field', { error: { ...error, details: [{ code: 'minimum', message: 'must be 0 or more' }] } }],
  ])('is not valid with %s', (_how, body) => {
    expect(Value.Check(errorBody, body)).toBe(false);
  });
});
