/** What the login page is told; it words them. No more than whoever tries it knows already. */
export type SsoErrorCode = 'sso_expired' | 'sso_denied' | 'sso_failed' | 'sso_not_allowed' | 'sso_no_role';

/** A sign-in that does not come about. The reason is for the log alone. */
export class SignInRefused extends Error {
  readonly code: SsoErrorCode;
  constructor(code: SsoErrorCode, reason: string) {
    super(reason);
    this.code = code;
  }
}
