import { accessSecrets } from '../http/access-token.ts';
import { secretsKeys } from '../secrets.ts';
import { isEdge, type Part } from '../module.ts';
import {
  address,
  checked,
  type Environment,
  environmentName,
  flag,
  integer,
  list,
  oneOf,
  optional,
  readSettings,
  type SettingsOf,
  type SettingsTable,
  text,
} from '../settings.ts';

const port = { minimum: 0, maximum: 65_535 };

/** The settings every process has, whatever it runs. */
export const commonSettings = {
  AUTH_JWT_ACCESS_SECRET: checked(
    text({ secret: true, about: 'signs and verifies access tokens; at least 32 bytes, a comma list rotates' }),
    accessSecrets,
  ),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal'], {
    default: 'info',
    about: 'how much the log tells',
  }),
  OTLP_URL: optional(address({ about: 'OpenTelemetry collector (OTLP over HTTP); without it nothing is exported' })),
  HOST: text({
    default: '127.0.0.1',
    about: 'address to listen on; of several modules in one process only the gateway does, the others stay on loopback',
  }),
  PORT: optional(integer({ ...port, about: "the module's port when the process runs one module only" })),
  FOLLOW_REVOCATIONS: flag({
    default: true,
    about: 'refuse what auth has revoked (false only for tests of a module without auth)',
  }),
  DRAIN_SECONDS: integer({
    default: 3,
    minimum: 0,
    maximum: 300,
    about: 'how long it still answers after saying it is not ready',
  }),
} as const;

export type CommonSettings = SettingsOf<typeof commonSettings>;

/** And those of a process that runs modules with a database: all but the gateway. */
export const processSettings = {
  ...commonSettings,
  DATABASE_URL: address({
    secret: true,
    about: 'PostgreSQL, as the app role, which owns nothing and cannot bypass row-level security',
  }),
  MIGRATE_DATABASE_URL: optional(
    address({ secret: true, about: 'PostgreSQL, as the owner: migrations run at start when it is set' }),
  ),
  DATABASE_CONNECTIONS: integer({
    default: 20,
    minimum: 2,
    maximum: 500,
    about: 'connections this process keeps at most',
  }),
  RABBITMQ_URL: address({ secret: true, about: 'RabbitMQ, amqp://user:password@host:port' }),
  SECRETS_KEYS: secretsKeys,
  WORKER_NAME: text({
    default: '1',
    about:
      'tells workers of one host apart; one that keeps its name takes up at once after a crash what it had under way',
  }),
  TRUSTED_GATEWAYS: list({
    default: ['127.0.0.1/8', '::1/128'],
    about: "CIDRs of the gateways, whose word about a caller's address is taken; loopback unless set",
  }),
  CHECK_ANSWERS: flag({ default: false, about: 'hold every answer against its declared schema (for tests: it costs)' }),
} as const;

export type ProcessSettings = SettingsOf<typeof processSettings>;

/** Everything that can be set for a process of these modules: the process's own, each module's, and where each module is. */
export function settingsTable(modules: readonly Part[]): SettingsTable {
  const places = modules.flatMap(({ name, port: usual }) => [
    [environmentName(name, 'PORT'), integer({ ...port, default: usual, about: `the port of ${name}` })],
    [
      environmentName(name, 'URL'),
      optional(list({ about: `where ${name} is reached; several processes of it as a comma list` })),
    ],
  ]);
  const own = modules.flatMap(({ settings }) => Object.entries(settings));
  const shared = modules.every(isEdge) ? commonSettings : processSettings;
  return Object.fromEntries([...Object.entries(shared), ...own, ...places]) as SettingsTable;
}

/** All faults of all modules at once, so that a person mends them in one go. */
export function readAllSettings(modules: readonly Part[], environment: Environment): CommonSettings {
  return readSettings(settingsTable(modules), environment) as unknown as CommonSettings;
}
