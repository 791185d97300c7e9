import { plainJson } from './plain.ts';
import { type Column, tableOf } from './table.ts';
import { type Style, terminalOf } from './terminal.ts';
import { relative } from './times.ts';

/** Where a command writes: what was asked for to stdout, everything else to stderr. */
export interface Output {
  readonly isJson: boolean;
  /** Somebody reads stdout on a screen. */
  readonly isTerminal: boolean;
  readonly paint: (style: Style, text: string) => string;
  readonly line: (text: string) => void;
  readonly table: <Row>(columns: readonly Column<Row>[], rows: readonly Row[]) => void;
  /** The one document of a command that was asked for JSON. */
  readonly json: (value: unknown) => void;
  /** One of many documents, each in a line of its own. */
  readonly jsonLine: (value: unknown) => void;
  readonly note: (text: string) => void;
  /** As people read it on a screen, else exact. */
  readonly time: (iso: string) => string;
  /** Empties the screen, where there is one. */
  readonly clear: () => void;
}

export function outputOf(isJson: boolean): Output {
  const { isTerminal, width, paint } = terminalOf(process.stdout, process.env);
  const line = (text: string) => void process.stdout.write(`${text}\n`);
  return {
    isJson,
    isTerminal,
    paint: isJson ? (_style, text) => text : paint,
    line,
    table: (columns, rows) => {
      for (const text of tableOf(columns, rows, { width, paint })) line(text);
    },
    json: (value) => line(plainJson(value, 2)),
    jsonLine: (value) => line(plainJson(value)),
    note: (text) => void process.stderr.write(`${text}\n`),
    time: (iso) => (isTerminal ? relative(iso, new Date()) : iso),
    clear: () => void (isTerminal && process.stdout.write('\u001b[H\u001b[2J\u001b[3J')),
  };
}
