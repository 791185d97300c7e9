import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';

/** A process, not an import: this program carries nothing of the server in it. */
const serverMain = join(import.meta.dirname, '../../../apps/server/src/main.ts');

const passedOn = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs the server's program in this one's place and answers its exit code. */
export async function runServer(args: readonly string[]): Promise<number> {
  if (!existsSync(serverMain)) {
    throw new Error(`the server is not installed here (${serverMain}). Next step: run this in the wheelhouse image`);
  }
  const child = spawn(process.execPath, [serverMain, ...args], { stdio: 'inherit' });
  for (const signal of passedOn) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    // As a shell says it: 128 and the number of the signal.
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
  });
}
