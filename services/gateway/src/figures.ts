import { type EdgeTrace, type Log, registry } from '@wheelhouse/kit';
import type { Seen } from './door/gate.ts';
import { SparingLog } from './sparing-log.ts';

const bounds = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const name = 'wheelhouse_gateway_request_seconds';

/** Requests of one route, method and status. */
class Tally {
  readonly labels;
  /** One more than bounds: those above the last. */
  readonly counts = new Float64Array(bounds.length + 1);
  sum = 0;

  constructor(route: string, method: string, status: number) {
    this.labels = { route, method, status: String(status) };
  }

  /** As Prometheus wants it: each bucket holds all that are below its bound. */
  series(): readonly object[] {
    let below = 0;
    const buckets = [...this.counts].map((count, index) => {
      below += count;
      const le = index < bounds.length ? String(bounds[index]) : '+Inf';
      return { metricName: `${name}_bucket`, labels: { ...this.labels, le }, value: below };
    });
    const sum = { metricName: `${name}_sum`, labels: this.labels, value: this.sum };
    return [...buckets, sum, { metricName: `${name}_count`, labels: this.labels, value: below }];
  }
}

/**
 * A histogram whose counting costs a few look-ups of what is known already: the library's own makes a text of all
 * labels for every request, which is a fiftieth of what a request may cost here.
 */
class RequestSeconds {
  readonly name = name;
  readonly help = 'Time from the head of a request to the end of its response';
  readonly type = 'histogram';
  readonly aggregator = 'sum';
  #tallies = new Map<string, Map<string, Map<number, Tally>>>();

  observe(route: string, method: string, status: number, seconds: number): void {
    const tally = entry(
      entry(
        entry(this.#tallies, route, () => new Map<string, Map<number, Tally>>()),
        method,
        () => new Map<number, Tally>(),
      ),
      status,
      () => new Tally(route, method, status),
    );
    tally.sum += seconds;
    let bucket = 0;
    while (bucket < bounds.length && seconds > (bounds[bucket] ?? 0)) bucket += 1;
    tally.counts[bucket] = (tally.counts[bucket] ?? 0) + 1;
  }

  async get() {
    const tallies = [...this.#tallies.values()].flatMap((methods) =>
      [...methods.values()].flatMap((all) => [...all.values()]),
    );
    const { help, type, aggregator } = this;
    return { name, help, type, aggregator, values: tallies.flatMap((tally) => tally.series()) };
  }

  reset(): void {
    this.#tallies = new Map();
  }
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/** One a process, whatever number of gateways tests open in it. */
const requestSeconds = new RequestSeconds();
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the registry asks of a metric what this one has; its type names the library's classes
registry.registerMetric(requestSeconds as unknown as Parameters<typeof registry.registerMetric>[0]);

/** What became of a request: a figure, its span, and a line in the log where there is something to say. */
export function tellOf(log: Log) {
  const isDebug = log.level === 'debug' || log.level === 'trace';
  const cutShort = new SparingLog(log, 'responses were cut short');
  return (request: Seen, status: number, tookMs: number, trace: EdgeTrace | undefined, error?: Error): void => {
    const { method, route, id } = request;
    requestSeconds.observe(route, method, status, tookMs / 1_000);
    if (trace?.span !== undefined) {
      trace.span.setAttributes({ 'http.response.status_code': status, 'wheelhouse.request_id': id });
      trace.span.end();
    }
    if (!isDebug && error === undefined) return;
    const line = () => ({ method, route, status, ms: Math.round(tookMs), request_id: id, trace_id: request.traceId });
    if (error === undefined) log.debug(line(), 'answered');
    else cutShort.tell(() => log.info({ ...line(), err: error }, 'a response was cut short'));
  };
}
