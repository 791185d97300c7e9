import { join } from 'node:path';
import { environmentName } from '@wheelhouse/kit';
import { freePort, isFree } from '@wheelhouse/testkit';
import { modules } from '../../apps/server/src/modules.ts';
import { environmentOf } from '../engines/commands/env.ts';
import { localCertificate } from '../receivers/certificate.ts';
import { type House, kept } from './house.ts';

export type Environment = Readonly<Record<string, string>>;

/** All that the server is told. Nothing of the caller's own environment comes along but PATH. */
export async function serverSettings(
  house: House,
  { port, externalUrl }: { readonly port: number; readonly externalUrl: string },
): Promise<Environment> {
  const engines = await environmentOf(house.home);
  const { accessSecret, secretsKeys } = await kept(house);
  const { authority } = await localCertificate(join(house.dir, 'receiver'));
  const ports: [string, string][] = [];
  for (const { name } of modules)
    ports.push([environmentName(name, 'PORT'), String(name === 'gateway' ? port : await freePort())]);
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: house.serverHome,
    DATABASE_URL: inDatabase(engines['DATABASE_URL'] ?? '', house.database),
    RABBITMQ_URL: brokerUrlOf(house, engines),
    VALKEY_URL: engines['VALKEY_URL'] ?? '',
    AUTH_JWT_ACCESS_SECRET: accessSecret,
    SECRETS_KEYS: secretsKeys,
    EXTERNAL_URL: externalUrl,
    WORKER_NAME: house.purpose,
    ADMIN_PORT: String(await freePort()),
    // The engines' clusters are on this very machine.
    CLUSTER_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8',
    // So are the receivers of those who try webhooks; a certificate for them lies beside.
    WEBHOOK_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8',
    WEBHOOK_EXTRA_CA_FILE: authority,
    // The first time, its Kubernetes is still being compiled for some minutes: it is Pending until then.
    CLUSTER_PENDING_SECONDS: '3600',
    DOCS_PUBLIC: 'true',
    // A cluster that has just come up has its usage, and nothing "not visible", within seconds.
    METRICS_EVERY_SECONDS: '15',
    DRAIN_SECONDS: '0',
    // So that one workload that fares badly is enough to show a scale-up being taken back.
    CANARY_ROLLBACK_HEALTH_DROP: '5',
    ...Object.fromEntries(ports),
  };
}

export function brokerUrlOf({ vhost }: House, engines: Environment): string {
  return `${engines['RABBITMQ_URL']}/${vhost}`;
}

/** For `migrate up`, and for servers that apply what is pending when they start. */
export async function ownerSettings(house: House): Promise<Environment> {
  const { MIGRATE_DATABASE_URL: owner = '' } = await environmentOf(house.home);
  return { MIGRATE_DATABASE_URL: inDatabase(owner, house.database) };
}

/** The wanted port, or the next one that nobody listens on. */
export async function freePortFrom(wanted: number): Promise<number> {
  for (let port = wanted; port < wanted + 100; port += 1) if (await isFree(port)) return port;
  throw new Error(`no port from ${wanted} to ${wanted + 99} is free. Next step: end what listens there`);
}

function inDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
