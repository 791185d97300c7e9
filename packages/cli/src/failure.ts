import type { ApiError } from '@wheelhouse/sdk';
import { type ExitCode, exitCodes } from './exit-codes.ts';

/** What a command ends with when it knows better words than the API: what happened, and the next step. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly exitCode: ExitCode;
  readonly next: string | undefined;

  constructor(exit: keyof typeof exitCodes, message: string, next?: string) {
    super(message);
    this.exitCode = exitCodes[exit];
    this.next = next;
  }
}

/** What the API would not do, told in its words, and ended with `refused` whatever its status; with a nearer next step, if one is known. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly by: ApiError;
  readonly next: string | undefined;

  constructor(by: ApiError, next?: string) {
    super(by.message);
    this.by = by;
    this.next = next;
  }
}
