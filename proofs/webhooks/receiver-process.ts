import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Authority, makeAuthority } from '../../services/webhooks/test/authority.ts';
import type { Fault, FaultOrder, ReceiverOrder, ReceiverWord } from './receiver-words.ts';

/** A line of the receiver's own log. */
export interface Received {
  /** When its head was there, in milliseconds since 1970. */
  readonly at: number;
  readonly name: string;
  readonly path: string;
  readonly eventId: string;
  readonly attempt: number;
  /** SHA-256 of the body's bytes. */
  readonly body: string;
  readonly answer: 'answered' | Fault;
}

/** The certificate is for 127.0.0.1 and for every name below this one. */
export const namesBelow = 'hooks.test';

/** Subscribers' servers in a process of their own. */
export class Receiver {
  readonly port: number;
  /** What sent to it must trust. */
  readonly caFile: string;
  readonly #child: ChildProcess;
  readonly #authority: Authority;
  readonly #folder: string;
  readonly #log: FileHandle;
  readonly #received: Received[] = [];
  #rest = '';

  private constructor(port: number, child: ChildProcess, authority: Authority, folder: string, log: FileHandle) {
    this.port = port;
    this.caFile = authority.caFile;
    this.#child = child;
    this.#authority = authority;
    this.#folder = folder;
    this.#log = log;
  }

  static async start(given: Pick<ReceiverOrder, 'answerAfterMs' | 'nameServer'>): Promise<Receiver> {
    const authority = await makeAuthority();
    const { certificate, key } = await authority.certificate(`DNS:*.${namesBelow},IP:127.0.0.1`);
    const folder = await mkdtemp(join(tmpdir(), 'wheelhouse-receiver-'));
    const logFile = join(folder, 'received.log');
    const order: ReceiverOrder = { ...given, certificate, key, logFile };
    const child = fork(join(import.meta.dirname, 'receiver.ts'), [JSON.stringify(order)]);
    const [word] = (await once(child, 'message')) as [ReceiverWord];
    if (!('port' in word)) throw new Error('the receiver does not say where it is');
    return new Receiver(word.port, child, authority, folder, await open(logFile, 'r'));
  }

  /** All of its log so far. */
  async log(): Promise<readonly Received[]> {
    const chunk = Buffer.alloc(1 << 20);
    for (;;) {
      const { bytesRead } = await this.#log.read(chunk, 0, chunk.length);
      if (bytesRead === 0) return this.#received;
      const lines = `${this.#rest}${chunk.toString('latin1', 0, bytesRead)}`.split('\n');
      this.#rest = lines.pop() ?? '';
      this.#received.push(...lines.map(receivedFrom));
    }
  }

  /** Resolves once those named are bad and all others well; tells how often each fault was met until then. */
  async turn(faulty: FaultOrder['faulty']): Promise<Readonly<Record<Fault, number>>> {
    const told = once(this.#child, 'message') as Promise<[ReceiverWord]>;
    this.#child.send({ faulty } satisfies FaultOrder);
    const [word] = await told;
    if (!('met' in word)) throw new Error('the receiver does not say what was met');
    return word.met;
  }

  async stop(): Promise<void> {
    const exited = once(this.#child, 'exit');
    if (this.#child.exitCode === null && this.#child.kill('SIGKILL')) await exited;
    await this.#log.close();
    await rm(this.#folder, { recursive: true, force: true });
    await this.#authority.remove();
  }
}

function receivedFrom(line: string): Received {
  const [at, name = '', path = '', eventId = '', attempt, body = '', answer = 'answered'] = line.split('\t');
  return { at: Number(at), name, path, eventId, attempt: Number(attempt), body, answer: answer as Received['answer'] };
}
