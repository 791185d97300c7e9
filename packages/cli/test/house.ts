import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Module } from '@wheelhouse/kit';
import { eventually } from '@wheelhouse/testkit';
import { expect, onTestFinished } from 'vitest';
import type { SignedIn } from '../../../services/auth/test/credentials.ts';
import type { TestTenant } from '../../../services/auth/test/start.ts';
import { k8sMonitorModule } from '../../../services/k8s-monitor/src/module.ts';
import { monitorEnvironment, nobody } from '../../../services/k8s-monitor/test/house.ts';
import { platformModule } from '../../../services/platform/src/module.ts';
import { type Door, openDoor } from '../../sdk/test/door.ts';
import type { Environment } from './running.ts';

/** The gateway with all modules behind it, and what the tests of the commands ask of it. */
export interface CliHouse extends Door {
  readonly url: string;
  /** Somebody with a token in the environment of their shell. */
  readonly withToken: (scopes?: readonly string[], tenant?: TestTenant) => Promise<Environment>;
  /** A cluster that nobody reaches: its health is what a test has written. */
  readonly unreached: (environment: Environment, name: string, more?: object) => Promise<string>;
}

export async function openCliHouse(environment: Environment = {}, besides: readonly Module[] = []): Promise<CliHouse> {
  // Without TLS, as on one's own machine: cookies of https are not sent there.
  const settings = {
    ...monitorEnvironment,
    EXTERNAL_URL: 'http://127.0.0.1:8080',
    // Tests that wait ask often; budgets are tested elsewhere.
    BUDGET_PERSONAL: '1000000',
    ...environment,
  };
  const door = await openDoor(settings, [platformModule, k8sMonitorModule, ...besides]);
  const { house } = door;
  const url = door.baseUrl.replace(/\/api$/, '');
  return {
    ...door,
    url,
    withToken: async (scopes, tenant) => ({
      WHEELHOUSE_URL: url,
      WHEELHOUSE_TOKEN: await house.token(tenant ?? (await house.tenant()), scopes),
    }),
    unreached: async ({ WHEELHOUSE_TOKEN: token = '' }, name, more = {}) => {
      const body = { name, ...nobody, ...more };
      const made = await house.through(token, 'POST', '/api/platform/api/v1/clusters', { body });
      expect(made).toMatchObject({ status: 201 });
      const id = String(made.body.id);
      await eventually(async () => {
        const rows = await house.db.look('SELECT 1 FROM k8s_monitor.watches WHERE cluster_id = $1', [id]);
        expect(rows).toHaveLength(1);
      });
      return id;
    },
  };
}

/** Where the program keeps what it keeps, for one test. */
export function newHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'wheelhouse-cli-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  return home;
}

export interface Handed {
  readonly status: number;
  readonly text: string;
}

/** What the dashboard's page does, in a browser where this person is signed in: the code, and then back to the program. */
export async function handOver(
  { house }: CliHouse,
  person: SignedIn,
  printed: string,
  change: (back: URL) => void = () => {},
): Promise<Handed> {
  const [address = ''] = /http\S+\/cli-login\?\S+/.exec(printed) ?? [];
  const { searchParams } = new URL(address);
  const given = (name: string) => searchParams.get(name) ?? '';
  const answer = await house.through(undefined, 'POST', '/api/auth/api/v1/tokens/hand-over', {
    body: { name: given('name'), scopes: ['read', 'deploy'], challenge: given('challenge') },
    headers: {
      cookie: `wh_session=${person.secret}`,
      'x-wheelhouse-csrf': '1',
      'sec-fetch-site': 'same-origin',
    },
  });
  expect(answer).toMatchObject({ status: 201 });
  const back = new URL(`http://127.0.0.1:${given('port')}/`);
  back.searchParams.set('code', answer.body.code);
  back.searchParams.set('state', given('state'));
  change(back);
  const shown = await fetch(back);
  return { status: shown.status, text: await shown.text() };
}
