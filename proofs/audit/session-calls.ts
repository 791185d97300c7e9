import { armed, begunTotp, codeNow, newPassword, signedIn } from './people.ts';
import type { Calls } from './ready-call.ts';

export const sessionCalls: Calls = {
  'POST /api/v1/session': async (world) => {
    const { tenant, email, password } = await signedIn(world);
    return { path: '/api/v1/session', body: { tenant: tenant.slug, email, password } };
  },
  'DELETE /api/v1/session': async (world) => ({ who: (await signedIn(world)).who, path: '/api/v1/session' }),
  'POST /api/v1/session/reauthenticate': async (world) => {
    const { who, password } = await signedIn(world);
    return { who, path: '/api/v1/session/reauthenticate', body: { password } };
  },
  'DELETE /api/v1/sessions/:id': async (world) => {
    const { who, sessionId } = await signedIn(world);
    return { who, path: `/api/v1/sessions/${sessionId}` };
  },
  'PATCH /api/v1/me/password': async (world) => {
    const { who, password } = await signedIn(world);
    return { who, path: '/api/v1/me/password', body: { current_password: password, new_password: newPassword() } };
  },
  'POST /api/v1/me/totp': async (world) => ({ who: (await signedIn(world)).who, path: '/api/v1/me/totp' }),
  'POST /api/v1/me/totp/confirm': async (world) => {
    const { who, secret } = await begunTotp(world);
    return { who, path: '/api/v1/me/totp/confirm', body: { code: codeNow(secret) } };
  },
  'DELETE /api/v1/me/totp': async (world) => {
    const { who, recoveryCodes } = await armed(world);
    return { who, path: '/api/v1/me/totp', body: { code: recoveryCodes[0] } };
  },
  'POST /api/v1/me/recovery-codes': async (world) => ({
    who: (await armed(world)).who,
    path: '/api/v1/me/recovery-codes',
  }),
};
