import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Makes the secrets of a compose installation when it starts for the first time; what is there is kept. Each reader has
 * a folder, a volume of its own, and finds nobody else's. It runs as root with the right to give files away and no other.
 */

const [base = '/secrets'] = process.argv.slice(2);
const wheelhouse = 65_532;
/** What the public images of all three stores run as. */
const store = 999;

/** 24 bytes as hex: no character of it means anything in a URL, in SQL or in a settings file. */
const newPassword = () => randomBytes(24).toString('hex');

// What the stores are given follows from these, so a start that was cut short is made good by the next.
const app = keep('wheelhouse/DATABASE_URL', () => databaseUrl('wheelhouse_app'));
const broker = keep('wheelhouse/RABBITMQ_URL', () => `amqp://wheelhouse:${newPassword()}@rabbitmq:5672/wheelhouse`);
const budgets = keep('wheelhouse/VALKEY_URL', () => `redis://:${newPassword()}@valkey:6379`);
keep('wheelhouse/AUTH_JWT_ACCESS_SECRET', () => randomBytes(48).toString('base64url'));
keep('wheelhouse/SECRETS_KEYS', () => `k1:${randomBytes(32).toString('base64')}`);
const owner = keep('migrate/MIGRATE_DATABASE_URL', () => databaseUrl('wheelhouse_owner'));
write('migrate/DATABASE_URL', app, wheelhouse);

// PostgreSQL reads these once, when it makes its data folder. Its superuser comes in from inside the container only.
keep('postgres/superuser-password', newPassword, store);
const role = (url: string) => {
  const { username, password } = new URL(url);
  return `CREATE ROLE ${username} LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE PASSWORD '${password}';`;
};
const database = 'CREATE DATABASE wheelhouse OWNER wheelhouse_owner;';
write('postgres/roles.sql', `${role(owner)}\n${role(app)}\n${database}\n`, store);

const rabbitmq = {
  default_user: 'wheelhouse',
  default_pass: new URL(broker).password,
  default_vhost: 'wheelhouse',
  'log.file': 'false',
  'log.console': 'true',
  'log.console.level': 'error',
  // Beside the banner on standard output, which compose.yml drops.
  'log.console.stdio': 'stderr',
};
write('rabbitmq/wheelhouse.conf', lines(rabbitmq, ' = '), store);
// Its one warning at each start is about saving, which it does not do.
const valkey = { requirepass: new URL(budgets).password, save: '""', loglevel: 'nothing', 'protected-mode': 'no' };
write('valkey/valkey.conf', lines(valkey, ' '), store);

function databaseUrl(name: string): string {
  return `postgresql://${name}:${newPassword()}@postgres:5432/wheelhouse`;
}

function lines(settings: Readonly<Record<string, string>>, between: string): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name}${between}${value}\n`)
    .join('');
}

function keep(path: string, make: () => string, uid = wheelhouse): string {
  if (!existsSync(join(base, path))) write(path, make(), uid);
  return readFileSync(join(base, path), 'utf8');
}

/** Renamed into place, so that no reader sees half of it. The group is root's: that is how this program reads it again. */
function write(path: string, content: string, uid: number): void {
  const [target, unfinished] = [join(base, path), join(base, `${path}.unfinished`)];
  writeFileSync(unfinished, content, { mode: 0o440 });
  chownSync(unfinished, uid, 0);
  renameSync(unfinished, target);
}
