import type { ComponentType } from 'react';
import { WithoutFactor } from './without-factor.tsx';
import { WithoutSso } from './without-sso.tsx';

export type RuleName = 'require_totp' | 'require_sso';

export interface Rule {
  readonly title: string;
  readonly about: string;
  readonly require: string;
  readonly release: string;
  /** What is so once it is no longer required. */
  readonly released: string;
  /** Whom requiring it will concern, and how. */
  readonly Affected: ComponentType;
}

export const rules: Readonly<Record<RuleName, Rule>> = {
  require_totp: {
    title: 'Second factor',
    about: 'Signing in with a password also requires a code from an authenticator app.',
    require: 'Require a second factor',
    release: 'Stop requiring it',
    released:
      'Users without a second factor can work with their password alone again. Those who have one are still asked for it.',
    Affected: WithoutFactor,
  },
  require_sso: {
    title: 'Single sign-on only',
    about: 'Password sign-in is disabled, except for owners with a second factor.',
    require: 'Require single sign-on',
    release: 'Allow passwords again',
    released: 'Users who have a password can sign in with it again. Single sign-on keeps working.',
    Affected: WithoutSso,
  },
};
