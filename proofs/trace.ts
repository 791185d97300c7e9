import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { exampleModule } from '@wheelhouse/example';
import { call, caller, eventually, freePort, moduleDatabase, testEnvironment, testVhost } from '@wheelhouse/testkit';
import { type Proof, type ProofContext, type Verdict, verdictOf } from './runner/proof.ts';

interface ReceivedSpan {
  readonly traceId: string;
  readonly name: string;
}

interface Export {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly ReceivedSpan[] }[] }[];
}

/** A collector that only listens: OTLP over HTTP, as any would be sent to. */
async function collector(port: number) {
  const spans: ReceivedSpan[] = [];
  const bodyOf = async (request: IncomingMessage) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    return JSON.parse(Buffer.concat(chunks).toString()) as Export;
  };
  const server = createServer((request, response) => {
    void bodyOf(request).then(({ resourceSpans }) => {
      spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return { spans, close: () => server.close() };
}

const kinds: Readonly<Record<string, RegExp>> = {
  HTTP: /^POST \/api\/v1\/notes\/:id\/finish$/,
  SQL: /^postgresql transaction$/,
  'broker, published': /^publish internal\.note_changed$/,
  'broker, handled': /^handle internal\.note_changed$/,
  job: /^job finish$/,
};

async function run({ say }: ProofContext): Promise<Verdict> {
  const database = await moduleDatabase([exampleModule]);
  const vhost = await testVhost();
  const otlpPort = await freePort();
  const { spans, close } = await collector(otlpPort);
  const environment = {
    ...(await testEnvironment([exampleModule], database, vhost)),
    LOG_LEVEL: 'info',
    OTLP_URL: `http://127.0.0.1:${otlpPort}`,
  };
  const main = join(import.meta.dirname, '../apps/server/src/main.ts');
  const table = join(import.meta.dirname, 'fixtures/example-table.ts');
  const server: ChildProcess = spawn(process.execPath, [main, 'serve', '--modules', table], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  server.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  try {
    const base = `http://127.0.0.1:${environment['EXAMPLE_PORT' as keyof typeof environment]}`;
    const anna = await caller();
    const made = await eventually(async () => {
      const answer = await call(base, anna, 'POST', '/api/v1/notes', { body: { title: 'traced', body: '' } });
      if (answer.status !== 201) throw new Error(`${answer.status}`);
      return answer;
    }, 20_000);
    const traceId = randomBytes(16).toString('hex');
    const traceparent = `00-${traceId}-${randomBytes(8).toString('hex')}-01`;
    await call(base, anna, 'POST', `/api/v1/notes/${made.body.id}/finish`, { headers: { traceparent } });
    const found = () => spans.filter((span) => span.traceId === traceId).map(({ name }) => name);
    await eventually(() => {
      for (const [kind, pattern] of Object.entries(kinds))
        if (!found().some((name) => pattern.test(name))) throw new Error(`no ${kind} span yet`);
    }, 25_000).catch((error: unknown) => say(String(error)));
    const logged = output.split('\n').filter((line) => line.includes(`"trace_id":"${traceId}"`));
    for (const name of found()) say(`span: ${name}`);
    for (const line of logged) say(`log: ${line}`);
    const claims = Object.fromEntries(
      Object.entries(kinds).map(([kind, pattern]) => [
        `a span of ${kind} has the trace id`,
        found().some((name) => pattern.test(name)),
      ]),
    );
    // The control: the request before it, without that header, has another trace.
    const others = spans.filter((span) => span.traceId !== traceId).length;
    return verdictOf(
      { ...claims, 'a log line has the trace id': logged.length > 0, 'other requests have other traces': others > 0 },
      `one trace id in ${found().length} spans (HTTP, SQL, broker, job) and ${logged.length} log lines; ${others} spans of other traces`,
    );
  } finally {
    server.kill('SIGTERM');
    await once(server, 'exit');
    close();
    await vhost.drop();
    await database.drop();
  }
}

export const proof: Proof = {
  promise: 'One request can be followed by its trace id through HTTP, SQL, broker and job, and through the log.',
  method:
    'a real process exports OTLP to a collector of the proof; one request with a traceparent of ours starts a job, which changes a row and tells an event',
  bar: 'the trace id stands in spans of HTTP, SQL, broker (published and handled) and job, and in log lines',
  run,
};
