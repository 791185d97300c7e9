import { spawn } from 'node:child_process';

/** Tries to; whoever sees no browser open has the address on their screen. */
export function openBrowser(address: string, env: NodeJS.ProcessEnv = process.env): void {
  const [program, ...words] = commandOf(address, env);
  if (program === undefined) return;
  const child = spawn(program, words, { stdio: 'ignore', detached: true });
  child.once('error', () => undefined);
  child.unref();
}

/** $BROWSER names a command, or several separated by colons, in which %s stands for the address. Never by a shell. */
function commandOf(address: string, env: NodeJS.ProcessEnv): readonly string[] {
  const [chosen = ''] = (env['BROWSER'] ?? '').split(':');
  if (chosen !== '') {
    const words = chosen.split(' ').filter((word) => word !== '');
    return words.includes('%s') ? words.map((word) => (word === '%s' ? address : word)) : [...words, address];
  }
  return [process.platform === 'darwin' ? 'open' : 'xdg-open', address];
}
