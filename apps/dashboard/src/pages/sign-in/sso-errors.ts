/** What the API says in the address when a single sign-on did not come about. */
const words = new Map(
  Object.entries({
    sso_expired: 'It took longer than ten minutes, or was begun in another browser or tab. Begin it again here.',
    sso_denied: 'Your identity provider did not let you in. Ask its administrator to give you access to Wheelhouse.',
    sso_failed:
      'Your identity provider and Wheelhouse did not understand each other. Try again; if it stays so, an administrator finds the reason in the log of the server, under the time of your try.',
    sso_not_allowed:
      'Your identity provider knows you, but this tenant does not take you in: your mail domain is not verified for it, or your account is suspended. Ask an administrator of the tenant.',
    sso_no_role:
      'None of your groups has a role here, and there is no default role. Ask an administrator of the tenant to give your group one.',
  }),
);

/** Only known codes are worded: an address that somebody made up says nothing of its own here. */
export const ssoErrorWords = (code: string): string =>
  words.get(code) ?? 'The single sign-on did not succeed. Try again.';
