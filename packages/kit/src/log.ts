import type { FastifyBaseLogger } from 'fastify';
import { type DestinationStream, pino } from 'pino';
import { activeTraceId } from './telemetry.ts';

export type Log = FastifyBaseLogger;

/** Never written out, wherever in a logged object they stand. */
const secretNames = [
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'secret',
  'token',
  'access_token',
  'client_secret',
  'signing_secret',
  'kubeconfig',
];

const redacted = secretNames.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]);

/** Credentials that slipped into a text: our token kinds, bearer headers, passwords in addresses. */
const secretPatterns: readonly (readonly [RegExp, string])[] = [
  [/\bwh[a-z]_[0-9A-Za-z]{8,}/g, 'wh?_[redacted]'],
  [/\bwhsec_[0-9A-Za-z+/=]{8,}/g, 'whsec_[redacted]'],
  [/\bBearer\s+[\w.~+/-]+=*/gi, 'Bearer [redacted]'],
  [/(\w+:\/\/[^:@/\s]*):[^@/\s]+@/g, '$1:[redacted]@'],
];

export function withoutSecrets(text: string): string {
  return secretPatterns.reduce((clean, [pattern, instead]) => clean.replace(pattern, instead), text);
}

export interface LogOptions {
  readonly level: string;
  readonly destination?: DestinationStream;
}

/** One JSON object a line; `module`, `request_id` and `trace_id` are added by whoever makes a child. */
export function makeLog({ level, destination }: LogOptions): Log {
  return pino(
    {
      level,
      base: null,
      mixin: () => {
        const traceId = activeTraceId();
        return traceId === undefined ? {} : { trace_id: traceId };
      },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: redacted, censor: '[redacted]' },
      hooks: {
        streamWrite: withoutSecrets,
      },
    },
    destination ?? pino.destination({ fd: 1, sync: true }),
  );
}
