import { armed, begunTotp, codeNow, newPassword, signedIn } from '../../../../proofs/installation/people.ts';
import type { Calls } from '../../../../proofs/installation/ready-call.ts';

export const sessionCalls: Calls = {
  'POST /api/v1/session': async (installation) => {
    const { tenant, email, password } = await signedIn(installation);
    return { path: '/api/v1/session', body: { tenant: tenant.slug, email, password } };
  },
  'DELETE /api/v1/session': async (installation) => ({
    who: (await signedIn(installation)).who,
    path: '/api/v1/session',
  }),
  'POST /api/v1/session/reauthenticate': async (installation) => {
    const { who, password } = await signedIn(installation);
    return { who, path: '/api/v1/session/reauthenticate', body: { password } };
  },
  'DELETE /api/v1/sessions/:id': async (installation) => {
    const { who, sessionId } = await signedIn(installation);
    return { who, path: `/api/v1/sessions/${sessionId}` };
  },
  'PATCH /api/v1/me/password': async (installation) => {
    const { who, password } = await signedIn(installation);
    return { who, path: '/api/v1/me/password', body: { current_password: password, new_password: newPassword() } };
  },
  // Nobody could be mailed there, so that nothing can be switched on.
  'PATCH /api/v1/me/mail': async (installation) => ({
    who: (await signedIn(installation)).who,
    path: '/api/v1/me/mail',
    body: { incidents: false },
  }),
  'POST /api/v1/me/totp': async (installation) => ({
    who: (await signedIn(installation)).who,
    path: '/api/v1/me/totp',
  }),
  'POST /api/v1/me/totp/confirm': async (installation) => {
    const { who, secret } = await begunTotp(installation);
    // Of the moment when it is sent.
    const body = {
      get code() {
        return codeNow(secret);
      },
    };
    return { who, path: '/api/v1/me/totp/confirm', body };
  },
  'DELETE /api/v1/me/totp': async (installation) => {
    const { who, recoveryCodes } = await armed(installation);
    return { who, path: '/api/v1/me/totp', body: { code: recoveryCodes[0] } };
  },
  'POST /api/v1/me/recovery-codes': async (installation) => ({
    who: (await armed(installation)).who,
    path: '/api/v1/me/recovery-codes',
  }),
};
