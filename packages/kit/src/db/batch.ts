import pg from 'pg';

/**
 * What is asked in one turn of the event loop leaves in one packet with one Sync, and is answered in one:
 * each Sync more costs the server an answer, the kernel two wake-ups and this process a read, which
 * together is more than most statements cost themselves.
 */
export interface Statements {
  readonly ask: (config: pg.QueryConfig) => Promise<pg.QueryResult>;
}

/** What pg's own Query can do and its declarations leave out. */
interface DriverQuery {
  readonly name?: string;
  readonly text?: string;
  readonly submit: (connection: DriverConnection) => Error | null;
  readonly handleRowDescription: (message: unknown) => void;
  readonly handleDataRow: (message: unknown) => void;
  readonly handleCommandComplete: (message: unknown, connection: DriverConnection) => void;
  readonly handleReadyForQuery: (connection: DriverConnection) => void;
  readonly handleEmptyQuery: (connection: DriverConnection) => void;
  readonly handleError: (error: Error, connection: DriverConnection) => void;
}

interface Asked {
  readonly query: DriverQuery;
  settled: boolean;
}

interface DriverConnection {
  readonly stream: { readonly cork: () => void; readonly uncork: () => void };
  readonly sync: () => void;
  readonly submittedNamedStatements: Record<string, string>;
}

export function statements(client: pg.PoolClient, types: pg.CustomTypesConfig): Statements {
  let waiting: Asked[] = [];
  let busy = false;

  function send(): void {
    const batch = waiting;
    waiting = [];
    if (batch.length > 0) client.query(new Batch(batch, done) as unknown as pg.Submittable);
    else busy = false;
  }
  function done(): void {
    // What was asked meanwhile goes next; later than now, because answers just given may ask more.
    process.nextTick(send);
  }

  return {
    ask: (config) =>
      new Promise((resolve, reject) => {
        const query = new pg.Query({ ...config, types }, (error: Error | undefined, result: unknown) => {
          asked.settled = true;
          if (error) reject(withCallersStack(error));
          else resolve(result as pg.QueryResult);
        });
        const asked = { query: query as unknown as DriverQuery, settled: false };
        waiting.push(asked);
        if (!busy) {
          busy = true;
          process.nextTick(send);
        }
      }),
  };
}

/** The stack of an error the server sent leads into the socket, and says nothing to anybody. */
function withCallersStack(error: Error): Error {
  Error.captureStackTrace(error, withCallersStack);
  return error;
}

/** Several of pg's queries in the place of one: the driver hands it each answer, and it hands it to whose turn it is. */
class Batch {
  readonly #asked: readonly Asked[];
  readonly #done: () => void;
  #queries: readonly DriverQuery[] = [];
  #turn = 0;

  constructor(asked: readonly Asked[], done: () => void) {
    this.#asked = asked;
    this.#done = done;
  }

  get #current(): DriverQuery {
    const query = this.#queries[this.#turn];
    if (query === undefined) throw new Error('the database answered a statement that was not asked');
    return query;
  }

  /** By these two the driver remembers which statements the server has parsed. */
  get name(): string | undefined {
    return this.#queries[this.#turn]?.name;
  }
  get text(): string | undefined {
    return this.#queries[this.#turn]?.text;
  }

  submit(connection: DriverConnection): Error | null {
    const withoutSync = Object.create(connection, { sync: { value: () => undefined } }) as DriverConnection;
    connection.stream.cork();
    for (const { query } of this.#asked) {
      const fault = query.submit(withoutSync);
      if (fault !== null) query.handleError(fault, connection);
    }
    // A value that cannot be written down fails its statement here; the server never hears of it.
    this.#queries = this.#asked.filter(({ settled }) => !settled).map(({ query }) => query);
    connection.sync();
    connection.stream.uncork();
    return null;
  }

  handleRowDescription(message: unknown): void {
    this.#current.handleRowDescription(message);
  }
  handleDataRow(message: unknown): void {
    this.#current.handleDataRow(message);
  }
  handleEmptyQuery(connection: DriverConnection): void {
    this.#current.handleEmptyQuery(connection);
    this.#next(connection);
  }
  handleCommandComplete(message: unknown, connection: DriverConnection): void {
    this.#current.handleCommandComplete(message, connection);
    this.#next(connection);
  }
  #next(connection: DriverConnection): void {
    const query = this.#current;
    this.#turn += 1;
    query.handleReadyForQuery(connection);
  }

  handleReadyForQuery(): void {
    this.#done();
  }

  /** After an error the server skips everything up to the Sync. */
  handleError(error: Error, connection: DriverConnection): void {
    const [failed, ...skipped] = this.#queries.slice(this.#turn);
    this.#turn = this.#queries.length;
    failed?.handleError(error, connection);
    for (const query of skipped) {
      if (query.name !== undefined) delete connection.submittedNamedStatements[query.name];
      query.handleError(
        new Error(`not run: an earlier statement failed (${error.message})`, { cause: error }),
        connection,
      );
    }
    this.#done();
  }
}
