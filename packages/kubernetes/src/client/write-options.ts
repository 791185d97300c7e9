export interface WriteOptions {
  /** In whose name the fields are written; the User-Agent's first word unless told. */
  readonly fieldManager?: string;
  /** Asks what would come of it, and changes nothing. `observeWrite` is not told. */
  readonly dryRun?: boolean;
  readonly signal?: AbortSignal;
}

export interface ApplyOptions extends WriteOptions {
  readonly fieldManager: string;
  /** Also takes fields that others own; true unless told. Otherwise these are refused with 409 and named as causes. */
  readonly force?: boolean;
}

export interface JsonPatchOperation {
  readonly op: 'add' | 'remove' | 'replace' | 'test';
  readonly path: string;
  readonly value?: unknown;
}

/** The UID is asked for: another object may have taken the name since somebody looked. */
export interface RemoveOptions {
  readonly uid: string;
  /** Not if it has changed since then either. */
  readonly resourceVersion?: string;
  readonly gracePeriodSeconds?: number;
  /** What becomes of the objects it owns; what its kind says unless told. Foreground: it goes after them. */
  readonly propagationPolicy?: 'Foreground' | 'Background' | 'Orphan';
  readonly signal?: AbortSignal;
}

export function writeQuery({ fieldManager, dryRun }: WriteOptions) {
  return { fieldManager, dryRun: dryRun === true ? 'All' : undefined };
}

export function deleteOptions({ uid, resourceVersion, gracePeriodSeconds, propagationPolicy }: RemoveOptions): object {
  return {
    apiVersion: 'v1',
    kind: 'DeleteOptions',
    gracePeriodSeconds,
    propagationPolicy,
    preconditions: { uid, resourceVersion },
  };
}
