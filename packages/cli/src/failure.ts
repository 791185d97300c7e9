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
