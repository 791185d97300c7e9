import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { credentialsPath } from './file.ts';

type Fetch = typeof globalThis.fetch;

/** Says once, for each pair of versions, that this program and the installation are of different ones. */
export function noticingVersion(fetch: Fetch, url: string, own: string = manifest.version): Fetch {
  let isLooked = false;
  return async (input, init) => {
    const response = await fetch(input, init);
    const theirs = response.headers.get('x-wheelhouse-version');
    if (isLooked || theirs === null) return response;
    isLooked = true;
    if (theirs !== own && (await isNews(`${url} ${own} ${theirs}`)))
      process.stderr.write(
        `wheelhouse: this is version ${own}, and ${url} runs ${theirs}\n  next: npm install -g ${url}/cli\n`,
      );
    return response;
  };
}

/** Where it cannot be written down that it was said, it is said again. */
async function isNews(pair: string): Promise<boolean> {
  const path = join(dirname(credentialsPath()), 'told-version');
  const said = await readFile(path, 'utf8').catch(() => '');
  if (said.trim() === pair) return false;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    .then(() => writeFile(path, `${pair}\n`, { mode: 0o600 }))
    .catch(() => undefined);
  return true;
}
