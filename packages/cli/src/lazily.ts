import type { Command } from 'commander';
import type { Run } from './invocation.ts';
import { outputOf } from './output/output.ts';

/** A command is loaded when it is called, so that no other waits for what it needs. */
export function lazily(load: () => Promise<{ readonly run: Run }>) {
  return async function call(this: Command): Promise<void> {
    const { run } = await load();
    const options: Readonly<Record<string, unknown>> = this.optsWithGlobals();
    const { args } = this;
    await run({ args, options, out: outputOf(options['json'] === true) });
  };
}
