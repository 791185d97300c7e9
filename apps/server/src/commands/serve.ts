import { makeLog, type Part, readAllSettings, startProcess } from '@wheelhouse/kit';
import type { Role } from '../arguments.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { stopSignal } from '../stop-signal.ts';
import { UsageError } from '../usage.ts';

interface ServeOptions {
  readonly modules: readonly Part[];
  readonly peers: readonly Part[];
  readonly role: Role;
  readonly environment: NodeJS.ProcessEnv;
  readonly version: string;
}

export async function serve({ modules, peers, role, environment, version }: ServeOptions): Promise<ExitCode> {
  if (modules.length === 0) throw new UsageError(['there is nothing to serve: the table of modules is empty']);
  const settings = readAllSettings(modules, environment);
  const log = makeLog({ level: settings.LOG_LEVEL });
  const stopAsked = stopSignal((signal) => {
    log.warn({ signal }, 'second stop signal: exiting immediately');
    process.exit(exitCodes.failed);
  });
  try {
    const running = await startProcess({
      modules,
      peers,
      role,
      version,
      log,
      environment,
    });
    log.info({ modules: modules.map(({ name }) => name), role, version }, 'started');
    log.info({ signal: await stopAsked }, 'stopping');
    await running.stop();
    log.info('stopped');
    return exitCodes.ok;
  } catch (error) {
    log.fatal({ err: error }, error instanceof Error ? error.message : String(error));
    return exitCodes.failed;
  }
}
