import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { Api } from '../../dev/engines/clusters/api.ts';
import { noCamera } from '../first-ten-minutes/camera.ts';
import { handOver, setUp } from '../first-ten-minutes/owner.ts';
import { mustBe, type Steps } from '../first-ten-minutes/steps.ts';
import type { Running } from '../first-ten-minutes/terminal.ts';
import { makeTrouble } from './fault.ts';
import type { Machine } from './machine.ts';
import type { Typed } from './typed.ts';

/** From a checkout to a score, and on to an action that was approved, by what the guides say. */
export interface Walk {
  readonly machine: Machine;
  readonly typed: Typed;
  readonly page: Page;
  readonly steps: Steps;
  /** Of the cluster the stranger had before. */
  readonly api: Api;
}

export interface Walked {
  readonly up: Running;
  readonly commandsToScore: number;
  readonly secondsToScore: number;
}

const files = '-f compose.yml -f compose.local-clusters.yml';
const limitMs = 240_000;

export async function toTheFirstScore({ machine, typed, page, steps }: Walk): Promise<Walked> {
  const { step } = steps;
  const began = performance.now();
  const up = typed.start(`docker compose ${files} up`);
  const link = await step('docker compose up prints a setup link', async () => {
    const [found] = await up.until(/http:\/\/127\.0\.0\.1:\d+\/setup#whl_[\w-]+/, limitMs);
    up.done();
    return found;
  });
  await step('whoever opens it becomes the owner of a tenant they name', () =>
    setUp(page, link, noCamera, { name: 'Acme', slug: 'acme' }),
  );
  await step('npm installs the command line that the installation serves', async () => {
    await typed.type(`npm install --global ${machine.url}/cli`);
  });
  await step('wheelhouse login is agreed to in the browser', async () => {
    const login = typed.start(`wheelhouse login --url ${machine.url}`);
    const [address] = await login.until(/http:\/\/127\.0\.0\.1:\d+\/\S*cli\S*/);
    await handOver(page, address, noCamera, 'admin');
    mustBe((await login.ended) === 0, login.output());
    login.done();
  });
  await step('one command connects a cluster that compose did not make, and ends with its score', async () => {
    const connect = typed.start(
      `wheelhouse clusters connect --server ${machine.clusterAddress} --name own --with-agent`,
    );
    await connect.until(/Apply this\?/);
    connect.press('yes\r');
    mustBe((await connect.ended) === 0, connect.output());
    mustBe(/healthScore \d+/.test(connect.output()), connect.output());
    mustBe(connect.output().includes('Actions are off for this cluster, because'), connect.output());
    connect.done();
  });
  const secondsToScore = (performance.now() - began) / 1_000;
  return { up, commandsToScore: typed.count(), secondsToScore };
}

export async function healthAndFault({ typed, steps, api }: Walk): Promise<void> {
  const trouble = await makeTrouble(api);
  try {
    await steps.step('a release of their own that crashes is named', () =>
      untilSaid(typed, 'wheelhouse health own', (said) =>
        [trouble.name, 'Crash'].every((word) => said.toLowerCase().includes(word.toLowerCase())),
      ),
    );
  } finally {
    await trouble.mend();
  }
}

/** Where an agent can run: the demo's cluster. */
export async function approvedAction({ typed, steps }: Walk): Promise<void> {
  const { step } = steps;
  await step('the profile demo brings a cluster with an agent', async () => {
    await typed.type(`docker compose ${files} --profile demo up --detach`);
    await untilSaid(typed, 'wheelhouse health demo', (said) => said.includes('healthScore 100, nodes 20/20'));
  });
  await step('what demo break does is proposed to be undone, approved and done', async () => {
    await typed.type('docker compose exec demo demo break cordon');
    const approving = await proposed(typed, performance.now() + limitMs);
    mustBe(approving.output().includes('spec.unschedulable  true → false'), approving.output());
    approving.press('yes\r');
    mustBe((await approving.ended) === 0, approving.output());
    approving.done();
    await untilSaid(typed, 'wheelhouse health demo', (said) => said.includes('no issues'));
  });
}

/** What was there before is there after. */
export async function downAndUp({ typed, steps }: Walk): Promise<void> {
  await steps.step('down and up: clusters, their health, the action and the sign-in are all still there', async () => {
    const before = await typed.type('wheelhouse actions list --json');
    await typed.type(`docker compose ${files} --profile demo down`);
    await typed.type(`docker compose ${files} --profile demo up --detach`);
    await untilSaid(typed, 'wheelhouse health demo', (said) => said.includes('healthScore 100, nodes 20/20'));
    await untilSaid(typed, 'wheelhouse health own', (said) => /healthScore \d+, nodes \d+\/\d+/.test(said));
    const after = await typed.type('wheelhouse actions list --json');
    mustBe(idsIn(before).length > 0 && idsIn(before).every((id) => idsIn(after).includes(id)), `${before}\n${after}`);
  });
}

function idsIn(listed: string): readonly string[] {
  const { data } = JSON.parse(listed) as { data: readonly { readonly id: string; readonly status: string }[] };
  return data.map(({ id, status }) => `${id} ${status}`);
}

async function proposed(typed: Typed, deadline: number): ReturnType<() => Promise<ReturnType<Typed['start']>>> {
  const approving = typed.start('wheelhouse actions approve --watch');
  try {
    await approving.until(/Approve this\?/);
    return approving;
  } catch (error) {
    if (performance.now() > deadline) throw error;
    return proposed(typed, deadline);
  }
}

/** Typed again until it says so: that a cluster is not observed yet is an answer. */
async function untilSaid(typed: Typed, line: string, isGood: (said: string) => boolean): Promise<void> {
  const deadline = performance.now() + limitMs;
  for (let said = ''; ; ) {
    mustBe(performance.now() < deadline, `after ${limitMs / 1_000} s ${line} still says:\n${said}`);
    said = await typed.type(line).catch(String);
    if (isGood(said)) return;
    await wait(1_000);
  }
}
