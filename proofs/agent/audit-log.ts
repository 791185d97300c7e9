import { open } from 'node:fs/promises';
import { engineSetting } from '@wheelhouse/testkit';

/** A call as the API server wrote it down when it had ended. */
export interface AuditedCall {
  readonly verb: string;
  readonly requestURI: string;
  readonly user: { readonly username: string };
  readonly userAgent?: string;
  readonly objectRef?: { readonly resource?: string; readonly namespace?: string; readonly name?: string };
  readonly responseStatus?: { readonly code?: number };
  readonly requestReceivedTimestamp: string;
}

const changing: ReadonlySet<string> = new Set(['create', 'update', 'patch', 'delete', 'deletecollection']);

export function isChange({ verb, requestURI }: AuditedCall): boolean {
  return changing.has(verb) && !requestURI.includes('selfsubjectaccessreviews');
}

/** What was written since it was last asked. */
export class AuditLog {
  readonly #path: string;
  #offset: number;

  private constructor(path: string, offset: number) {
    this.#path = path;
    this.#offset = offset;
  }

  /** From now on. */
  static async open(): Promise<AuditLog> {
    const path = engineSetting('KUBE_AUDIT_LOG');
    const file = await open(path);
    const { size } = await file.stat();
    await file.close();
    return new AuditLog(path, size);
  }

  /** Those of some account or client; others' lines are not even parsed. */
  async next(mark: string): Promise<readonly AuditedCall[]> {
    const file = await open(this.#path);
    try {
      const { size } = await file.stat();
      // A log that was begun anew is read from its beginning.
      const from = size < this.#offset ? 0 : this.#offset;
      const bytes = Buffer.alloc(size - from);
      await file.read(bytes, 0, bytes.length, from);
      const end = bytes.lastIndexOf(0x0a) + 1;
      this.#offset = from + end;
      return bytes
        .subarray(0, end)
        .toString('utf8')
        .split('\n')
        .filter((line) => line.includes(mark))
        .map((line) => JSON.parse(line) as AuditedCall);
    } finally {
      await file.close();
    }
  }
}
