import { actionAgentErrors } from './action-agent.ts';
import { authErrors } from './auth.ts';
import { gatewayErrors } from './gateway.ts';
import { kitErrors } from './kit.ts';

/** Every error code there is, and the one status it is answered with. */
export const errorCatalogue = { ...kitErrors, ...gatewayErrors, ...authErrors, ...actionAgentErrors } as const;

export type ErrorCode = keyof typeof errorCatalogue;

export function isErrorCode(word: string): word is ErrorCode {
  return Object.hasOwn(errorCatalogue, word);
}

export const errorCodes: readonly ErrorCode[] = Object.keys(errorCatalogue).filter(isErrorCode);
