import pg from 'pg';

/** The connection is lost, not taken or given up by a server that waited too long; it stops, is stopped, or is not up yet. */
const ofServer = /^(?:08|25P03|53300|57P0[123])/;
const ofConnection = /^(?:ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOENT|ENOTFOUND|EAI_AGAIN)/;
const ofClient =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection)/;

/** Whether the database was away: such an error says nothing about what was asked. */
export function isOutage(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return ofServer.test(error.code ?? '');
  if (!(error instanceof Error)) return false;
  return ofClient.test(error.message) || ('code' in error && ofConnection.test(String(error.code)));
}
