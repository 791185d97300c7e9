import {
  address,
  checkCidrs,
  checked,
  externalUrl,
  flag,
  integer,
  list,
  optional,
  type SettingsOf,
  text,
} from '@wheelhouse/kit';

const perMinute = (about: string, usual: number) =>
  integer({ about: `requests per minute ${about}`, default: usual, minimum: 1, maximum: 1_000_000 });

/** The settings of the gateway; docs/reference lists them with the others'. */
export const gatewaySettings = {
  EXTERNAL_URL: externalUrl,
  VALKEY_URL: address({
    about: 'Valkey, where request budgets are counted: redis://:password@host:port',
    secret: true,
  }),
  TRUSTED_PROXIES: checked(
    list({
      about: 'CIDRs of the proxies in front that are trusted to set X-Forwarded-For; none by default',
      default: [],
    }),
    checkCidrs,
  ),
  TLS_CERT: optional(text({ about: 'certificate chain (PEM), to serve https without a proxy in front', secret: true })),
  TLS_KEY: optional(text({ about: 'its private key (PEM)', secret: true })),
  CORS_ORIGINS: list({
    about: 'origins whose pages may call the API with a token; never with the session cookie',
    default: [],
  }),
  DASHBOARD_DIR: optional(
    text({ about: 'folder of the built dashboard; by default apps/dashboard/dist of this installation' }),
  ),
  DOCS_PUBLIC: flag({ about: 'show the API reference to anyone, without a credential', default: false }),
  FIRST_BYTE_SECONDS: integer({
    about: 'how long a module may take to send the first byte of a response',
    default: 30,
    minimum: 1,
    maximum: 600,
  }),
  IDLE_SECONDS: integer({
    about: 'how long a response may stall after its first byte',
    default: 60,
    minimum: 1,
    maximum: 3_600,
  }),
  MODULE_REQUESTS: integer({
    about: 'maximum concurrent requests to one process of a module, not counting streams; further ones get 503',
    default: 1_000,
    minimum: 1,
    maximum: 100_000,
  }),
  BUDGET_PERSONAL: perMinute('per personal access token', 600),
  BUDGET_SERVICE_ACCOUNT: perMinute('per secret of a service account', 1_200),
  BUDGET_SESSION: perMinute('per session', 1_200),
  BUDGET_REPORTING: perMinute('per pipeline reporting token', 120),
  BUDGET_INGEST: perMinute('per ingest token, by which alerts are sent', 600),
  BUDGET_ANONYMOUS: perMinute('per address (IPv6: /64) without a valid credential', 60),
  BUDGET_PAGES: perMinute('per address for the pages and files of the dashboard', 1_200),
  BUDGET_TOKEN_ENDPOINT: perMinute('per client and address at the token endpoint', 20),
};
export type GatewayTable = typeof gatewaySettings;
export type GatewaySettings = SettingsOf<GatewayTable>;
