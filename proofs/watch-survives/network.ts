import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type Place, type Relay, startRelay } from '@wheelhouse/testkit';
import { run } from '../../dev/engines/runtime/shell.ts';

/**
 * Two network namespaces with one cable between them. Who is watched from the near one reaches an API server only
 * over the cable; the far end carries it on by a unix socket. The machine's own network is left as it is, and all of
 * this ends with its processes.
 */
export interface Network {
  /** Where the API server is seen from inside. */
  readonly server: string;
  /** A command in the near namespace. */
  readonly inside: (command: readonly string[]) => readonly string[];
  /** The same loopback port on both sides: `out` listens inside and leads to the host, `in` the other way round. */
  readonly share: (ports: { readonly out: readonly number[]; readonly in: readonly number[] }) => Promise<void>;
  /** From now on nothing that is sent arrives, and nobody is told. */
  readonly cut: () => Promise<void>;
  readonly mend: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The API server's certificate names this address, the first of its Services. */
const far = '10.96.0.1';
const near = '10.96.0.2';
const loopback = (port: number): Place => `127.0.0.1:${port}`;

export async function openNetwork(folder: string, apiPort: number): Promise<Network> {
  const children: ChildProcess[] = [];
  const relays: Relay[] = [];
  const close = async () => {
    await Promise.all(relays.map((relay) => relay.close()));
    for (const child of children.toReversed()) {
      const exited = once(child, 'exit');
      if (child.exitCode === null && child.signalCode === null && child.kill('SIGKILL')) await exited;
    }
  };
  const started = (command: readonly string[]) => {
    const [program = '', ...args] = command;
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    children.push(child);
    return child;
  };
  const namespace = async () => {
    const holder = started(['unshare', '--net', 'sh', '-c', 'ip link set lo up && echo there && exec sleep infinity']);
    await saidBy(holder);
    return holder.pid ?? 0;
  };
  const at = (pid: number, command: readonly string[]) => [
    'nsenter',
    '--target',
    String(pid),
    '--net',
    '--',
    ...command,
  ];
  const carry = async (pid: number, places: readonly Place[]) => {
    await saidBy(started(at(pid, [process.execPath, join(import.meta.dirname, 'relay-program.ts'), ...places])));
  };
  try {
    const [inner, outer] = [await namespace(), await namespace()];
    const ip = async (pid: number, ...words: readonly string[]) => {
      const [program = '', ...args] = at(pid, ['ip', ...words]);
      await run(program, args);
    };
    await ip(inner, 'link', 'add', 'near', 'type', 'veth', 'peer', 'name', 'far', 'netns', String(outer));
    const ends = [
      { pid: inner, device: 'near', address: near, mac: '02:00:00:00:00:02' },
      { pid: outer, device: 'far', address: far, mac: '02:00:00:00:00:01' },
    ] as const;
    for (const { pid, device, address, mac } of ends) {
      await ip(pid, 'link', 'set', device, 'address', mac);
      await ip(pid, 'address', 'add', `${address}/30`, 'dev', device);
      await ip(pid, 'link', 'set', device, 'up');
    }
    // Known for good, so that nobody learns from unanswered questions for an address that the cable is cut.
    await ip(inner, 'neigh', 'replace', far, 'lladdr', ends[1].mac, 'dev', 'near', 'nud', 'permanent');
    const socket = join(folder, 'api.sock');
    relays.push(await startRelay(loopback(apiPort), socket));
    await carry(outer, [`${far}:${apiPort}`, socket]);
    return {
      server: `https://${far}:${apiPort}`,
      inside: (command) => at(inner, command),
      share: async (ports) => {
        const socketOf = (port: number) => join(folder, `${port}.sock`);
        for (const port of ports.out) relays.push(await startRelay(loopback(port), socketOf(port)));
        await carry(inner, [
          ...ports.out.flatMap((port) => [loopback(port), socketOf(port)]),
          ...ports.in.flatMap((port) => [socketOf(port), loopback(port)]),
        ]);
        for (const port of ports.in) relays.push(await startRelay(socketOf(port), loopback(port)));
      },
      cut: () => ip(outer, 'link', 'set', 'far', 'down'),
      mend: () => ip(outer, 'link', 'set', 'far', 'up'),
      close,
    };
  } catch (error) {
    await close();
    throw new Error(`no network of its own: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

/** Its first word; without one it says why by ending. */
async function saidBy(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${child.spawnargs.join(' ')} ended with ${code}`);
  });
  if (child.stdout !== null) await Promise.race([once(child.stdout, 'data'), ended]);
}
