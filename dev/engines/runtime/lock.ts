import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Holds an exclusive lock on a file while `work` runs. The kernel keeps it (flock) in a child
 * that lives as long as its standard input: a killed holder can never leave it locked.
 */
export async function withLock<T>(path: string, onWait: () => void, work: () => Promise<T>): Promise<T> {
  await mkdir(dirname(path), { recursive: true });
  const release = (await take(path, true)) ?? (onWait(), await take(path, false));
  if (release === undefined) throw new Error(`the lock ${path} could not be taken`);
  try {
    return await work();
  } finally {
    await release();
  }
}

/** In Perl, because Debian and macOS both come with it; the program `flock` is Linux' own. */
const hold = `
my ($path, $when) = @ARGV;
open(my $file, '>>', $path) or die "$path: $!\\n";
flock($file, $when eq 'if free' ? LOCK_EX | LOCK_NB : LOCK_EX) or exit 1;
syswrite(STDOUT, "held\\n");
1 while sysread(STDIN, my $nothing, 1024);`;

function take(path: string, onlyIfFree: boolean): Promise<(() => Promise<void>) | undefined> {
  return new Promise((resolve, reject) => {
    const holder = spawn('perl', ['-MFcntl=:flock', '-e', hold, path, onlyIfFree ? 'if free' : 'when free'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const ended = new Promise<void>((done) => holder.once('exit', () => done()));
    holder.once('error', reject);
    holder.stdout.once('data', () =>
      resolve(async () => {
        holder.stdin.end();
        await ended;
      }),
    );
    void ended.then(() => resolve(undefined));
  });
}
