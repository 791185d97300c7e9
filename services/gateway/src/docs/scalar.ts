import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/**
 * The API browser's program. What it comes packed in takes a second to load and a hundred megabytes: in a thread of
 * its own no request waits for that, and the memory is given back.
 */
export async function scalarProgram(): Promise<Buffer> {
  const worker = new Worker(new URL('./scalar-worker.ts', import.meta.url));
  const [program]: readonly unknown[] = await once(worker, 'message');
  if (!(program instanceof Uint8Array)) throw new Error('the script of the API browser is not binary data');
  return Buffer.from(program.buffer, program.byteOffset, program.byteLength);
}
