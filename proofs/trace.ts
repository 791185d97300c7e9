import { randomBytes, randomUUID } from 'node:crypto';
import { modulesOf } from '@wheelhouse/kit';
import { eventually, moduleDatabase, testEnvironment, testVhost } from '@wheelhouse/testkit';
import { modules } from './fixtures/gateway-table.ts';
import { type Proof, type ProofContext, type Verdict, verdictOf } from './runner/proof.ts';
import { type ReceivedSpan, startCollector } from './trace/collector.ts';
import { type LogLine, openTracedHouse, type TracedHouse } from './trace/house.ts';

type Claims = Readonly<Record<string, boolean>>;
type Say = ProofContext['say'];

const kinds: Readonly<Record<string, RegExp>> = {
  'the gateway': /^POST \/api\/example\/api\/v1\/notes\/:id\/finish$/,
  'the module': /^POST \/api\/v1\/notes\/:id\/finish$/,
  SQL: /^postgresql transaction$/,
  'broker, published': /^publish internal\.note_changed$/,
  'broker, handled': /^handle internal\.note_changed$/,
  job: /^job finish$/,
};

function newTrace() {
  const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  return { traceId, spanId, traceparent: `00-${traceId}-${spanId}-01` };
}

/** What a finish that was asked for left in the logs, once both have said it. */
async function linesOf(house: TracedHouse, note: string, requestId: string) {
  const found = () => ({
    gateway: house.gatewayLines().filter((line) => line.request_id === requestId),
    module: house.moduleLines().filter((line) => line.note_id === note),
  });
  await eventually(() => {
    const { gateway, module } = found();
    if (gateway.length === 0 || module.length === 0) throw new Error('not all is logged yet');
  }, 15_000).catch(() => undefined);
  return found();
}

async function finishNote(house: TracedHouse, headers: Readonly<Record<string, string>>) {
  const note = await house.note();
  const requestId = `proof-${randomUUID()}`;
  const { status } = await house.finish(note, { 'x-request-id': requestId, ...headers });
  if (status !== 202) throw new Error(`the finish of a note answered ${status}`);
  return { note, requestId };
}

const allCarry = (lines: readonly LogLine[], traceId: string) =>
  lines.length > 0 && lines.every((line) => line.trace_id === traceId);

/** Spans go to a collector: one trace from the gateway to the end of the job. */
async function exported(house: TracedHouse, spans: readonly ReceivedSpan[], say: Say) {
  const { traceId, spanId, traceparent } = newTrace();
  const { note, requestId } = await finishNote(house, { traceparent });
  const found = () => spans.filter((span) => span.traceId === traceId);
  const ofKind = (kind: RegExp) => found().filter(({ name }) => kind.test(name));
  await eventually(() => {
    for (const [kind, pattern] of Object.entries(kinds))
      if (ofKind(pattern).length === 0) throw new Error(`no span of ${kind} yet`);
  }, 25_000).catch((error: unknown) => say(String(error)));
  const lines = await linesOf(house, note, requestId);
  for (const { service, name } of found()) say(`span: ${name} (${service})`);
  for (const line of [...lines.gateway, ...lines.module]) say(`log: ${JSON.stringify(line)}`);
  const [edge] = ofKind(kinds['the gateway'] ?? /^$/);
  const [inside] = ofKind(kinds['the module'] ?? /^$/);
  // The control: the requests before it, without that header, have other traces.
  const others = spans.filter((span) => span.traceId !== traceId).length;
  const claims: Claims = {
    ...Object.fromEntries(
      Object.entries(kinds).map(([kind, pattern]) => [
        `a span of ${kind} has the trace id`,
        ofKind(pattern).length > 0,
      ]),
    ),
    "the gateway's span is the child of the caller's, and the module's of the gateway's":
      edge?.parentSpanId === spanId && inside?.parentSpanId === edge.spanId && edge.service !== inside.service,
    "the gateway's log line has the trace id": allCarry(lines.gateway, traceId),
    "the module's log line has the trace id": allCarry(lines.module, traceId),
    'other requests have other traces': others > 0,
  };
  return { claims, spans: found().length, lines: lines.gateway.length + lines.module.length, others };
}

/** As shipped, without a collector: the ids travel all the same, and the gateway makes one where none came. */
async function notExported(house: TracedHouse): Promise<Claims> {
  const { traceId, traceparent } = newTrace();
  const given = await finishNote(house, { traceparent });
  const unreadable = { traceparent: `00-${'0'.repeat(32)}-${'0'.repeat(16)}-01` };
  const without = [await finishNote(house, {}), await finishNote(house, {}), await finishNote(house, unreadable)];
  const lines = await linesOf(house, given.note, given.requestId);
  const made = new Set<string>();
  let agreed = 0;
  for (const { note, requestId } of without) {
    const { gateway, module } = await linesOf(house, note, requestId);
    const id = gateway[0]?.trace_id ?? '';
    if (/^(?!0{32})[0-9a-f]{32}$/.test(id) && allCarry(gateway, id) && allCarry(module, id)) agreed += 1;
    made.add(id);
  }
  return {
    'without a collector the trace id of the caller stands in the log of gateway and module':
      allCarry(lines.gateway, traceId) && allCarry(lines.module, traceId),
    'where none came, or none that can be read, the gateway makes one that the module logs': agreed === without.length,
    'it makes a new one each time': made.size === without.length && !made.has(traceId),
  };
}

async function run({ say }: ProofContext): Promise<Verdict> {
  const [database, vhost, collector] = await Promise.all([
    moduleDatabase(modulesOf(modules)),
    testVhost(),
    startCollector(),
  ]);
  let house: TracedHouse | undefined;
  try {
    const environment = await testEnvironment(modules, database, vhost);
    house = await openTracedHouse({ ...environment, OTLP_URL: collector.url });
    const followed = await exported(house, collector.spans, say);
    await house.stop();
    const sent = collector.spans.length;
    house = await openTracedHouse(environment);
    const claims = await notExported(house);
    return verdictOf(
      { ...followed.claims, ...claims, 'without its address no span is sent': collector.spans.length === sent },
      `one trace id in ${followed.spans} spans (gateway, module, SQL, broker, job) and ${followed.lines} log lines of gateway and module; ${followed.others} spans of other traces; without a collector the same id in both logs, given or made`,
    );
  } finally {
    await house?.stop();
    collector.close();
    await vhost.drop();
    await database.drop();
  }
}

export const proof: Proof = {
  promise:
    'One request can be followed by its trace id from the gateway through module, SQL, broker and job, and through the log.',
  method:
    'gateway and modules as two processes that export OTLP to a collector of the proof; one request through the gateway with a traceparent of ours starts a job, which changes a row and tells an event; then both again without a collector, with a traceparent, without one, and with one that cannot be read',
  bar: "the trace id stands in spans of gateway, module, SQL, broker (published and handled) and job, the module's span below the gateway's, and in the log lines of both; without a collector in the log lines of both, given by the caller or made by the gateway",
  run,
};
