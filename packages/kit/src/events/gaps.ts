import { pause } from '../leases.ts';
import { type ConsumerOptions, defaultPrefetch, queueOf, type Take } from './consumer-spec.ts';
import { compact, skipTo } from './inbox.ts';

/** All that start at once need a moment to find each other. */
const failuresTold = 5;

/** Moves the watermark over what is contiguous, and asks for a replay when it has stood still behind a head. */
export async function watch(options: ConsumerOptions, heads: ReadonlyMap<string, number>, take: Take): Promise<void> {
  const { spec, log, signal, broker, patienceMs = 15_000, compactEveryMs = 1_000 } = options;
  const stood = new Map<string, { through: number; since: number }>();
  const caughtUp = new Map<string, number>();
  const failures = new Map<string, number>();
  while (!signal.aborted) {
    await pause(compactEveryMs, signal);
    for (const type of spec.types) {
      try {
        const through = await options.database.system((db) => compact(db, options, type));
        // What was published before this connection listened went nowhere: ask at once.
        const connection = broker.listening(queueOf(options));
        if (connection !== undefined && caughtUp.get(type) !== connection) {
          await catchUp(options, type, through, take);
          caughtUp.set(type, connection);
          failures.delete(type);
          continue;
        }
        const before = stood.get(type);
        const now = performance.now();
        if (before === undefined || before.through !== through) stood.set(type, { through, since: now });
        else if (through < (heads.get(type) ?? 0) && now - before.since > patienceMs) {
          await catchUp(options, type, through, take);
          stood.delete(type);
        }
        failures.delete(type);
      } catch (error) {
        const count = (failures.get(type) ?? 0) + 1;
        failures.set(type, count);
        if (count === failuresTold)
          log.warn({ err: error, consumer: spec.name, type }, 'a consumer cannot check for gaps right now');
      }
    }
  }
}

async function catchUp(options: ConsumerOptions, type: string, through: number, take: Take): Promise<void> {
  const { spec, log, database } = options;
  let again = 0;
  for (let after = through; ; ) {
    const { events, oldest } = await options.replay(spec.source, type, after);
    if (oldest !== null && oldest > after + 1 && after === through)
      await database.system((db) => skipTo(db, options, type, oldest));
    const queue = events.values();
    const lane = async () => {
      for (const event of queue) {
        // Stopped: whoever comes next asks again for what is missing.
        if ((await take(event)) === 'requeue') return;
        again += 1;
      }
    };
    await Promise.all(Array.from({ length: spec.prefetch ?? defaultPrefetch }, lane));
    const last = events.at(-1);
    if (last === undefined || options.signal.aborted) break;
    after = last.seq;
  }
  if (again > 0) log.info({ consumer: spec.name, type, through, again }, 'missed events were fetched again');
}
