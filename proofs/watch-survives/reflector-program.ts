import { createServer } from 'node:http';
import { accessFromKubeconfig, openCluster, Reflector } from '@wheelhouse/kubernetes';
import { type Kind, kinds, listPaths } from './kinds.ts';
import type { View } from './ledger.ts';
import { watchNaively } from './naive-watch.ts';

/** The reflector itself, as the monitor runs it, over one connection for all kinds; and beside it the control. */
export interface Reflected {
  readonly isSynced: boolean;
  /** What its callbacks told; what the monitor builds on. */
  readonly told: View;
  readonly state: View;
  readonly lists: number;
  readonly naive: View;
}

interface Raw {
  readonly metadata: { readonly resourceVersion: string };
}

const [port = ''] = process.argv.slice(2);
const access = accessFromKubeconfig(process.env['PROOF_KUBECONFIG'] ?? '');
const client = openCluster(access, { userAgent: 'wheelhouse-proof' });
const naiveClient = openCluster(access, { userAgent: 'wheelhouse-proof-control' });
const { signal } = new AbortController();

const watched = kinds.map((kind) => {
  const told = new Map<string, string>();
  const naive = new Map<string, string>();
  const reflector = new Reflector<Raw, string>({
    client,
    path: listPaths[kind],
    keep: ({ metadata }) => metadata.resourceVersion,
    onChange: (key, now) => {
      if (now === undefined) told.delete(key);
      else told.set(key, now);
    },
  });
  void reflector.run(signal);
  void watchNaively(naiveClient, listPaths[kind], naive, signal);
  return { kind, reflector, told, naive };
});

type Watched = (typeof watched)[number];

function viewOf(pick: (one: Watched) => ReadonlyMap<string, string>): View {
  return Object.fromEntries(watched.map((one) => [one.kind, Object.fromEntries(pick(one))])) as Record<
    Kind,
    Record<string, string>
  >;
}

createServer((_request, answer) => {
  const reflected: Reflected = {
    isSynced: watched.every(({ reflector }) => reflector.isSynced),
    told: viewOf(({ told }) => told),
    state: viewOf(({ reflector }) => reflector.state),
    lists: watched.reduce((sum, { reflector }) => sum + reflector.lists, 0),
    naive: viewOf(({ naive }) => naive),
  };
  answer.end(JSON.stringify(reflected));
}).listen(Number(port), '127.0.0.1');
