import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { Failure } from '../failure.ts';

/** What `login` keeps. */
export interface Stored {
  readonly url: string;
  readonly token: string;
  /** Unknown of a token that came by stdin and may not list tokens. */
  readonly token_id: string | null;
}

export function credentialsPath(env: NodeJS.ProcessEnv = process.env): string {
  const folder = env['XDG_CONFIG_HOME'];
  // The standard has relative ones ignored.
  const base = folder?.startsWith('/') === true ? folder : join(homedir(), '.config');
  return join(base, 'wheelhouse', 'credentials.json');
}

export async function readStored(): Promise<Stored | undefined> {
  const path = credentialsPath();
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw unreadable(path, error.message);
  });
  if (text === undefined) return undefined;
  const { mode } = await stat(path);
  if ((mode & 0o077) !== 0)
    process.stderr.write(`others on this machine may read ${path}; next: chmod 600 it, or sign in anew\n`);
  return storedIn(text) ?? Promise.reject(unreadable(path, 'it is not a file that wheelhouse login wrote'));
}

function storedIn(text: string): Stored | undefined {
  try {
    const { url, token, token_id = null }: Partial<Stored> = JSON.parse(text);
    return typeof url === 'string' && typeof token === 'string' ? { url, token, token_id } : undefined;
  } catch {
    return undefined;
  }
}

function unreadable(path: string, why: string): Failure {
  return new Failure('settings', `${path} cannot be read: ${why}`, 'remove it, and sign in: wheelhouse login');
}

/** Whole or not at all, and never open to others, not even for a moment. */
export async function writeStored(stored: Stored): Promise<string> {
  const path = credentialsPath();
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await chmod(dirname(path), 0o700);
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(draft, `${JSON.stringify(stored, undefined, 2)}\n`, { mode: 0o600, flag: 'wx', flush: true });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  return path;
}

export async function removeStored(): Promise<void> {
  await rm(credentialsPath(), { force: true });
}
