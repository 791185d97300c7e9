import { isIPv4 } from 'node:net';

/** The address of an installation as people give it: `https://wheelhouse.example.com`, with or without `/api`. */
export function installationUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (!['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '') return undefined;
  if (url.search !== '' || url.hash !== '') return undefined;
  return url.href.replace(/\/+$/, '').replace(/\/api$/, '');
}

/** Others on the way could read the token. */
export function isOpenToOthers(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  const isHere = hostname === 'localhost' || hostname === '[::1]' || (isIPv4(hostname) && hostname.startsWith('127.'));
  return protocol === 'http:' && !isHere;
}
