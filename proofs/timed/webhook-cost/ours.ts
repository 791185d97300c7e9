import { type ModuleContext, type Module, makeLog, openBroker, startConsumer, startProcess } from '@wheelhouse/kit';
import { webhooksModule } from '@wheelhouse/webhooks';
import { obey, sideGiven } from './side.ts';

/** The webhook worker as it is, but for its consumer, which is let go when it is told. */

const { brokerUrl } = sideGiven();
const log = makeLog({ level: process.env['LOG_LEVEL'] ?? 'error' });
let context: ModuleContext | undefined;
const worker: Module = {
  ...webhooksModule,
  consumers: (given) => {
    context = given;
    return [];
  },
};
await startProcess({ modules: [worker], role: 'worker', environment: process.env, version: 'proof', log });

let stop: () => Promise<void> = async () => undefined;

obey(async ({ order }) => {
  if (order === 'stop') return stop();
  if (context === undefined) throw new Error('the module was not started');
  const stopping = new AbortController();
  const broker = openBroker(brokerUrl, 'ours', log);
  const common = { module: 'webhooks', schema: 'webhooks', database: context.database, broker, log };
  const watching = (webhooksModule.consumers?.(context) ?? []).map((spec) =>
    startConsumer({
      ...common,
      spec,
      // Nothing was lost, and nobody is there to ask.
      replay: async () => ({ events: [], oldest: null }),
      signal: stopping.signal,
    }),
  );
  stop = async () => {
    stopping.abort();
    await Promise.all(watching);
    await broker.close();
  };
});
