import { type Client, createClient } from '@wheelhouse/sdk';

/** Where the installation lives: index.html says it, whatever path it is under. */
export const base = new URL(document.baseURI).pathname.replace(/\/$/, '');
/** As people type it. */
export const installationUrl = document.baseURI.replace(/\/$/, '');
/** The command line of this installation's own version. */
export const installCli = `npm install -g ${installationUrl}/cli`;

/** The public API, with the session's cookie. What this page does, any program with the same rights can do. */
export const client: Client = createClient({
  baseUrl: `${base}/api`,
  headers: { 'X-Wheelhouse-CSRF': '1' },
  retries: 1,
});
