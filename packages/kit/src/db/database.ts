import pg from 'pg';
import { commitOf, effect } from '../effects.ts';
import type { Log } from '../log.ts';
import { type Answer, type Statement, statements } from './batch.ts';
import { inSpan, SpanKind } from '../telemetry.ts';

/**
 * The only way to the database. A query needs a handle, and a handle exists only inside a
 * transaction: one that is one tenant's, or one of the closed list that is nobody's.
 */
export interface Handle {
  readonly query: <Row extends pg.QueryResultRow>(sql: string, values?: readonly unknown[]) => Promise<readonly Row[]>;
}

/** Statements on tenant tables. Row-level security shows and takes rows of this tenant only. */
export interface TenantDb extends Handle {
  readonly tenantId: string;
  /**
   * The last statements of the transaction, all asked at once: COMMIT travels with them, which saves a round.
   * Nothing can be asked after, and nothing may depend on their answers: if one fails, all of it is undone.
   */
  readonly last: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Statements on the tables above tenants: outbox, leases, lanes, jobs. Tenant tables look empty from here. */
export interface SystemDb extends Handle {
  readonly system: true;
}

export interface Database {
  readonly tenant: <T>(tenantId: string, work: (db: TenantDb) => Promise<T>) => Promise<T>;
  readonly system: <T>(work: (db: SystemDb) => Promise<T>) => Promise<T>;
  /** One question to the tables above tenants. A single statement needs no transaction around it, and costs half without. */
  readonly look: <Row extends pg.QueryResultRow>(sql: string, values?: readonly unknown[]) => Promise<readonly Row[]>;
  readonly end: () => Promise<void>;
}

/** For the job engine, which brings its own SQL; modules are given a Database, which has no way around the two kinds of transaction. */
export interface OpenDatabase extends Database {
  readonly pool: pg.Pool;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Times are read as the text PostgreSQL has and made Dates; 64-bit counts stay exact as numbers up to 2^53. */
function typeParsers(): pg.CustomTypesConfig {
  const bigint = 20;
  // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- pg knows types by number, its declarations by name
  return { getTypeParser: (id: number) => (id === bigint ? Number : pg.types.getTypeParser(id)) };
}

/** Statements are few and run often: each connection parses and plans one once. */
const statementNames = new Map<string, string>();
const mostStatements = 1_000;

function prepared(sql: string, values: readonly unknown[] | undefined): Statement {
  let name = statementNames.get(sql);
  if (name === undefined && statementNames.size < mostStatements) {
    name = `s${statementNames.size}`;
    statementNames.set(sql, name);
  }
  return {
    text: sql,
    ...(values === undefined ? {} : { values }),
    ...(name === undefined ? {} : { name }),
  };
}

const begin = { name: 'begin', text: 'BEGIN' };
const commit = { name: 'commit', text: 'COMMIT' };
const rollback = { name: 'rollback', text: 'ROLLBACK' };
/** SET LOCAL, in the form that can be prepared. */
function ofTenant(tenantId: string): Statement {
  return { name: 'tenant', text: `SELECT set_config('app.tenant_id', $1, true)`, values: [tenantId] };
}

/** Whether it throws before anything was asked: an error needs some turns to come up through what awaits it. */
async function failsAtOnce(work: Promise<unknown>): Promise<boolean> {
  let failed = false;
  work.catch(() => {
    failed = true;
  });
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  return failed;
}

/** A process that is stopped in the middle of a transaction holds its locks: PostgreSQL ends it before a lease runs out. */
const longestSilenceMs = 5_000;

/**
 * A plan is made once a connection, perhaps while its table is empty, and kept when it has grown to millions: reading all
 * of it must not be in any. Where no index serves, the plan then looks dear beyond measure, and would be compiled: hence `jit`.
 */
const planning = '-c enable_seqscan=off -c jit=off';

export interface DatabaseOptions {
  readonly url: string;
  readonly connections: number;
  readonly applicationName: string;
  readonly log: Log;
}

export function openDatabase({ url, connections, applicationName, log }: DatabaseOptions): OpenDatabase {
  const types = typeParsers();
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    application_name: applicationName,
    types,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    idle_in_transaction_session_timeout: longestSilenceMs,
    options: planning,
  });
  // Its statements tell whoever uses it. But one that ends while it is handed from one to the next has nobody who
  // listens, and would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  // A connection that dies while idle is the pool's business; the next transaction gets a new one.
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'));

  async function transaction<T, Db extends Handle>(
    opening: readonly Statement[],
    handleOf: (query: Handle['query'], last: TenantDb['last']) => Db,
    work: (db: Db) => Promise<T>,
  ): Promise<T> {
    const client = await pool.connect();
    const { ask } = statements(client, types);
    const state: { opened: boolean; isLast: boolean; ended: boolean; committing?: Promise<Answer> } = {
      opened: false,
      isLast: false,
      ended: false,
    };
    const metRows: string[] = [];
    const end = () =>
      effect(
        () => commitOf(metRows),
        () => ask(commit),
      );
    let broken: Error | undefined;
    // Told by the next statement too; but one that ends between two would end the process.
    const ended = (error: Error) => {
      broken = error;
    };
    client.on('error', ended);
    const query: Handle['query'] = async <Row extends pg.QueryResultRow>(sql: string, values?: readonly unknown[]) => {
      if (state.ended) throw new Error('this transaction has ended; its handle was used too late');
      // BEGIN and the tenant travel with the first statement; if they fail, so does it, and tells why.
      if (!state.opened) for (const statement of opening) ask(statement).catch(() => undefined);
      state.opened = true;
      // What is asked last is committed before it is known whether it meets any.
      if (state.isLast) metRows.push(sql);
      const { rows, rowCount } = await ask(prepared(sql, values));
      if (rowCount !== 0) metRows.push(sql);
      return rows as Row[];
    };
    const last: TenantDb['last'] = async (ending) => {
      state.isLast = true;
      const asked = ending();
      if (await failsAtOnce(asked)) return asked;
      if (state.opened) state.committing = end();
      // Told by `asked`, or by the wait for it below.
      state.committing?.catch(() => undefined);
      state.ended = true;
      return asked;
    };
    try {
      const result = await work(handleOf(query, last));
      state.ended = true;
      if (!state.opened) return result;
      const { command } = await (state.committing ?? end());
      // PostgreSQL answers COMMIT of an aborted transaction with ROLLBACK, and no error.
      if (command !== 'COMMIT')
        throw new Error('nothing was committed: an earlier statement failed and its error was swallowed');
      return result;
    } catch (error) {
      state.ended = true;
      if (!state.opened) throw error;
      await ask(rollback).catch((failure: Error) => {
        broken = failure;
      });
      throw error;
    } finally {
      client.off('error', ended);
      client.release(broken);
    }
  }

  async function look<Row extends pg.QueryResultRow>(sql: string, values?: readonly unknown[]): Promise<Row[]> {
    const client = await pool.connect();
    let broken: Error | undefined;
    // As above: one that is ended between two messages would end the process.
    const ended = (error: Error) => {
      broken = error;
    };
    client.on('error', ended);
    try {
      const { rows } = await statements(client, types).ask(prepared(sql, values));
      return rows as Row[];
    } catch (error) {
      // The server has refused the statement and waits for the next; anything else ended the connection.
      if (!(error instanceof pg.DatabaseError)) broken = error as Error;
      throw error;
    } finally {
      client.off('error', ended);
      client.release(broken);
    }
  }

  const traced: typeof transaction = (opening, handleOf, work) =>
    inSpan('postgresql transaction', SpanKind.CLIENT, () => transaction(opening, handleOf, work));

  return {
    pool,
    tenant: (tenantId, work) => {
      if (!uuid.test(tenantId)) throw new Error(`"${tenantId}" is not a tenant id`);
      return traced([begin, ofTenant(tenantId)], (query, last): TenantDb => ({ tenantId, query, last }), work);
    },
    system: (work) => traced([begin], (query): SystemDb => ({ system: true, query }), work),
    look: (sql, values) => inSpan('postgresql look', SpanKind.CLIENT, () => look(sql, values)),
    end: () => pool.end(),
  };
}
