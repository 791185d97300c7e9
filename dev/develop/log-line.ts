import { styleText } from 'node:util';

/** One log for all: the time, who speaks, and what is said, a line each. */

type Colour = Parameters<typeof styleText>[0];

/** Each module keeps its colour. */
const colours: readonly Colour[] = ['cyan', 'green', 'magenta', 'blue', 'yellow', 'cyanBright', 'greenBright'];
const levels: Readonly<Record<string, Colour>> = { warn: 'yellow', error: 'red', fatal: ['red', 'bold'] };
const width = 12;
/** Said by the line itself, or of use to programs only. */
const hidden = new Set(['level', 'time', 'module', 'msg', 'err', 'reqId', 'trace_id', 'pid', 'hostname']);
/** The web framework's own words for what the next line says with the module's. */
const saidTwice = /^Server listening at /;

export interface Voice {
  /** Our own words. */
  readonly say: (line: string) => void;
  /** A line of the server's log, or whatever else it printed. */
  readonly pass: (line: string) => void;
  /** A line of another program. */
  readonly from: (who: string, line: string) => void;
}

export function voiceOf(write: (text: string) => void, isColoured: boolean): Voice {
  const from = (who: string, line: string) => write(shown({ who, text: line, time: new Date() }, isColoured));
  return {
    say: (line) => from('dev', line),
    pass: (line) => {
      const entry = entryOf(line);
      if (entry === undefined) from('server', line);
      else if (!saidTwice.test(entry.text)) write(shown(entry, isColoured));
    },
    from,
  };
}

export interface Entry {
  readonly who: string;
  readonly text: string;
  readonly time: Date;
  readonly level?: string | undefined;
  readonly stack?: string | undefined;
}

/** What a line of the log says; undefined when it is none of the log's. */
export function entryOf(line: string): Entry | undefined {
  if (!line.startsWith('{')) return undefined;
  let read: Readonly<Record<string, unknown>>;
  try {
    read = JSON.parse(line) as Readonly<Record<string, unknown>>;
  } catch {
    return undefined;
  }
  const { level, time, module, msg, err } = read;
  const { stack, message } = (err ?? {}) as { readonly stack?: string; readonly message?: string };
  const facts = Object.entries(read)
    .filter(([name]) => !hidden.has(name))
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const said = typeof msg === 'string' ? msg : '';
  const cause = message === undefined || said.includes(message) ? [] : [`(${message})`];
  return {
    who: typeof module === 'string' ? module : 'server',
    text: [said, ...cause, ...facts].join(' ').trim(),
    time: new Date(typeof time === 'string' ? time : Date.now()),
    level: typeof level === 'string' ? level : undefined,
    // Of a warning the cause is enough.
    stack: level === 'error' || level === 'fatal' ? stack : undefined,
  };
}

export function shown({ who, text, time, level = 'info', stack }: Entry, isColoured: boolean): string {
  const paint = (colour: Colour, words: string) =>
    isColoured ? styleText(colour, words, { validateStream: false }) : words;
  const colour = levels[level];
  const said = colour === undefined ? text : paint(colour, `${level}: ${text}`);
  const trace = stack === undefined ? '' : `\n${paint('dim', indented(stack))}`;
  return `${paint('dim', time.toTimeString().slice(0, 8))} ${paint(colourOf(who), who.padEnd(width))} ${said}${trace}`;
}

function indented(stack: string): string {
  return stack
    .split('\n')
    .map((line) => `${' '.repeat(width + 10)}${line}`)
    .join('\n');
}

function colourOf(who: string): Colour {
  const sum = Buffer.from(who).reduce((all, byte) => all + byte, 0);
  return colours[sum % colours.length] ?? 'white';
}
