import { type ErrorCode, errorCatalogue } from '@wheelhouse/contracts';
import { type ApiError, ConnectionError, isApiError } from '@wheelhouse/sdk';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { Refusal } from '../failure.ts';
import { plain } from './plain.ts';

/** Of what was not foreseen: what happened, the next step, and the id to quote; and how the program ends for it. */
export interface Told {
  readonly exitCode: ExitCode;
  readonly lines: readonly string[];
}

export function told(error: unknown): Told {
  if (isApiError(error)) return { exitCode: exitOf(error), lines: linesOf(error) };
  if (error instanceof Refusal) return { exitCode: exitCodes.refused, lines: linesOf(error.by, error.next) };
  if (error instanceof ConnectionError)
    return {
      exitCode: exitCodes.error,
      lines: [
        plain(error.message).replace(
          / Check that baseUrl.*$/s,
          error.asked.method === 'GET' ? '' : ' It may have been done.',
        ),
        ...nextOf('check that the server runs, and the address: WHEELHOUSE_URL, or wheelhouse login --url URL'),
      ],
    };
  return { exitCode: exitCodes.error, lines: [plain(error instanceof Error ? error.message : String(error))] };
}

function linesOf({ message, code, requestId, details }: ApiError, next = nextStep(code)): readonly string[] {
  return [
    plain(message),
    ...details.filter(({ field }) => field !== '').map((one) => `  ${plain(`${one.field}: ${one.message}`)}`),
    ...nextOf(next),
    ...(requestId === undefined ? [] : [`  request id: ${plain(requestId)}`]),
  ];
}

/** The API's own, unless this program has a shorter way. */
const ownSteps: Partial<Record<ErrorCode, string>> = {
  unauthenticated: 'sign in with wheelhouse login',
  token_expired: 'sign in with wheelhouse login',
  token_revoked: 'sign in with wheelhouse login',
  invalid_grant: 'start again with wheelhouse login',
  plan_changed: 'if that is what you want, approve it again',
  self_approval_forbidden: 'have someone else approve it; in an emergency, with the admin scope, use --override-reason',
  action_not_pending: 'wheelhouse actions show, with its id, says who decided it and how it went',
  insufficient_scope: 'wheelhouse whoami says what your token may do; sign in again for another',
};

function nextStep(code: ApiError['code']): string | undefined {
  if (code === 'foreign_answer' || !Object.hasOwn(errorCatalogue, code)) return undefined;
  return ownSteps[code] ?? errorCatalogue[code].next;
}

function nextOf(step: string | undefined): readonly string[] {
  return step === undefined ? [] : [`  next: ${plain(step)}`];
}

const refused: ReadonlySet<number> = new Set([403, 409, 410, 412, 428]);

function exitOf({ status, code }: ApiError): ExitCode {
  if (status === 401 || code === 'invalid_grant') return exitCodes.auth;
  return refused.has(status) ? exitCodes.refused : exitCodes.error;
}
