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
  integer({ about: `requests a minute ${about}`, default: usual, minimum: 1, maximum: 1_000_000 });

/** The settings of the gateway; docs/reference lists them with the others'. */
export const gatewaySettings = {
  EXTERNAL_URL: externalUrl,
  VALKEY_URL: address({ about: 'where request budgets are counted: redis://:password@host:port', secret: true }),
  ADMIN_PORT: integer({
    about: "the gateway's own /readyz and /metrics; not for the outside",
    default: 9080,
    minimum: 0,
    maximum: 65_535,
  }),
  TRUSTED_PROXIES: checked(
    list({ about: 'CIDRs of the proxies in front, whose X-Forwarded-For is believed; none unless set', default: [] }),
    checkCidrs,
  ),
  TLS_CERT: optional(text({ about: 'certificate chain (PEM), to speak https without a proxy in front', secret: true })),
  TLS_KEY: optional(text({ about: 'its private key (PEM)', secret: true })),
  CORS_ORIGINS: list({ about: 'origins whose pages may call with a token; never with the session', default: [] }),
  DASHBOARD_DIR: optional(
    text({ about: 'folder of the built dashboard; apps/dashboard/dist of this installation unless set' }),
  ),
  DOCS_PUBLIC: flag({ about: 'show the API descriptions to anyone, without a credential', default: false }),
  FIRST_BYTE_SECONDS: integer({
    about: 'how long a module may take to its first byte',
    default: 30,
    minimum: 1,
    maximum: 600,
  }),
  IDLE_SECONDS: integer({
    about: 'how long an answer may stand still after its first byte',
    default: 60,
    minimum: 1,
    maximum: 3_600,
  }),
  MODULE_REQUESTS: integer({
    about: 'requests at a time to one process of a module, streams apart; more are told 503',
    default: 1_000,
    minimum: 1,
    maximum: 100_000,
  }),
  BUDGET_PERSONAL: perMinute('of a personal token', 600),
  BUDGET_SERVICE_ACCOUNT: perMinute("of a service account's secret", 1_200),
  BUDGET_SESSION: perMinute('of a session', 1_200),
  BUDGET_REPORTING: perMinute('of a pipeline reporting token', 120),
  BUDGET_ANONYMOUS: perMinute('of an address (IPv6: /64) without a known credential', 60),
  BUDGET_PAGES: perMinute('of an address for the page and the files of the dashboard', 1_200),
  BUDGET_TOKEN_ENDPOINT: perMinute('of one client and address at the token endpoint', 20),
};
export type GatewayTable = typeof gatewaySettings;
export type GatewaySettings = SettingsOf<GatewayTable>;
