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
    text({ secret: true, about: 'signs and verifies access tokens; at least 32 bytes; comma-separated for rotation' }),
    accessSecrets,
  ),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal'], {
    default: 'info',
    about: 'minimum level of log messages',
  }),
  OTLP_URL: optional(
    address({ about: 'URL of an OpenTelemetry collector (OTLP over HTTP); unless set, nothing is exported' }),
  ),
  HOST: text({
    default: '127.0.0.1',
    about:
      'address to listen on; with several modules in one process this applies to the gateway only, the others listen on loopback',
  }),
  PORT: optional(integer({ ...port, about: "the module's port, if the process runs only one module" })),
  ADMIN_HOST: text({
    about:
      'address that /healthz, /readyz and /metrics of the process listen on; 0.0.0.0 for probes from outside the machine',
    default: '127.0.0.1',
  }),
  ADMIN_PORT: integer({
    ...port,
    about: 'port of /healthz, /readyz and /metrics of the process; keep it internal. 0 for any that is free',
    default: 9080,
  }),
  FOLLOW_REVOCATIONS: flag({
    default: true,
    about: 'reject revoked credentials (set to false only to test a module without auth)',
  }),
  DRAIN_SECONDS: integer({
    default: 3,
    minimum: 0,
    maximum: 300,
    about: 'how long the process keeps serving requests after it reports not ready',
  }),
} as const;

export type CommonSettings = SettingsOf<typeof commonSettings>;

/** And those of a process that runs modules with a database: all but the gateway. */
export const processSettings = {
  ...commonSettings,
  DATABASE_URL: address({
    secret: true,
    about: 'PostgreSQL as the app role, which owns no tables and cannot bypass row-level security',
  }),
  MIGRATE_DATABASE_URL: optional(
    address({ secret: true, about: 'PostgreSQL as the owner role; if set, migrations run at startup' }),
  ),
  DATABASE_CONNECTIONS: integer({
    default: 20,
    minimum: 2,
    maximum: 500,
    about: 'maximum number of database connections of this process',
  }),
  RABBITMQ_URL: address({
    secret: true,
    about: 'RabbitMQ, amqp://user:password@host:port/vhost; which user may do what: docs/guides/broker.md',
  }),
  SECRETS_KEYS: secretsKeys,
  WORKER_NAME: text({
    default: '1',
    about:
      'distinguishes workers on the same host; a worker that keeps its name resumes its work immediately after a crash',
  }),
  TRUSTED_GATEWAYS: list({
    default: ['127.0.0.1/8', '::1/128'],
    about: "CIDRs of the gateways that are trusted to forward the caller's address; loopback by default",
  }),
  CHECK_ANSWERS: flag({ default: false, about: 'validate every response against its schema (for tests; slow)' }),
} as const;

export type ProcessSettings = SettingsOf<typeof processSettings>;

/** Everything that can be set for a process of these modules: the process's own, each module's, and where each module is. */
export function settingsTable(modules: readonly Part[]): SettingsTable {
  const places = modules.flatMap(({ name, port: usual }) => [
    [environmentName(name, 'PORT'), integer({ ...port, default: usual, about: `the port of ${name}` })],
    [
      environmentName(name, 'URL'),
      optional(list({ about: `URL of ${name}; comma-separated if it runs as several processes` })),
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
