import { randomUUID } from 'node:crypto';
import type { Server } from 'node:net';
import { closesIdle, type EdgeContext, type OpenEdge } from '@wheelhouse/kit';
import { Budgets } from './budget/budgets.ts';
import { Meters } from './budget/meter.ts';
import { Valkey } from './budget/valkey.ts';
import type { GatewayTable } from './config.ts';
import { Credentials } from './credentials/credentials.ts';
import { Guesses } from './credentials/guesses.ts';
import { exchanger } from './credentials/exchange.ts';
import { sessionCookieOf } from './credentials/shown.ts';
import { docsPages } from './docs/pages.ts';
import { CallerAddresses, groupOf } from './door/caller-address.ts';
import type { Gate } from './door/gate.ts';
import { GatewayRequest } from './door/gateway-request.ts';
import { makeServer, rawAnswer, type Unread, welcomeBody } from './door/server.ts';
import { Streams } from './door/streams.ts';
import { tellOf } from './figures.ts';
import { openPages } from './pages/pages.ts';
import { ModuleProcesses } from './proxy/module-processes.ts';
import { refusalsTo } from './refusals.ts';
import { RouteTables } from './routes/route-tables.ts';
import { SparingLog } from './sparing-log.ts';

/** Puts the gateway together and opens its door. */
export async function openGateway(context: EdgeContext<GatewayTable>): Promise<OpenEdge> {
  const { settings, log, modules, addressesOf, revocations, host, port, stage, signal } = context;
  const valkey = new Valkey(settings.VALKEY_URL, log);
  const budgets = new Budgets(valkey, log);
  const meters = new Meters();
  const processes = new ModuleProcesses(
    modules.map(({ name }) => name),
    addressesOf,
    {
      firstByteMs: settings.FIRST_BYTE_SECONDS * 1_000,
      idleMs: settings.IDLE_SECONDS * 1_000,
      requests: settings.MODULE_REQUESTS,
    },
  );
  const pages = await openPages(context);
  const tables = new RouteTables(context, docsPages(context, pages.isBuilt));
  const refusals = refusalsTo(context);
  const streams = new Streams(valkey);
  const unanswered = new Map(modules.map(({ name }) => [name, new SparingLog(log, `${name} did not respond`)]));
  const gate: Gate = {
    log,
    version: context.version,
    unanswered: (module) => unanswered.get(module) ?? new SparingLog(log, module),
    budgets,
    meters,
    processes,
    refusals,
    streams,
    addresses: new CallerAddresses(settings.TRUSTED_PROXIES, (peer) =>
      log.warn(
        { peer },
        'X-Forwarded-For was ignored: TRUSTED_PROXIES does not include this peer. If it is your proxy, all callers behind it share one address and its budgets',
      ),
    ),
    guesses: new Guesses(),
    credentials: new Credentials(
      context,
      meters,
      exchanger(context, () => processes.pick('auth')),
    ),
    limits: {
      anonymous: settings.BUDGET_ANONYMOUS,
      tokenEndpoint: settings.BUDGET_TOKEN_ENDPOINT,
      pages: settings.BUDGET_PAGES,
    },
    corsOrigins: new Set(settings.CORS_ORIGINS),
    externalOrigin: new URL(settings.EXTERNAL_URL).origin,
    externalRoot: new URL(settings.EXTERNAL_URL).pathname.replace(/\/$/, ''),
    sessionCookie: sessionCookieOf(settings.EXTERNAL_URL),
    get isStopping() {
      return stage() === 'stopping';
    },
    find: (path) => tables.find(path),
    findAgain: (path) => tables.findAgain(path),
    pages,
    readsCookies: (module) => module === 'auth',
    welcomeBody,
    seen: tellOf(log),
  };
  revocations.onNews(() => {
    for (const stream of streams)
      if (stream.holder !== undefined && revocations.isRevoked(stream.holder.principal)) stream.cut();
  });

  await budgets.open();
  const server = makeServer(settings, {
    request: (request, response) => new GatewayRequest(gate, request, response).begin(),
    unread: (unread) => refuseUnread(gate, unread),
  });
  const idle = closesIdle(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const following = Promise.all([tables.follow(signal), processes.follow(signal)]);

  return {
    address: addressOf(server.address(), host),
    probes: {
      auth: { ask: async () => (revocations.isSilent() ? 'auth has not responded for 5 s' : undefined) },
      // Budgets are kept without it, less exactly.
      valkey: { ask: async () => budgets.trouble, optional: true },
    },
    close: async () => {
      idle.begin();
      // Streams would keep the door open for ever; their readers resume elsewhere.
      streams.close();
      await new Promise((resolve) => server.close(resolve));
      await refusals.end();
      budgets.close();
      void following.then(() => processes.close());
    },
  };
}

function refuseUnread({ addresses, meters, limits, budgets }: Gate, unread: Unread): void {
  const group = groupOf(addresses.of(unread.address, undefined));
  budgets.charge(meters.of(`budget:address:${group}`, limits.anonymous), {
    charged: (admitted, remaining, resetsAt) => {
      const headers = {
        'x-ratelimit-limit': String(limits.anonymous),
        'x-ratelimit-remaining': String(remaining),
        'x-ratelimit-reset': String(resetsAt),
      };
      const spent = {
        ...unread,
        code: 'rate_limited',
        message: 'The request budget of this address is used up.',
      } as const;
      const wait = String(Math.max(1, Math.ceil(resetsAt - Date.now() / 1_000)));
      const answer = admitted
        ? rawAnswer(unread, randomUUID(), headers)
        : rawAnswer(spent, randomUUID(), { ...headers, 'retry-after': wait });
      unread.say(answer);
    },
  });
}

function addressOf(bound: ReturnType<Server['address']>, host: string): string {
  if (bound === null || typeof bound === 'string') throw new Error('the server is not listening');
  return `http://${host.includes(':') ? `[${host}]` : host}:${bound.port}`;
}
