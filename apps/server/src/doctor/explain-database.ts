/** PostgreSQL's and the network's refusals, with the step that mends each. */
export interface Explanation {
  readonly trouble: string;
  readonly next: string;
}

type NextStep = (setting: string) => string;

const reach: NextStep = (setting) => `start PostgreSQL, or correct the host and port in ${setting}`;
const login: NextStep = (setting) =>
  `correct the user and password in ${setting}, or set the role's password: ALTER ROLE … PASSWORD …`;

/** By SQLSTATE, or by the code of the system's error. */
const nextSteps: Readonly<Record<string, NextStep>> = {
  ECONNREFUSED: reach,
  ECONNRESET: reach,
  ETIMEDOUT: (setting) => `allow connections to PostgreSQL (firewall, network policy), or correct ${setting}`,
  EHOSTUNREACH: (setting) => `allow connections to PostgreSQL (firewall, network policy), or correct ${setting}`,
  ENOTFOUND: (setting) => `correct the host name in ${setting}`,
  EAI_AGAIN: (setting) => `check that DNS works, or correct the host name in ${setting}`,
  ERR_INVALID_URL: (setting) => `write ${setting} as postgresql://USER:PASSWORD@HOST:PORT/DATABASE`,
  '28P01': login,
  '28000': (setting) => `allow the role to log in (pg_hba.conf, LOGIN), or correct the user in ${setting}`,
  '3D000': (setting) => `create the database, or correct its name in ${setting}`,
  '42501': (setting) => `use the right role in ${setting}: the owner migrates, the app role serves`,
  '42704': () => 'create the app role that DATABASE_URL names, then run this again',
  '53300': () => 'raise max_connections of PostgreSQL, or lower DATABASE_CONNECTIONS',
  '57P03': () => 'PostgreSQL is starting or stopping: wait, then run this again',
};

export function explainDatabase(error: unknown, setting: string): Explanation {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const message = error instanceof Error ? error.message : String(error);
  const next = nextSteps[code]?.(setting) ?? `check the PostgreSQL log and ${setting}`;
  return { trouble: message === '' ? code : message, next };
}
