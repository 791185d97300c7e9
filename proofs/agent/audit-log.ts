import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { engineSetting } from '@wheelhouse/testkit';

/** A call as the API server wrote it down when it had ended; what was sent and answered only of our accounts. */
export interface AuditedCall {
  readonly verb: string;
  readonly requestURI: string;
  readonly user: { readonly username: string };
  readonly userAgent?: string;
  readonly objectRef?: {
    readonly resource?: string;
    readonly subresource?: string;
    readonly namespace?: string;
    readonly name?: string;
  };
  readonly responseStatus?: { readonly code?: number };
  readonly requestObject?: {
    readonly metadata?: Fences;
    readonly preconditions?: Fences;
    /** Of an eviction. */
    readonly deleteOptions?: { readonly preconditions?: Fences };
  };
  readonly responseObject?: { readonly metadata?: Fences; readonly details?: { readonly uid?: string } };
  readonly requestReceivedTimestamp: string;
  /** When it had been answered. */
  readonly stageTimestamp: string;
}

/** The object must still be this one, as it was read. */
export interface Fences {
  readonly uid?: string;
  readonly resourceVersion?: string;
}

const changing: ReadonlySet<string> = new Set(['create', 'update', 'patch', 'delete', 'deletecollection']);

/** It would change something, if it was accepted. */
export function isChange({ verb, requestURI }: AuditedCall): boolean {
  return changing.has(verb) && !/selfsubjectaccessreviews|[?&]dryRun=/.test(requestURI);
}

const ofAction = /\(action ([0-9a-f-]{36}); lease (\d+)\)/;

/** For which action it was sent, and under which lease. */
export function actionOf({ userAgent = '' }: AuditedCall): { readonly id: string; readonly token: number } | undefined {
  const [, id, token] = ofAction.exec(userAgent) ?? [];
  return id === undefined ? undefined : { id, token: Number(token) };
}

export class AuditLog {
  readonly #path: string;
  readonly #file: number;
  readonly #start: number;
  #offset: number;

  private constructor(path: string, file: number, start: number) {
    this.#path = path;
    this.#file = file;
    this.#start = start;
    this.#offset = start;
  }

  /** From now on. */
  static async open(): Promise<AuditLog> {
    const path = engineSetting('KUBE_AUDIT_LOG');
    const { ino, size } = await stat(path);
    return new AuditLog(path, ino, size);
  }

  /** What was written since it was opened of some account, client or namespace; other lines are not even parsed. */
  async all(mark: string): Promise<readonly AuditedCall[]> {
    return (await this.#read(this.#start, mark)).calls;
  }

  /** What was written since this was last asked. */
  async next(mark: string): Promise<readonly AuditedCall[]> {
    const { calls, end } = await this.#read(this.#offset, mark);
    this.#offset = end;
    return calls;
  }

  async #read(start: number, mark: string): Promise<{ readonly calls: readonly AuditedCall[]; readonly end: number }> {
    if ((await stat(this.#path)).ino !== this.#file) throw new Error('the audit log was begun anew meanwhile');
    const calls: AuditedCall[] = [];
    let end = start;
    let rest = Buffer.alloc(0);
    for await (const chunk of createReadStream(this.#path, { start })) {
      const bytes = Buffer.concat([rest, chunk as Buffer]);
      // What follows the last end of a line is not written yet.
      const whole = bytes.lastIndexOf(0x0a) + 1;
      end += whole;
      rest = bytes.subarray(whole);
      for (const line of bytes.subarray(0, whole).toString('utf8').split('\n'))
        if (line.includes(mark)) calls.push(JSON.parse(line) as AuditedCall);
    }
    return { calls, end };
  }
}
