import { makeLog, type Part, readAllSettings, type Role, startProcess } from '@wheelhouse/kit';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { stopSignal } from '../stop-signal.ts';
import { UsageError } from '../usage.ts';

interface ServeOptions {
  readonly modules: readonly Part[];
  readonly peers: readonly Part[];
  readonly role: Role;
  readonly roles: Readonly<Record<string, Role>>;
  readonly environment: NodeJS.ProcessEnv;
  readonly version: string;
}

export async function serve({ modules, peers, role, roles, environment, version }: ServeOptions): Promise<ExitCode> {
  if (modules.length === 0) throw new UsageError(['there is nothing to serve: the table of modules is empty']);
  const settings = readAllSettings(modules, environment);
  const log = makeLog({ level: settings.LOG_LEVEL });
  const stopAsked = stopSignal((signal) => {
    log.warn({ signal }, 'second stop signal: exiting immediately');
    process.exit(exitCodes.failed);
  });
  const waiting = new AbortController();
  void stopAsked.then(() => waiting.abort());
  try {
    const running = await startProcess({
      modules,
      peers,
      role,
      roles,
      version,
      log,
      environment,
      signal: waiting.signal,
    });
    const { adminAddress } = running;
    log.info({ modules: modules.map(({ name }) => name), role, roles, version, admin: adminAddress }, 'started');
    log.info({ signal: await stopAsked }, 'stopping');
    await running.stop();
    log.info('stopped');
    return exitCodes.ok;
  } catch (error) {
    if (waiting.signal.aborted) return exitCodes.ok;
    log.fatal({ err: error }, error instanceof Error ? error.message : String(error));
    return exitCodes.failed;
  }
}
