import { flag, integer, optionalText, text } from '../settings.ts';

/** The settings every process has, whatever modules it runs. */
export const processSettings = {
  DATABASE_URL: text({
    secret: true,
    about: 'PostgreSQL, as the app role: it owns nothing and cannot bypass row-level security',
  }),
  MIGRATE_DATABASE_URL: optionalText({
    secret: true,
    about: 'PostgreSQL, as the owner: migrations run at start when it is set',
  }),
  DATABASE_CONNECTIONS: integer({
    default: 20,
    minimum: 2,
    maximum: 500,
    about: 'connections this process keeps at most',
  }),
  RABBITMQ_URL: text({ secret: true, about: 'RabbitMQ, amqp://user:password@host:port' }),
  AUTH_JWT_ACCESS_SECRET: text({
    secret: true,
    about: 'signs and verifies access tokens; at least 32 bytes, a comma list rotates',
  }),
  LOG_LEVEL: text({ default: 'info', about: 'trace, debug, info, warn, error' }),
  HOST: text({ default: '127.0.0.1', about: 'address to listen on' }),
  PORT: optionalText({ about: "the module's port when the process runs one module only" }),
  DRAIN_SECONDS: integer({
    default: 3,
    minimum: 0,
    maximum: 300,
    about: 'how long it still answers after saying it is not ready',
  }),
  CHECK_ANSWERS: flag({ default: false, about: 'hold every answer against its declared schema (for tests: it costs)' }),
} as const;
