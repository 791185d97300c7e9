/** What the API says in the address when a single sign-on did not come about. */
const words = new Map(
  Object.entries({
    sso_expired: 'It took longer than ten minutes, or was started in another browser or tab. Start again here.',
    sso_denied: 'Your identity provider denied access. Ask its administrator to give you access to Wheelhouse.',
    sso_failed:
      'Your identity provider sent a response that Wheelhouse could not accept. Try again; if it keeps failing, an administrator can find the reason in the server log at the time of your attempt.',
    sso_not_allowed:
      'Your identity provider confirmed who you are, but this tenant does not accept you: your email domain is not verified, or your account is suspended. Ask an administrator of the tenant.',
    sso_no_role:
      'None of your groups has a role in this tenant, and there is no default role. Ask an administrator of the tenant to give your group one.',
  }),
);

/** Only known codes are worded: an address that somebody made up says nothing of its own here. */
export const ssoErrorWords = (code: string): string => words.get(code) ?? 'Single sign-on failed. Try again.';
