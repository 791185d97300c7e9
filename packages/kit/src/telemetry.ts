import { randomFillSync } from 'node:crypto';
import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { AlwaysOffSampler, BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';

/**
 * One request can be followed through module, SQL, broker and job by its trace id. Nothing is exported
 * unless an OTLP address is set; ids travel and stand in the log all the same.
 */
export interface Telemetry {
  readonly stop: () => Promise<void>;
}

let started = false;
let exporting = false;

/** Once per process: OpenTelemetry's registrations are global. */
export function startTelemetry(service: string, otlpAddress: string | undefined): Telemetry {
  if (started) return { stop: async () => undefined };
  started = true;
  exporting = otlpAddress !== undefined;
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    ...(otlpAddress === undefined
      ? { sampler: new AlwaysOffSampler() }
      : {
          spanProcessors: [
            new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${otlpAddress}/v1/traces` }) }),
          ],
        }),
  });
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  return { stop: () => provider.shutdown().catch(() => undefined) };
}

const tracer = () => trace.getTracer('wheelhouse');

type Carrier = Readonly<Record<string, unknown>>;

/** Runs `work` in a span; with a carrier (headers that travelled) the span continues the trace it came from. */
export async function inSpan<T>(
  name: string,
  kind: SpanKind,
  work: (span: Span) => Promise<T>,
  carrier?: Carrier,
): Promise<T> {
  const parent = carrier === undefined ? context.active() : propagation.extract(context.active(), carrier);
  return tracer().startActiveSpan(name, { kind }, parent, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.message : String(error) });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** A span that begins and ends in different places: an HTTP request. */
export function beginSpan(
  name: string,
  kind: SpanKind,
  carrier: Carrier,
): { readonly span: Span; readonly run: (work: () => void) => void } {
  const parent = propagation.extract(context.active(), carrier);
  const span = tracer().startSpan(name, { kind }, parent);
  return { span, run: (work) => context.with(trace.setSpan(parent, span), work) };
}

/** A request at the edge: what is told to the modules, and its span where spans are exported. */
export interface EdgeTrace {
  readonly traceparent: string;
  readonly span: Span | undefined;
}

const sane = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Without an exporter there is nothing to record: the ids travel, and cost a look at a pattern or some random bytes. */
export function beginEdgeTrace(name: string, given: string | undefined): EdgeTrace {
  const parent = given !== undefined && sane.test(given) ? given : undefined;
  if (!exporting) return { traceparent: parent ?? newTraceparent(), span: undefined };
  const { span } = beginSpan(name, SpanKind.SERVER, parent === undefined ? {} : { traceparent: parent });
  const { traceId, spanId, traceFlags } = span.spanContext();
  return { traceparent: `00-${traceId}-${spanId}-${traceFlags === 1 ? '01' : '00'}`, span };
}

const idBytes = 24;
const pool = Buffer.alloc(idBytes * 256);
let taken = pool.length;

function newTraceparent(): string {
  if (taken === pool.length) {
    randomFillSync(pool);
    taken = 0;
  }
  const ids = pool.toString('hex', taken, taken + idBytes);
  taken += idBytes;
  return `00-${ids.slice(0, 32)}-${ids.slice(32)}-00`;
}

/** For log lines. */
export function activeTraceId(): string | undefined {
  return trace.getActiveSpan()?.spanContext().traceId;
}

export { SpanKind } from '@opentelemetry/api';
