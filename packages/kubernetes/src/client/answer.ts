import type { IncomingHttpHeaders } from 'node:http2';
import { type Cause, KubernetesError } from './errors.ts';

const longest = 1_000;

/** The `Status` object that Kubernetes answers with; of what is missing or strange, nothing is taken. */
export function refusalOf(
  asked: string,
  status: number,
  body: unknown,
  headers: IncomingHttpHeaders = {},
): KubernetesError {
  const reason = textIn(body, 'reason');
  const details = fieldOf(body, 'details');
  const causes = fieldOf(details, 'causes');
  const unsaid = status >= 300 && status <= 399 ? 'redirects are not followed' : 'no reason given';
  const message = (textIn(body, 'message') ?? unsaid).slice(0, longest);
  return new KubernetesError(`${asked} returned ${status}${reason === undefined ? '' : ` ${reason}`}: ${message}`, {
    status,
    reason,
    causes: Array.isArray(causes) ? causes.map(causeOf) : [],
    retryAfterSeconds: secondsIn(headers['retry-after']) ?? secondsIn(fieldOf(details, 'retryAfterSeconds')),
  });
}

function causeOf(given: unknown): Cause {
  const [reason, message, field] = [textIn(given, 'reason'), textIn(given, 'message'), textIn(given, 'field')];
  return {
    ...(reason !== undefined && { reason }),
    ...(message !== undefined && { message }),
    ...(field !== undefined && { field }),
  };
}

function secondsIn(value: unknown): number | undefined {
  const seconds = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
  return typeof seconds === 'number' && seconds > 0 ? seconds : undefined;
}

export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}

function textIn(value: unknown, name: string): string | undefined {
  const field = fieldOf(value, name);
  return typeof field === 'string' && field !== '' ? field : undefined;
}
