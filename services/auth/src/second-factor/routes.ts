import { defineRoute, type ModuleContext, refuse, type Route } from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';
import { refuseUnlessFresh, refuseUnlessProvedLately } from '../sessions/service.ts';
import { attemptsOf } from '../sign-in/attempts.ts';
import { beginProof, proveFactor } from '../sign-in/prove.ts';
import { countGuess } from './guesses.ts';
import { confirmCode, recoveryCodes, shownCode, totpSecret } from './schema.ts';
import { beginTotp, confirmTotp, dropTotp, hasSecondFactor, replaceRecoveryCodes } from './service.ts';

export function secondFactorRoutes(context: ModuleContext<AuthSettings>): readonly Route[] {
  const { clock, settings } = context;
  const attempts = attemptsOf(context);
  const issuer = `Wheelhouse ${new URL(settings.EXTERNAL_URL).host}`;
  return [
    defineRoute({
      method: 'POST',
      url: '/api/v1/me/totp',
      access: 'session',
      reach: 'none',
      summary: 'Start setting up a second factor; its secret is shown only once',
      operation: 'beginTotp',
      audit: { action: 'totp.begin' },
      status: 201,
      response: totpSecret,
      errors: ['forbidden', 'invalid_state'],
      secretAnswer: true,
      handler: async ({ principal, change }) =>
        change(async (db) => {
          await refuseUnlessProvedLately(db, principal.credentialId, clock.now());
          return { objectId: principal.id, body: await beginTotp(db, context, principal.id, issuer) };
        }),
    }),
    defineRoute({
      method: 'POST',
      url: '/api/v1/me/totp/confirm',
      access: 'session',
      reach: 'none',
      summary: 'Confirm the second factor with its first code; its recovery codes are shown only once',
      audit: { action: 'totp.enable' },
      body: confirmCode,
      response: recoveryCodes,
      errors: ['forbidden', 'invalid_state'],
      secretAnswer: true,
      handler: async ({ body, principal, change }) =>
        change(async (db) => {
          await refuseUnlessProvedLately(db, principal.credentialId, clock.now());
          const codes = await confirmTotp(db, context, principal.id, principal.credentialId, body.code);
          return { objectId: principal.id, body: { recovery_codes: codes } };
        }),
    }),
    defineRoute({
      method: 'DELETE',
      url: '/api/v1/me/totp',
      access: 'session',
      reach: 'none',
      summary: 'Remove the second factor; requires a current code',
      audit: { action: 'totp.disable' },
      body: shownCode,
      status: 204,
      errors: ['forbidden', 'invalid_state', 'rate_limited'],
      handler: async ({ body: { code }, principal, tenantId, request, read, change }) => {
        await read(async (db) => {
          await refuseUnlessProvedLately(db, principal.credentialId, clock.now());
          if (!(await hasSecondFactor(db, principal.id))) refuse('invalid_state', { message: noneSetUp });
        });
        const prover = { tenantId, userId: principal.id, request };
        const { attempt } = await beginProof(context, attempts, prover);
        const guess = await countGuess(context, prover, isTotp(code) ? { totp: code } : { recovery_code: code });
        return change(async (db) => {
          await proveFactor(db, context, principal.id, guess);
          await attempt.succeeded(db);
          await dropTotp(db, context, principal.id);
          return { objectId: principal.id };
        });
      },
    }),
    defineRoute({
      method: 'POST',
      url: '/api/v1/me/recovery-codes',
      access: 'session',
      reach: 'none',
      summary: 'Create new recovery codes; the previous ones stop working',
      operation: 'replaceRecoveryCodes',
      audit: { action: 'recovery_codes.replace' },
      response: recoveryCodes,
      errors: ['forbidden', 'invalid_state'],
      secretAnswer: true,
      handler: async ({ principal, change }) =>
        change(async (db) => {
          await refuseUnlessFresh(db, principal.credentialId, clock.now());
          if (!(await hasSecondFactor(db, principal.id))) refuse('invalid_state', { message: noneSetUp });
          const codes = await replaceRecoveryCodes(db, context, principal.id);
          return { objectId: principal.id, body: { recovery_codes: codes } };
        }),
    }),
  ];
}

const noneSetUp = 'No second factor is set up. Start with POST /api/v1/me/totp.';

function isTotp(code: string): boolean {
  return /^[\d\s-]+$/.test(code);
}
