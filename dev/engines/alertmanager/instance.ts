import { randomBytes } from 'node:crypto';
import { chown, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { logFile, logTail, runningPid, startDaemon, stopDaemon } from '../runtime/daemon.ts';
import { inRoot } from '../runtime/debian-root.ts';
import { ownedFolder, place } from '../runtime/engine.ts';
import type { Home } from '../runtime/home.ts';

export const alertmanagerProgram = 'usr/bin/prometheus-alertmanager';

const user = 'prometheus';
const startLimit = 30_000;

/** One Alertmanager, with a configuration of its own. */
export interface Alertmanager {
  /** Where alerts are posted to: its own API. */
  readonly url: string;
  /** Ends it, and takes away all that it wrote. */
  readonly stop: () => Promise<void>;
}

export interface AlertmanagerOptions {
  /** Free, on loopback. */
  readonly port: number;
  /** The text of its alertmanager.yml. */
  readonly configuration: string;
  /** Files beside it, by their names: what the configuration says is read from a file. */
  readonly files?: Readonly<Record<string, string>>;
}

/** Alone: it looks for no others of its kind, and listens on nothing but its port. */
export async function startAlertmanager(
  home: Home,
  { port, configuration, files = {} }: AlertmanagerOptions,
): Promise<Alertmanager> {
  const name = `alertmanager-${randomBytes(4).toString('hex')}`;
  const folder = await ownedFolder(home, user, name);
  const where = await place(home, name, user);
  for (const [file, text] of Object.entries({ ...files, 'alertmanager.yml': configuration })) {
    await writeFile(join(folder, file), text, { mode: 0o600 });
    await chown(join(folder, file), where.ids.uid, where.ids.gid);
  }
  const command = inRoot(where, [
    `/${alertmanagerProgram}`,
    '--config.file=/engine/alertmanager.yml',
    '--storage.path=/engine/data',
    `--web.listen-address=127.0.0.1:${port}`,
    '--cluster.listen-address=',
  ]);
  const stop = async () => {
    await stopDaemon(home, { name });
    await rm(folder, { recursive: true, force: true });
    await rm(logFile(home, name), { force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  try {
    await startDaemon(home, { name, command, env: {} });
    await ready(home, name, url);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}

async function ready(home: Home, name: string, url: string): Promise<void> {
  const deadline = performance.now() + startLimit;
  for (;;) {
    const isReady = await fetch(`${url}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    if ((await runningPid(home, name)) === undefined || performance.now() > deadline)
      throw new Error(`Alertmanager did not become ready:\n${await logTail(home, name, 20)}`);
    await wait(50);
  }
}
