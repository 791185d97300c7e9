import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';

export interface ReceivedSpan {
  /** The process it comes from, as it names itself. */
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly { readonly key: string; readonly value: AnyValue }[] };
    readonly scopeSpans: readonly { readonly spans: readonly Omit<ReceivedSpan, 'service'>[] }[];
  }[];
}

interface AnyValue {
  readonly stringValue?: string;
}

export interface Collector {
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  readonly close: () => void;
}

/** A collector that only listens: OTLP over HTTP, as any would be sent to. */
export async function startCollector(): Promise<Collector> {
  const spans: ReceivedSpan[] = [];
  const server = createServer((request, response) => {
    void exportOf(request).then(({ resourceSpans }) => {
      for (const { resource, scopeSpans } of resourceSpans) {
        const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
        for (const scope of scopeSpans) spans.push(...scope.spans.map((span) => ({ ...span, service })));
      }
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the collector has no port');
  return { url: `http://127.0.0.1:${address.port}`, spans, close: () => server.close() };
}

async function exportOf(request: IncomingMessage): Promise<Export> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString()) as Export;
}
