import { type ModuleContext, refuse, type Reply, type RouteInput } from '@wheelhouse/kit';
import type { Static } from 'typebox';
import type { AuthSettings } from '../config.ts';
import { endLinks } from '../links/make.ts';
import type { SendMail } from '../mail/mail.ts';
import { revoke } from '../revocations/store.ts';
import { stopSessionsOf } from '../sessions/service.ts';
import type { Attempts } from './attempts.ts';
import { hashPassword, refuseWeakPassword } from './passwords.ts';
import { provePassword } from './prove.ts';
import type { changePassword as changePasswordBody } from './schema.ts';
import { selectLogin, updatePassword } from './store.ts';

type Input = RouteInput<unknown, unknown, Static<typeof changePasswordBody>>;

/** Whoever else is signed in as this user is not any more; the session of the call lives on. */
export async function changeOwnPassword(
  context: ModuleContext<AuthSettings>,
  attempts: Attempts,
  sendMail: SendMail,
  { body, principal, tenantId, request, change }: Input,
): Promise<Reply> {
  const { clock, settings } = context;
  const prover = { tenantId, userId: principal.id, request };
  const { login, attempt } = await provePassword(context, attempts, prover, body.current_password, 'current_password');
  await refuseWeakPassword(body.new_password, login, 'new_password').catch(async (weak: unknown) => {
    // The password shown was right all the same.
    await attempt.takeBack();
    throw weak;
  });
  const hash = await hashPassword(body.new_password);
  const reply = await change(async (db) => {
    const now = await selectLogin(db, login.id, 'FOR UPDATE OF u');
    if (now?.password_hash !== login.password_hash) refuse('conflict');
    await updatePassword(db, login.id, hash, clock.now());
    await attempt.succeeded(db);
    await endLinks(db, login.id, clock.now());
    const ended = await stopSessionsOf(db, clock, login.id, principal.credentialId);
    await revoke(db, clock, { subjectId: login.id });
    return { objectId: login.id, audit: { details: { sessions_ended: ended } } };
  });
  await sendMail({
    to: login.email,
    subject: 'Your Wheelhouse password was changed',
    text: `The password of ${login.email} at ${settings.EXTERNAL_URL} was changed, and all other sessions were ended.\nIf this was not you, ask an administrator immediately to suspend your account.\n`,
  });
  return reply;
}
