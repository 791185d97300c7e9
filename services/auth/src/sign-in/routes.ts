import { defineRoute, type ModuleContext, type Route } from '@wheelhouse/kit';
import type { AuthSettings } from '../config.ts';
import { mailer } from '../mail/mail.ts';
import { signedIn } from '../sessions/schema.ts';
import { attemptsOf } from './attempts.ts';
import { changeOwnPassword } from './change-password.ts';
import { signInOptionsOf } from './options.ts';
import { changePassword, optionsQuery, signIn as signInBody, signInOptions } from './schema.ts';
import { signIn } from './service.ts';

export function signInRoutes(context: ModuleContext<AuthSettings>): readonly Route[] {
  const attempts = attemptsOf(context);
  const sendMail = mailer(context.settings, context.log);
  return [
    defineRoute({
      method: 'POST',
      url: '/api/v1/session',
      access: 'public',
      reach: 'none',
      summary: 'Sign in with a password; the session is a cookie',
      operation: 'signIn',
      audit: { action: 'session.create' },
      body: signInBody,
      status: 201,
      response: signedIn,
      errors: ['unauthenticated', 'forbidden', 'rate_limited'],
      handler: (input) => signIn(context, attempts, input),
    }),
    defineRoute({
      method: 'GET',
      url: '/api/v1/sign-in-options',
      access: 'public',
      reach: 'none',
      summary: 'Read how users of a tenant sign in',
      query: optionsQuery,
      response: signInOptions,
      handler: ({ query }) => signInOptionsOf(context.database, query.tenant),
    }),
    defineRoute({
      method: 'PATCH',
      url: '/api/v1/me/password',
      access: 'session',
      reach: 'none',
      summary: 'Change your password; your other sessions end',
      operation: 'changePassword',
      audit: { action: 'user.change_password' },
      body: changePassword,
      status: 204,
      errors: ['forbidden', 'invalid_state', 'conflict', 'rate_limited'],
      handler: (input) => changeOwnPassword(context, attempts, sendMail, input),
    }),
  ];
}
