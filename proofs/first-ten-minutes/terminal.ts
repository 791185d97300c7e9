import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { type Ran, toldAddress } from './guide.ts';

/** Terminals as a person has them: every line is typed into a shell on a pty of its own. */
export interface Terminals {
  readonly start: (line: string) => Running;
  /** Until it has ended; throws unless it ended well. */
  readonly run: (line: string) => Promise<string>;
  /** Everything that was typed, with the address as the guides write it. */
  readonly ran: () => readonly Ran[];
  /** Where the demo truly is, once that is known. */
  readonly knowAddress: (url: string) => void;
  readonly end: () => Promise<void>;
}

export interface Running {
  readonly output: () => string;
  /** What was matched, as soon as it is there. */
  readonly until: (wanted: RegExp, limitMs?: number) => Promise<RegExpExecArray>;
  readonly press: (keys: string) => void;
  readonly ended: Promise<number | null>;
}

const repository = join(import.meta.dirname, '../..');
export const ctrlC = '\u0003';

/** npm's and ours. */
const wipes = ['\u001B[1G\u001B[0K', '\r\u001B[K'];

/** What stands there in the end: what a spinner or a progress line wiped again is gone. */
export function onScreen(said: string): string {
  const lines = said.split('\n').map((line) => wipes.reduce((left, wipe) => left.split(wipe).at(-1) ?? '', line));
  return stripVTControlCharacters(lines.join('\n')).replaceAll('\r', '');
}

export function openTerminals(environment: Readonly<Record<string, string>>, cwd = repository): Terminals {
  const all: { readonly line: string; readonly running: Running; readonly hangUp: () => void }[] = [];
  let address = toldAddress;
  const start = (line: string): Running => {
    const shell = `stty cols 200 rows 50; ${line.replaceAll(toldAddress, address)}`;
    const child = spawn('script', ['--quiet', '--return', '--command', shell, '/dev/null'], {
      cwd,
      env: { ...environment, SHELL: '/bin/bash', TERM: 'xterm-256color' },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (said += text));
    child.stdin.on('error', () => undefined);
    const output = () => onScreen(said);
    const ended = once(child, 'close').then(([code]) => code as number | null);
    let isOver = false;
    void ended.then(() => (isOver = true));
    const until = async (wanted: RegExp, limitMs = 120_000) => {
      for (const deadline = performance.now() + limitMs; ; await wait(25)) {
        const found = wanted.exec(output());
        if (found !== null) return found;
        if (isOver) throw new Error(`$ ${line}\nhas ended and shows no ${wanted}:\n${output()}`);
        if (performance.now() > deadline)
          throw new Error(`$ ${line}\nshows no ${wanted} after ${limitMs / 1_000} s:\n${output()}`);
      }
    };
    const running = { output, until, ended, press: (keys: string) => void child.stdin.write(keys) };
    all.push({ line, running, hangUp: () => void child.kill('SIGTERM') });
    return running;
  };
  return {
    start,
    run: async (line) => {
      const { output, ended } = start(line);
      const code = await ended;
      if (code !== 0) throw new Error(`$ ${line}\nended with ${code}:\n${output()}`);
      return output();
    },
    ran: () => all.map(({ line, running }) => ({ line, output: running.output().replaceAll(address, toldAddress) })),
    knowAddress: (url) => {
      address = url;
    },
    end: async () => {
      for (const { hangUp } of all) hangUp();
      await Promise.all(all.map(({ running }) => running.ended));
    },
  };
}
