import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client';

/** Figures for Prometheus, at /metrics of every module's own port. One registry a process. */
export const registry = new Registry();
// How busy the loop is need not be asked ten times a second: asking costs more than the requests of a quiet hour.
collectDefaultMetrics({ register: registry, eventLoopUtilizationTimeout: 5_000 });

export const requestSeconds = new Histogram({
  name: 'wheelhouse_http_request_seconds',
  help: 'Time from the first byte of a request to the end of its response',
  labelNames: ['module', 'method', 'route', 'status'],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [registry],
});

export const outboxWaiting = new Gauge({
  name: 'wheelhouse_outbox_waiting',
  help: 'Events the relay has picked up that the broker has not confirmed yet',
  labelNames: ['module'],
  registers: [registry],
});

export const messagesHeld = new Gauge({
  name: 'wheelhouse_messages_held',
  help: 'Messages kept in the database: waiting for a retry, or given up and not yet among the dead letters of a tenant',
  labelNames: ['module', 'state'],
  registers: [registry],
});

export const partitionsAhead = new Gauge({
  name: 'wheelhouse_partitions_ahead',
  help: 'Partitions created ahead of time; at 0, inserts will fail once the current one ends',
  labelNames: ['module', 'table'],
  registers: [registry],
});

export const counterDrift = new Gauge({
  name: 'wheelhouse_counter_drift',
  help: 'Counters that differed from their rows at the last recount; anything but 0 is a bug',
  labelNames: ['module', 'list'],
  registers: [registry],
});

export const recountSeconds = new Gauge({
  name: 'wheelhouse_recount_timestamp_seconds',
  help: 'When the counters of a list were last compared with its rows',
  labelNames: ['module', 'list'],
  registers: [registry],
});

/** A figure of a module's own that goes up and down. */
export function gauge<Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) {
  return new Gauge({ name: `wheelhouse_${name}`, help, labelNames: [...labelNames], registers: [registry] });
}

/** A figure of a module's own that only grows. */
export function counter<Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) {
  return new Counter({ name: `wheelhouse_${name}`, help, labelNames: [...labelNames], registers: [registry] });
}
