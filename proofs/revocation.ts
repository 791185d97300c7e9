import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { authModule } from '@wheelhouse/auth';
import { exampleModule } from '@wheelhouse/example';
import { caller, moduleDatabase, testSecret } from '@wheelhouse/testkit';
import { inParallel } from '../dev/engines/clusters/fleet.ts';
import { down, reset } from '../dev/engines/commands/down.ts';
import { environmentOf } from '../dev/engines/commands/env.ts';
import { up } from '../dev/engines/commands/up.ts';
import { groups } from '../dev/engines/runtime/engine.ts';
import { openHome } from '../dev/engines/runtime/home.ts';
import { ConsoleProgress } from '../dev/engines/runtime/progress.ts';
import { causes, type Scene, setScene } from './revocation/causes.ts';
import { openHouse } from './revocation/house.ts';
import { refusedAfter, statusOf } from './revocation/refusal.ts';
import { statementsOfTypos } from './revocation/typos.ts';
import { median } from './runner/cpu.ts';
import { type Proof, type ProofContext, type Verdict, verdictOf } from './runner/proof.ts';

const barMs = 1_000;
const processes = 3;
const sizes = { quick: { each: 12, typos: 10, clients: 4 }, full: { each: 100, typos: 200, clients: 8 } };
const atOnce = 3;

interface Tally {
  readonly delays: number[];
  readonly faults: string[];
  /** Let through by the process that follows nothing, a second after the others refused. */
  control: number;
}

const emptyTally = (): Tally => ({ delays: [], faults: [], control: 0 });

/** As many revocations as asked for, the causes in turn, each until every process refuses the token. */
async function revokeAll(scene: Scene, count: number, tally: Tally): Promise<void> {
  const names = Object.keys(causes);
  await inParallel([...Array(count).keys()], atOnce, async (turn) => {
    const name = names[turn % names.length] ?? '';
    const doomed = await causes[name]?.(scene);
    if (doomed === undefined) return;
    const { token, end } = doomed;
    const before = await Promise.all([...scene.followers, scene.deaf].map((base) => statusOf(base, token)));
    if (before.some((status) => status !== 200)) {
      tally.faults.push(`${name}: the token was not good before: ${before.join(' ')}`);
      return;
    }
    const { status } = await end();
    if (status >= 300) tally.faults.push(`${name}: the revoking call answered ${status}`);
    const delays = await Promise.all(scene.followers.map((base) => refusedAfter(base, token)));
    tally.delays.push(...delays);
    if (Math.max(...delays) > barMs) tally.faults.push(`${name}: refused after ${Math.max(...delays).toFixed(0)} ms`);
    if ((await statusOf(scene.deaf, token)) === 200) tally.control += 1;
  });
}

/** Somebody whom nothing of this concerns; they must never be refused. */
async function bystander(scene: Scene, tally: { sent: number; failed: number }, signal: AbortSignal): Promise<void> {
  const { token } = await caller();
  for (let turn = 0; !signal.aborted; turn += 1) {
    const status = await statusOf(scene.followers[turn % scene.followers.length] ?? '', token).catch(() => 0);
    tally.sent += 1;
    if (status !== 200) tally.failed += 1;
  }
}

async function run({ quick, say }: ProofContext): Promise<Verdict> {
  const size = quick ? sizes.quick : sizes.full;
  const progress = new ConsoleProgress(() => undefined);
  // A broker of its own: this one is stopped.
  const home = await openHome(await mkdtemp(join(tmpdir(), 'wheelhouse-revocation-')));
  const database = await moduleDatabase([authModule, exampleModule]);
  const stopping = new AbortController();
  const background: Promise<void>[] = [];
  const opened: { stop: () => Promise<void> }[] = [];
  try {
    await up(home, ['rabbitmq'], progress);
    const environment = {
      DATABASE_URL: database.url,
      RABBITMQ_URL: (await environmentOf(home))['RABBITMQ_URL'] ?? '',
      AUTH_JWT_ACCESS_SECRET: testSecret,
      SECRETS_KEYS: `proof:${randomBytes(32).toString('base64')}`,
      LOG_LEVEL: 'fatal',
    };
    const house = await openHouse(database, environment, processes);
    opened.push(house);
    const scene = await setScene(house);
    say(`auth, ${processes} processes that follow it and one that does not; Valkey is used by none of them yet`);
    const others = { sent: 0, failed: 0 };
    for (let index = 0; index < size.clients; index += 1) background.push(bystander(scene, others, stopping.signal));

    const [together, alone] = [emptyTally(), emptyTally()];
    const worst = ({ delays }: Tally) => Math.max(...delays);
    const told = (tally: Tally) =>
      `worst ${worst(tally).toFixed(0)} ms, median ${median(tally.delays).toFixed(0)} ms of ${tally.delays.length}`;
    await revokeAll(scene, size.each, together);
    say(`RabbitMQ up: ${size.each} revocations, refused after: ${told(together)}`);
    await down(home, ['rabbitmq'], progress);
    await revokeAll(scene, size.each, alone);
    say(`RabbitMQ stopped: ${size.each} revocations, refused after: ${told(alone)}`);
    const faults = [...together.faults, ...alone.faults];
    for (const fault of faults) say(fault);
    const control = together.control + alone.control;
    say(`bystanders: ${others.failed} of ${others.sent} requests refused; control let through ${control}`);
    const statements = await statementsOfTypos(scene, database, size.typos);
    say(`${size.typos * 3} typos cost ${statements.typos} statements, one right secret ${statements.right}`);
    return verdictOf(
      {
        'every revocation was made and refused in time': faults.length === 0,
        [`the worst was refused within ${barMs} ms`]: Math.max(worst(together), worst(alone)) <= barMs,
        'every process was asked': together.delays.length + alone.delays.length === 2 * size.each * processes,
        'nobody else was refused': others.failed === 0 && others.sent > 100,
        'a process that follows nothing lets revoked tokens through': control > 0,
        'a typo costs no statement': statements.typos === 0 && statements.right > 0,
      },
      `${2 * size.each} revocations of ${Object.keys(causes).length} causes in ${processes} processes: refused ${told(together)}; RabbitMQ stopped ${told(alone)}; others refused ${others.failed} of ${others.sent}; statements of a typo ${statements.typos}`,
    );
  } finally {
    stopping.abort();
    await Promise.all(background);
    for (const house of opened) await house.stop();
    await database.drop();
    await reset(home, groups, progress);
    await rm(home.dir, { recursive: true, force: true });
  }
}

export const proof: Proof = {
  promise: 'What loses its power loses it everywhere within a second, also while the broker is down.',
  method:
    'tokens, sessions, users, roles, passwords, service accounts, secrets and tenants revoked under load; 3 processes of a module asked without a pause from the answer on; half with RabbitMQ stopped; tokens from the exchange (60 s) and the token endpoint (15 min)',
  bar: `worst refusal ≤ ${barMs} ms after the answer; nobody else refused; a typo costs 0 statements; the control, which follows nothing, lets revoked tokens through`,
  run,
};
