import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { authModule } from '@wheelhouse/auth';
import { exampleModule } from '@wheelhouse/example';
import { moduleDatabase, testKeys, testSecret } from '@wheelhouse/testkit';
import { down, reset } from '../dev/engines/commands/down.ts';
import { environmentOf } from '../dev/engines/commands/env.ts';
import { up } from '../dev/engines/commands/up.ts';
import { groups } from '../dev/engines/runtime/engine.ts';
import { openHome } from '../dev/engines/runtime/home.ts';
import { ConsoleProgress } from '../dev/engines/runtime/progress.ts';
import { bringBystanders } from './revocation/bystanders.ts';
import { causes, setScene } from './revocation/causes.ts';
import { openHouse } from './revocation/house.ts';
import { emptyTally, revokeAll, type Tally } from './revocation/revoke.ts';
import { statementsOfTypos } from './revocation/typos.ts';
import { median } from './runner/figures.ts';
import { type Proof, type ProofContext, type Verdict, verdictOf } from './runner/proof.ts';

const processes = { followers: 3, gateways: 4 };
const sizes = { quick: { each: 10, typos: 10, atModules: 2 }, full: { each: 100, typos: 200, atModules: 5 } };

/** Judged at full size only: beside other work all that can be told is that it happens. */
const barMs = 1_000;
const kinds = ['modules', 'gateways', 'moduleStreams', 'gatewayStreams'] as const;

const figures = (delays: readonly number[]): string =>
  `worst ${Math.max(...delays).toFixed(0)} ms, median ${median(delays).toFixed(0)} ms`;

const told = ({ modules, gateways, moduleStreams, gatewayStreams }: Tally): string =>
  `modules refused after ${figures(modules)}; gateways after ${figures(gateways)}; streams at modules cut after ${figures(moduleStreams)}; through gateways after ${figures(gatewayStreams)}`;

async function run({ quick, say }: ProofContext): Promise<Verdict> {
  const size = quick ? sizes.quick : sizes.full;
  const progress = new ConsoleProgress(() => undefined);
  // Engines of its own: these are stopped.
  const home = await openHome(await mkdtemp(join(tmpdir(), 'wheelhouse-revocation-')));
  const database = await moduleDatabase([authModule, exampleModule]);
  const opened: { stop: () => Promise<void> }[] = [];
  try {
    const { RABBITMQ_URL = '', VALKEY_URL = '' } = await environmentOf(home);
    const environment = {
      DATABASE_URL: database.url,
      RABBITMQ_URL,
      VALKEY_URL,
      AUTH_JWT_ACCESS_SECRET: testSecret,
      SECRETS_KEYS: testKeys,
      ADMIN_PORT: '0',
      LOG_LEVEL: 'fatal',
    };
    // Side by side: the processes wait for what is not there yet.
    const bringing = up(home, ['valkey', 'rabbitmq'], progress);
    const opening = openHouse(database, environment, processes);
    await Promise.allSettled([bringing, opening]);
    const house = await opening;
    opened.push(house);
    const scene = await setScene(house);
    say(`auth, ${processes.followers} processes that follow it, one that does not, ${processes.gateways} gateways`);
    const bystanders = await bringBystanders(scene, size.atModules);

    const [together, alone] = [emptyTally(), emptyTally()];
    await revokeAll(scene, size.each, together);
    say(`${size.each} revocations: ${told(together)}`);
    await down(home, ['rabbitmq', 'valkey'], progress);
    await revokeAll(scene, size.each, alone);
    say(`RabbitMQ and Valkey stopped, ${size.each} more: ${told(alone)}`);
    const faults = [...together.faults, ...alone.faults];
    for (const fault of faults) say(fault);
    const others = await bystanders.end();
    const all = (of: (typeof kinds)[number]) => [...together[of], ...alone[of]];
    const worst = Math.max(...kinds.flatMap(all));
    const control = (of: keyof Tally['control']) => together.control[of] + alone.control[of];
    say(
      `bystanders: ${others.refused} of ${others.sent} requests refused, ${others.unsure} told to ask again, ${others.cut} of ${others.streams} streams cut`,
    );
    say(`the control let ${control('requests')} requests through and ${control('streams')} streams go on`);
    const statements = await statementsOfTypos(scene, database, size.typos);
    say(`${size.typos * 3} typos cost ${statements.typos} statements, one right secret ${statements.right}`);
    const revoked = 2 * size.each;
    return verdictOf(
      {
        'every revocation was made, was refused and cut everywhere, and left what it should': faults.length === 0,
        'every process was asked, and a stream was open at every module process and through every gateway':
          all('modules').length === revoked * processes.followers &&
          all('moduleStreams').length === revoked * processes.followers &&
          all('gateways').length === revoked * processes.gateways &&
          all('gatewayStreams').length === revoked * processes.gateways,
        'nobody else was refused': others.refused === 0 && others.sent > 100 && (quick || others.unsure === 0),
        "nobody else's stream was cut": others.cut === 0 && others.streams === 3 * processes.gateways,
        'a process that follows nothing lets revoked tokens through': control('requests') > 0,
        'and goes on with their streams': control('streams') > 0,
        'a typo costs no statement': statements.typos === 0 && statements.right > 0,
        ...(quick ? {} : { [`all was refused and cut within ${barMs} ms`]: worst <= barMs }),
      },
      `${revoked} revocations of ${Object.keys(causes).length} causes before ${processes.followers} module processes and ${processes.gateways} gateways: ${told(together)}; RabbitMQ and Valkey stopped: ${told(alone)}; others refused ${others.refused} of ${others.sent}, their streams cut ${others.cut} of ${others.streams}; statements of a typo ${statements.typos}`,
    );
  } finally {
    for (const house of opened) await house.stop();
    await database.drop();
    await reset(home, groups, progress);
    await rm(home.dir, { recursive: true, force: true });
  }
}

export const proof: Proof = {
  promise:
    'What loses its power loses it everywhere within a second, open streams too, also while the broker and Valkey are down.',
  method:
    "tokens, sessions, users, roles, passwords, service accounts, secrets and tenants revoked under load; 3 processes of a module are asked with the access token and 4 gateways with the personal token, the cookie or the service account's token, without a pause from the answer on, and a stream of each is open at each process and through each gateway; 2 of the gateways stand before a process that follows nothing, so that they alone refuse and cut; half with RabbitMQ and Valkey stopped",
  bar: `refused by every process and every stream cut, for good; at full size ≤ ${barMs} ms after the answer; nobody else refused, no stream of theirs cut; a typo costs 0 statements; the control, a process that follows nothing, lets revoked tokens through and goes on with their streams`,
  run,
};
