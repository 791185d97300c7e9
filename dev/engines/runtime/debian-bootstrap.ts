import { join } from 'node:path';
import { versions } from '../versions.ts';
import { run } from './shell.ts';

interface Contents {
  readonly packages: readonly string[];
  /** What some of them must be, to the last number given. */
  readonly expected: Readonly<Record<string, string>>;
}

/** Makes a Debian root with these packages in `into`; `log` takes the output, `step` tells how far it is. */
export async function bootstrapDebian(
  { packages, expected }: Contents,
  into: string,
  log: (text: string) => void,
  step: (text: string) => void,
): Promise<void> {
  let unpacked = 0;
  await run(
    'debootstrap',
    ['--variant=minbase', `--include=${packages.join(',')}`, versions.debianSuite, into, await debianMirror()],
    {
      onOutput: (chunk) => {
        log(chunk);
        const last = chunk.trim().split('\n').at(-1) ?? '';
        unpacked += chunk.split('I: Configuring').length - 1;
        step(unpacked > 0 ? `${unpacked} packages configured` : last.replace(/^I: /, '').slice(0, 60));
      },
    },
  );
  for (const [name, wanted] of Object.entries(expected)) {
    const got = await run('dpkg-query', ['--admindir', join(into, 'var/lib/dpkg'), '-W', '-f', '${Version}', name]);
    if (!got.replace(/^\d+:/, '').startsWith(`${wanted}.`))
      throw new Error(`${name} is ${got}, ${wanted} was expected: see versions.ts`);
  }
}

async function debianMirror(): Promise<string> {
  const uris = (await run('apt-get', ['indextargets', '--format', '$(REPO_URI)'])).split('\n');
  const mirror = uris.find((uri) => uri.endsWith('/debian/'));
  if (mirror === undefined)
    throw new Error('apt-get names no source that ends in /debian/: this machine has no Debian mirror set up');
  return mirror;
}
