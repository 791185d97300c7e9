import { address, checked } from '../settings.ts';

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Over plain http a session cookie could be read and planted on the way; on loopback there is no way. */
export function checkExternalUrl(text: string): void {
  const { protocol, hostname, username, search, hash } = new URL(text);
  if (protocol !== 'https:' && !(protocol === 'http:' && loopback.test(hostname)))
    throw new Error(
      `is ${protocol}//${hostname}; it must be https, which sign-in requires (plain http is allowed on loopback only)`,
    );
  if (username !== '' || search !== '' || hash !== '')
    throw new Error('must be a plain URL without user, query or fragment');
}

export const externalUrl = checked(
  address({
    about: 'public URL of this installation: https, or http on loopback; links and the session cookie use it',
    default: 'http://127.0.0.1:8080',
  }),
  checkExternalUrl,
);
