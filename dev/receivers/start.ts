import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Certificate } from './certificate.ts';
import { examples } from './examples.ts';
import { goReceiver } from './go-receiver.ts';

/** The receivers that docs/guides/webhooks tells of, each started as the guide says. */
export const receiverKinds = ['node with the SDK', 'node', 'python', 'go', 'shell'] as const;

export type ReceiverKind = (typeof receiverKinds)[number];

export interface Receiver {
  readonly kind: ReceiverKind;
  readonly url: string;
  /** The lines it has written so far: `new TYPE ID`, `again TYPE ID`, `refused STATUS WHY`. */
  readonly lines: () => readonly string[];
  /** What it has kept, by event id, byte for byte. */
  readonly kept: () => Promise<ReadonlyMap<string, string>>;
  readonly stop: () => Promise<void>;
}

export interface ReceiverOptions {
  readonly kind: ReceiverKind;
  readonly secret: string;
  readonly port: number;
  /** For its inbox, and whatever else is its own. */
  readonly folder: string;
  readonly tls?: Certificate;
}

const file = (name: string) => join(examples, name);
const commands: Readonly<Record<ReceiverKind, () => Promise<readonly string[]>>> = {
  'node with the SDK': async () => [process.execPath, file('receiver-sdk.ts')],
  node: async () => [process.execPath, file('receiver.mjs')],
  python: async () => ['python3', file('receiver.py')],
  go: async () => [await goReceiver()],
  shell: async () => [process.execPath, join(import.meta.dirname, 'cgi-host.ts'), file('receiver.sh')],
};

export async function startReceiver({ kind, secret, port, folder, tls }: ReceiverOptions): Promise<Receiver> {
  const inbox = join(folder, 'inbox');
  await mkdir(inbox, { recursive: true });
  const [program = '', ...words] = await commands[kind]();
  const files = tls === undefined ? {} : { TLS_CERT: tls.certificate, TLS_KEY: tls.key };
  const child = spawn(program, words, {
    env: { PATH: process.env['PATH'], WEBHOOK_SECRET: secret, PORT: String(port), INBOX: inbox, ...files },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ended = once(child, 'close');
  // Python may be called by a wrapper that is replaced by it, so a signal is enough for all of them.
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  for (const deadline = performance.now() + 30_000; !said.includes('listening on port'); await wait(25)) {
    if (child.exitCode !== null) throw new Error(`the receiver (${kind}) ended with ${child.exitCode}: ${said}`);
    if (performance.now() < deadline) continue;
    await stop();
    throw new Error(`the receiver (${kind}) does not come up: ${said}`);
  }
  return {
    kind,
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}/`,
    lines: () => said.split('\n').slice(0, -1),
    kept: () => keptIn(inbox),
    stop,
  };
}

async function keptIn(inbox: string): Promise<ReadonlyMap<string, string>> {
  const names = existsSync(inbox) ? await readdir(inbox) : [];
  const events = names.filter((name) => name.startsWith('evt_'));
  const texts = events.map(
    async (name) => [name.slice(0, -'.json'.length), await readFile(join(inbox, name), 'utf8')] as const,
  );
  return new Map(await Promise.all(texts));
}
