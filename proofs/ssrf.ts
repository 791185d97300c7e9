import { join } from 'node:path';
import { ensureHostPackages } from '../dev/engines/runtime/host.ts';
import { ConsoleProgress } from '../dev/engines/runtime/progress.ts';
import { tryRun } from '../dev/engines/runtime/shell.ts';
import { type Proof, type ProofContext, type Verdict, verdictOf } from './runner/proof.ts';
import { openIPv4, openIPv6 } from './ssrf/addresses.ts';
import type { Found } from './ssrf/inside.ts';

const least = 200;
const leastOpen = 10;

/** All of it happens in a network namespace that ends with its process: nothing that is sent there can leave it. */
async function insideNamespace(quick: boolean): Promise<Found> {
  await ensureHostPackages(['nftables', 'iproute2'], new ConsoleProgress(() => undefined));
  const program = [process.execPath, join(import.meta.dirname, 'ssrf/inside.ts'), ...(quick ? ['--quick'] : [])];
  const { code, stdout, stderr } = await tryRun('unshare', ['--net', ...program]);
  const told = stdout.trim().split('\n').at(-1) ?? '';
  if (code !== 0 || told === '') throw new Error(`ended early in the namespace: ${stderr.trim()}`);
  return JSON.parse(told) as Found;
}

async function run({ say, quick }: ProofContext): Promise<Verdict> {
  const found = await insideNamespace(quick);
  const { traps, turning, redirects, faults, controls, undelivered, guarded, stepped, reached, followed, unguarded } =
    found;
  for (const fault of [...faults, ...undelivered].slice(0, 40)) say(fault);
  say(`guarded: ${guarded.open} SYNs to public addresses, ${guarded.closed} to others ${guarded.closedTo.join(', ')}`);
  say(
    `without the guard: ${reached} of ${stepped} traps reached a server; redirects followed led to ${followed} SYNs; ${unguarded.closed} SYNs to ${unguarded.closedTo.length} closed addresses`,
  );
  return verdictOf(
    {
      [`${least} encodings or more were tried`]: traps >= least,
      [`every one was refused at create (literals) and at send (${faults.length} not)`]: faults.length === 0,
      'nobody was called who may not be: SYNs 0': guarded.closed === 0,
      [`every delivery to a public address arrived (${undelivered.join('; ')})`]: undelivered.length === 0,
      [`${leastOpen} public addresses or more, of both families, and their SYNs counted`]:
        openIPv4.length + openIPv6.length >= leastOpen && guarded.open >= controls,
      'without the guard most of the traps are stepped into, and redirects are followed':
        reached >= stepped * 0.8 && followed > 0 && unguarded.closed >= reached,
    },
    `${traps} encodings and names of non-public addresses, ${turning} names that turn to one, ${redirects} redirects: SYNs 0 by nftables (${guarded.closed}), refused otherwise than they must be ${faults.length}; ${controls - undelivered.length} of ${controls} delivered to ${openIPv4.length} public addresses of IPv4 and ${openIPv6.length} of IPv6 (${guarded.open} SYNs); without the guard ${reached} of ${stepped} reached a server, ${unguarded.closed} SYNs to ${unguarded.closedTo.length} closed addresses`,
  );
}

export const proof: Proof = {
  promise:
    'A webhook reaches public addresses only: however a non-public one is written, named, rebound or redirected to, not one packet goes there.',
  method:
    'in a network namespace of its own, with no way out, that owns every address, a server at each of them and a name server of the proof: literals in all their forms, names of them, mixed with public ones, names that turn after the first answer, redirects; each judged as the REST routes judge a URL, and sent to by the sender the workers use; SYNs counted by nftables as they leave; deliveries to public addresses, many of them next to closed ranges; then the same without the guard',
  bar: `${least} encodings or more; SYNs to non-public addresses 0; refused at create where the host is a literal, at send always; every delivery to ${leastOpen} or more public addresses of IPv4 and IPv6 made; without the guard four of five traps are stepped into (multicast and the like cannot be connected to) and redirects followed`,
  run,
};
