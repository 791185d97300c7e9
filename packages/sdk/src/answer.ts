import type { ErrorCode, ErrorDetail } from '@wheelhouse/contracts';
import { ApiError, type Asked } from './errors.ts';
import type { Answer, Rate } from './operations.ts';

/** An answer as it came over the wire, whole. */
export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export function answerOf({ status, headers, text }: Received, asked: Asked): Answer<unknown> {
  return {
    status,
    data: dataOf(status, headers, text, asked),
    etag: headers.get('etag') ?? undefined,
    requestId: headers.get('x-request-id') ?? undefined,
    rate: rateOf(headers),
    headers,
  };
}

function dataOf(status: number, headers: Headers, text: string, asked: Asked): unknown {
  if (text === '') return undefined;
  const type = headers.get('content-type') ?? '';
  if (isJson(type)) {
    const data = parsed(text);
    if (data !== undefined) return data;
  } else if (!type.startsWith('text/html')) return text;
  throw foreignAnswer(
    status,
    headers,
    asked,
    `a successful response of ${type || 'unknown type'} that is not from the API`,
  );
}

/** The refusal that an answer without success is. */
export function refusalOf({ status, headers, text }: Received, asked: Asked): ApiError {
  const body = isJson(headers.get('content-type') ?? '') ? parsed(text) : undefined;
  const error = fieldOf(body, 'error');
  const [code, message] = [textField(error, 'code'), textField(error, 'message')];
  if (code === undefined || message === undefined) {
    const to = headers.get('location');
    return foreignAnswer(
      status,
      headers,
      asked,
      to === null ? `${status} in an unknown format` : `a redirect to ${to}`,
    );
  }
  const details = fieldOf(error, 'details');
  return new ApiError(
    {
      status,
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a newer server's code is told as it came
      code: code as ErrorCode,
      message,
      requestId: textField(error, 'request_id') ?? headers.get('x-request-id') ?? undefined,
      details: Array.isArray(details) ? details.filter(isDetail) : [],
      docUrl: textField(error, 'doc_url'),
      retryAfter: retryAfterOf(headers),
    },
    asked,
  );
}

export function foreignAnswer(status: number, headers: Headers, asked: Asked, what: string): ApiError {
  return new ApiError(
    {
      status,
      code: 'foreign_answer',
      message: `${asked.method} ${asked.path} returned ${what}. Check baseUrl, which must end with /api, and any proxy in between.`,
      requestId: headers.get('x-request-id') ?? undefined,
      details: [],
      docUrl: undefined,
      retryAfter: retryAfterOf(headers),
    },
    asked,
  );
}

/** Seconds, however the header says it. */
function retryAfterOf(headers: Headers): number | undefined {
  const text = headers.get('retry-after');
  if (text === null) return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, (at - Date.now()) / 1_000);
}

function rateOf(headers: Headers): Rate | undefined {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) => {
    const text = headers.get(`x-ratelimit-${name}`);
    return text === null ? undefined : Number(text);
  });
  if (limit === undefined || remaining === undefined || reset === undefined) return undefined;
  return { limit, remaining, reset: new Date(reset * 1_000) };
}

/** Not NDJSON, whose lines are read one by one. */
const isJson = (type: string) => /^application\/(?:[\w.-]+\+)?json\b/.test(type);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}

function textField(value: unknown, name: string): string | undefined {
  const field = fieldOf(value, name);
  return typeof field === 'string' ? field : undefined;
}

function isDetail(value: unknown): value is ErrorDetail {
  return ['field', 'code', 'message'].every((name) => textField(value, name) !== undefined);
}
