import type pg from 'pg';
import { wireOf } from './wire.ts';

/**
 * What is asked in one turn of the event loop leaves in one packet with one Sync, and is answered in one:
 * each Sync more costs the server an answer, the kernel two wake-ups and this process a read, which
 * together is more than most statements cost themselves. Nothing is described twice either: the server
 * refuses to run a named statement whose result would have changed, so its columns are asked for once.
 */
export interface Statements {
  readonly ask: (statement: Statement) => Promise<Answer>;
}

export interface Statement {
  readonly text: string;
  readonly values?: readonly unknown[];
  /** A named one is parsed and planned once per connection. */
  readonly name?: string;
}

export interface Answer {
  /** The first word of what the server says was done. */
  readonly command: string;
  /** How many rows it met; null where that means nothing. */
  readonly rowCount: number | null;
  readonly rows: readonly Record<string, unknown>[];
}

interface Column {
  readonly name: string;
  readonly parse: (text: string) => unknown;
}

interface Asked extends Statement {
  readonly wire: readonly unknown[];
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

/** The parts of pg's connection that its declarations leave out or ask more of. */
interface Connection {
  readonly stream: { readonly cork: () => void; readonly uncork: () => void };
  readonly parsedStatements: Readonly<Record<string, string>>;
  readonly parse: (message: { name: string; text: string }) => void;
  readonly bind: (message: { statement: string; values: readonly unknown[] }) => void;
  readonly describe: (message: { type: 'P'; name: string }) => void;
  readonly execute: (message: { portal: string; rows: number }) => void;
  readonly sync: () => void;
}

const columnsOf = new WeakMap<Connection, Map<string, readonly Column[]>>();

export function statements(client: pg.PoolClient, types: pg.CustomTypesConfig): Statements {
  let waiting: Asked[] = [];
  let busy = false;

  function send(): void {
    const batch = waiting;
    waiting = [];
    if (batch.length > 0) client.query(new Batch(batch, types, later) as unknown as pg.Submittable);
    else busy = false;
  }
  /** Not at once: whoever asks, or was just answered, may ask more in the same turn. */
  function later(): void {
    process.nextTick(send);
  }

  return {
    ask: (statement) =>
      new Promise((resolve, reject) => {
        const wire = statement.values?.map(wireOf) ?? [];
        waiting.push({ ...statement, wire, resolve, reject });
        if (busy) return;
        busy = true;
        later();
      }),
  };
}

/** Several statements in the place of one of pg's queries: it is handed each answer, and gives it to whose turn it is. */
class Batch {
  readonly #asked: readonly Asked[];
  readonly #types: pg.CustomTypesConfig;
  readonly #done: () => void;
  #turn = 0;
  #known = new Map<string, readonly Column[]>();
  #columns: readonly Column[] | undefined;
  #rows: Record<string, unknown>[] = [];
  #unreadable: Error | undefined;

  constructor(asked: readonly Asked[], types: pg.CustomTypesConfig, done: () => void) {
    this.#asked = asked;
    this.#types = types;
    this.#done = done;
  }

  /** By these two the driver remembers which statements the server has parsed. */
  get name(): string | undefined {
    return this.#asked[this.#turn]?.name;
  }
  get text(): string | undefined {
    return this.#asked[this.#turn]?.text;
  }

  submit(connection: Connection): null {
    this.#known = columnsOf.get(connection) ?? this.#known;
    columnsOf.set(connection, this.#known);
    const parsed = new Set<string>();
    connection.stream.cork();
    for (const { name = '', text, wire } of this.#asked) {
      if (name === '' || (connection.parsedStatements[name] === undefined && !parsed.has(name)))
        connection.parse({ name, text });
      parsed.add(name);
      connection.bind({ statement: name, values: wire });
      if (!this.#known.has(name)) connection.describe({ type: 'P', name: '' });
      connection.execute({ portal: '', rows: 0 });
    }
    connection.sync();
    connection.stream.uncork();
    return null;
  }

  handleRowDescription({ fields }: { readonly fields: readonly { name: string; dataTypeID: number }[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({
      name,
      // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- pg knows types by number, its declarations by name
      parse: this.#types.getTypeParser(dataTypeID, 'text') as Column['parse'],
    }));
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    this.#columns ??= this.#known.get(this.name ?? '');
    try {
      const row: Record<string, unknown> = {};
      for (const [index, { name, parse }] of (this.#columns ?? []).entries()) {
        const text = fields[index] ?? null;
        row[name] = text === null ? null : parse(text);
      }
      this.#rows.push(row);
    } catch (error) {
      this.#unreadable = error instanceof Error ? error : new Error(String(error));
    }
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    const asked = this.#asked[this.#turn];
    if (asked?.name !== undefined && !this.#known.has(asked.name)) this.#known.set(asked.name, this.#columns ?? []);
    if (this.#unreadable === undefined) asked?.resolve({ ...doneOf(text), rows: this.#rows });
    else asked?.reject(this.#unreadable);
    this.#turn += 1;
    this.#columns = undefined;
    this.#rows = [];
    this.#unreadable = undefined;
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  handleReadyForQuery(): void {
    this.#done();
  }

  /** After an error the server skips everything up to the Sync. */
  handleError(error: Error): void {
    const [failed, ...skipped] = this.#asked.slice(this.#turn);
    this.#turn = this.#asked.length;
    failed?.reject(error);
    const consequence = new Error(`not run: an earlier statement failed (${error.message})`, { cause: error });
    for (const { reject } of skipped) reject(consequence);
    this.#done();
  }
}

/** `COMMIT`, `UPDATE 3`, `INSERT 0 1`. */
function doneOf(text: string): Pick<Answer, 'command' | 'rowCount'> {
  const words = text.split(' ');
  const count = words.length > 1 ? Number(words.at(-1)) : Number.NaN;
  return { command: words[0] ?? '', rowCount: Number.isNaN(count) ? null : count };
}
